import type { Page } from '@playwright/test';
import { CHROMIUM_ARGS, findChromiumPath } from '../../scripts/chromium.mjs';
import { expect, test, triggerHydration } from './support/browser.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';
import { getUrlOfPageUnderTest, PAGES_UNDER_TEST } from './support/pages.ts';

test.use({
  launchOptions: {
    executablePath: await findChromiumPath(),
    args: [...CHROMIUM_ARGS, '--disable-gpu'],
    // By default, Playwright starts the browser with an option that disables the back-forward cache. These tests need
    // the cache, so they omit the option.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
});
test.skip(({ isMobile }) => !isMobile, 'the back-forward cache does not depend on the screen size');

/** Reasons for not using the back-forward cache that headless browsers report for every page, even an empty page. */
const HEADLESS_BROWSER_REASONS = [
  'BrowsingInstanceNotSwapped',
  'BackForwardCacheDisabledForDelegate',
];

test('the back-forward cache accepts every page, hydrated or not', { tag: LONG_TEST_TAG }, async ({
  page,
  library,
}) => {
  test.slow();
  for (const pageUnderTest of PAGES_UNDER_TEST.filter(({ status }) => status === 200))
    for (const isHydrated of [false, true]) {
      const reasons = await findRejectionReasons(
        page,
        getUrlOfPageUnderTest(pageUnderTest, library),
        isHydrated,
      );
      expect(reasons, pageUnderTest.name).toEqual([]);
    }
});

test('the check finds a page that the back-forward cache rejects', { tag: LONG_TEST_TAG }, async ({
  page,
}) => {
  await page.addInitScript(() => addEventListener('unload', () => {}));
  expect(await findRejectionReasons(page, '/faq', false)).not.toEqual([]);
});

/**
 * Opens a page, leaves it and goes back. Returns the browser's reasons for not restoring the page from the back-forward
 * cache.
 */
async function findRejectionReasons(
  page: Page,
  url: string,
  isHydrated: boolean,
): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  let reasons: string[] = [];
  session.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) => {
    reasons = notRestoredExplanations.map(({ reason }) => reason);
  });
  await page.goto(url);
  if (isHydrated) await triggerHydration(page);
  await page.goto('/terms?elsewhere');
  await page.goBack({ waitUntil: 'commit' });
  await expect(page).not.toHaveURL(/elsewhere/);
  await session.detach();
  return reasons.filter((reason) => !HEADLESS_BROWSER_REASONS.includes(reason));
}
