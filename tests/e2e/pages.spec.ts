import type { Page } from '@playwright/test';
import { HEAD_TAGS_SELECTOR } from '#domain/document-head.ts';
import { isRunOfAllTests } from '../../scripts/test-scope.mjs';
import { expectOneRedControl } from './support/accent-color.ts';
import { expectAccessible } from './support/accessible.ts';
import { expect, openHydrated, test, triggerHydration, waitForFonts } from './support/browser.ts';
import { expectNoLayoutProblems } from './support/layout.ts';
import {
  isFallbackFontInstalled,
  recordLayoutShifts,
  sumLayoutShifts,
} from './support/layout-shifts.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';
import { setTextSize } from './support/narrow-screens.ts';
import { getUrlOfPageUnderTest, PAGES_UNDER_TEST } from './support/pages.ts';

// With reduced motion, transitions end immediately, so that contrast and layout are not measured during a transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/**
 * The maximum cumulative layout shift (CLS). It is a fifth of 0.1, the limit for a good score. A small shift is
 * allowed, because a word may have a different width in the fallback font, so that some lines break differently.
 */
const MAX_LAYOUT_SHIFT = 0.02;
/**
 * Names of pages whose content is not compared before and after hydration, because it depends on the session or the
 * time, or includes a message that is shown only once.
 */
const PAGES_WITH_VARYING_CONTENT = [
  ...['/auth', '/profile', '/profile/following', '/settings', 'the health page'],
  ...['a failed sign-in', 'a sign-in to an existing account'],
];

// Each page is loaded only once for all checks, because loading takes most of the test's time.
for (const pageUnderTest of PAGES_UNDER_TEST)
  test(`${pageUnderTest.name} is hydrated unchanged, is accessible and has a sound layout`, {
    tag: pageUnderTest.isVariant ? LONG_TEST_TAG : [],
  }, async ({ page, library, browserErrors, isMobile }) => {
    if (pageUnderTest.status !== 200) browserErrors.expect(new RegExp(`${pageUnderTest.status}`));
    const url = getUrlOfPageUnderTest(pageUnderTest, library);
    if (pageUnderTest.status !== 200 || PAGES_WITH_VARYING_CONTENT.includes(pageUnderTest.name))
      await openHydrated(page, url);
    else
      await test.step('hydration and fonts change neither its layout nor its accessibility tree', () =>
        expectUnchangedByHydration(page, url));
    await test.step('hydration does not change the head', async () => {
      // A page with the parameter `error` removes this parameter from its URL once it has shown the message, so the
      // URLs in its head change.
      if (/[?&]error=/.test(url)) return;
      const html = await (await page.request.get(url)).text();
      expect(await readHead(page)).toEqual(await readHead(page, html));
    });
    await test.step('at most one control is red', () => expectOneRedControl(page));
    await test.step('it is accessible in both themes', () => expectAccessible(page));
    await test.step('it has a sound layout in every window', () => expectNoLayoutProblems(page));
    // In a desktop window, the checks above have already covered a wide screen.
    if (!isMobile) return;
    await test.step('it passes the same checks on a wide screen', async () => {
      await setTextSize(page, 100);
      await page.setViewportSize({ width: 1280, height: 800 });
      await expectOneRedControl(page);
      if (isRunOfAllTests()) await expectAccessible(page, ['light']);
    });
  });

test('navigation replaces the whole head', async ({ page, library }) => {
  const { path, authorAlias } = library.articles[0]!;
  await openHydrated(page, '/articles');
  for (const to of [path, `/authors/${authorAlias}`]) {
    await page.getByRole('main').locator(`a[href="${to}"]`).first().click();
    await expect(page).toHaveURL(to);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const html = await (await page.request.get(to)).text();
    const expected = await readHead(page, html);
    await expect.poll(() => readHead(page)).toEqual(expected);
    expect(expected.join()).toContain(`rel="canonical" href="${new URL(to, page.url())}"`);
    // After a navigation, the tags for link previews must be removed, because they describe the first page.
    await expect(
      page.locator('head :is([property^="og:"], [type="application/ld+json"])'),
    ).toHaveCount(0);
  }
  await page.goBack();
  await page.goBack();
  const { category } = library.articles[0]!;
  const categoryUrl = `/articles?category=${category}`;
  await page.getByRole('main').locator(`a[href="${categoryUrl}"]`).first().click();
  await expect(page).toHaveURL(categoryUrl);
  const html = await (await page.request.get(categoryUrl)).text();
  await expect.poll(async () => readHead(page)).toEqual(await readHead(page, html));
});

/** Expects that a page looks the same before its fonts are loaded and after hydration. */
async function expectUnchangedByHydration(page: Page, url: string): Promise<void> {
  await recordLayoutShifts(page);
  // The fonts are delayed until the test has read the page. Otherwise, the comparison would depend on the speed of the
  // machine.
  const { promise: pageRead, resolve: releaseFonts } = Promise.withResolvers<void>();
  await page.route('**/*.woff2', async (route) => {
    await pageRead;
    await route.continue();
  });
  await page.goto(url);
  const before = await readAccessibilityTree(page);
  expect(before.length).toBeGreaterThan(200);
  releaseFonts();
  await triggerHydration(page);
  await waitForFonts(page);
  expect(await readAccessibilityTree(page)).toBe(before);
  if (await isFallbackFontInstalled(page))
    expect(await sumLayoutShifts(page)).toBeLessThan(MAX_LAYOUT_SHIFT);
  await page.unroute('**/*.woff2');
}

/**
 * Returns the page's accessibility tree without the parts that may change after loading. It omits link targets, because
 * the sign-in link gets a return path. It also omits the scroll buttons of rows that are wider than the window, and
 * follower counts, because parallel tests change them.
 */
async function readAccessibilityTree(page: Page): Promise<string> {
  const snapshot = await page.locator('body').ariaSnapshot();
  return snapshot
    .replace(/^\s*- (\/url:|button "Scroll (left|right)").*$\n?/gm, '')
    .replace(/\d+ followers?/g, 'followers');
}

/** Returns the title and the other head elements of the current page, or of the given HTML document. */
function readHead(page: Page, html?: string): Promise<string[]> {
  return page.evaluate(
    ([tags, text]) => {
      // Styles of the parsed document are removed, because the content security policy of the current page would block
      // them.
      const htmlWithoutStyles = text?.replace(/<style.*?<\/style>/gs, '');
      const parsedDocument = htmlWithoutStyles
        ? new DOMParser().parseFromString(htmlWithoutStyles, 'text/html')
        : globalThis.document;
      const elements = [...parsedDocument.head.querySelectorAll(tags!)];
      return [parsedDocument.title, ...elements.map(({ outerHTML }) => outerHTML)];
    },
    [HEAD_TAGS_SELECTOR, html],
  );
}
