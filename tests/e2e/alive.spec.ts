import type { Page } from '@playwright/test';
import { expect, isTakenOver, test, untilAlive, untilInItsFonts } from './support/browser.ts';
import { LONG } from './support/long.ts';
import { addressOf, PAGES } from './support/pages.ts';
import { hasStandInFont, shiftOf, watchShifts } from './support/shifts.ts';
import { slowDocuments } from './support/slow-documents.ts';

/**
 * What arrives late may move this much of a window (a fifth of what counts as good): the device's letters have the
 * widths of ours on the whole, but not word by word, and now and then a line breaks elsewhere.
 */
const MOST_SHIFT = 0.02;
/** Pages that differ for a reader who is signed in, tell the time, or say something once. */
const OTHERS = [
  ...['/auth', '/profile', '/profile/following', '/settings', 'the health page'],
  ...['a sign-in that failed', 'an account that is there'],
];

for (const known of PAGES.filter(({ status, name }) => status === 200 && !OTHERS.includes(name)))
  test(`${known.name} is the same, seen and read out, once it is alive and in its fonts`, {
    tag: known.isVariant ? LONG : [],
  }, async ({ page, library }) => {
    await watchShifts(page);
    // The page is seen before its fonts arrive, on every machine.
    const { promise: wasSeen, resolve: letFontsCome } = Promise.withResolvers<void>();
    await page.route('**/*.woff2', async (route) => {
      await wasSeen;
      await route.continue();
    });
    await page.goto(addressOf(known, library));
    const before = await readOut(page);
    expect(before.length).toBeGreaterThan(200);
    letFontsCome();
    await untilAlive(page);
    await untilInItsFonts(page);
    expect(await readOut(page)).toBe(before);
    if (await hasStandInFont(page)) expect(await shiftOf(page)).toBeLessThan(MOST_SHIFT);
  });

test('a page is taken over when it is there whole, however soon its scripts are', async ({
  page,
  library,
}) => {
  const line = await slowDocuments(process.env.OCTAVO_ORIGIN!);
  await page.goto(line.origin + library.articles[0]!.path, { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.waitForFunction(haveScripts);
  // Scripts that are there and may run have run once the page has been idle.
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
  expect(await page.evaluate(isTakenOver, {})).toBe(false);
  line.goOn();
  await expect(page.getByRole('dialog', { name: 'Share' })).toBeVisible();
  await expect(page.locator('footer')).toHaveCount(1);
  line.close();
});

/** Whether the page's scripts have been fetched. To be called in the page. */
function haveScripts(): boolean {
  const { scripts } = document.querySelector<HTMLElement>('[data-scripts]')!.dataset;
  return scripts!
    .split(' ')
    .every((script) => performance.getEntriesByName(location.origin + script).length > 0);
}

/**
 * The page as a screen reader has it, but for where its links lead (the way in leads back to the page once it knows),
 * the buttons of a row that is wider than its window, which only a script can tell, and how many follow an author, which
 * readers beside change.
 */
async function readOut(page: Page): Promise<string> {
  const snapshot = await page.locator('body').ariaSnapshot();
  return snapshot
    .replace(/^\s*- (\/url:|button "Scroll (back|on)").*$\n?/gm, '')
    .replace(/\d+ followers?/g, 'followers');
}
