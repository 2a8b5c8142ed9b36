import type { Page } from '@playwright/test';
import { HEAD_TAGS } from '#domain/document-head.ts';
import { expectOneRedThing } from './support/accent.ts';
import { expectAccessible } from './support/accessible.ts';
import { expect, open, test, untilAlive, untilInItsFonts } from './support/browser.ts';
import { expectSoundLayout } from './support/layout.ts';
import { LONG } from './support/long.ts';
import { setTextSize } from './support/narrow.ts';
import { addressOf, PAGES } from './support/pages.ts';
import { hasStandInFont, shiftOf, watchShifts } from './support/shifts.ts';

// Colours that are still fading are nobody's contrast, and layout is measured where transitions end.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/**
 * Maximum layout shift by late content, as a share of the window (a fifth of the limit for a good page): the
 * device's font has our widths on average, but not for every word, so a line may break elsewhere.
 */
const MOST_SHIFT = 0.02;
/** Pages that differ for a reader who is signed in, tell the time, or say something once. */
const OTHERS = [
  ...['/auth', '/profile', '/profile/following', '/settings', 'the health page'],
  ...['a sign-in that failed', 'an account that is there'],
];

// Checks every property in one visit to each page, since loading takes most of a visit's time.
for (const known of PAGES)
  test(`${known.name}: hydration, head, accent, accessibility and layout`, {
    tag: known.isVariant ? LONG : [],
  }, async ({ page, library, faults }) => {
    if (known.status !== 200) faults.expect(new RegExp(`${known.status}`));
    const address = addressOf(known, library);
    if (known.status !== 200 || OTHERS.includes(known.name)) await open(page, address);
    else
      await test.step('it is the same, seen and read out, once it is alive and in its fonts', () =>
        expectSameOnceAlive(page, address));
    await test.step('React leaves the head as the server wrote it', async () => {
      // An address that tells of something once is another one by then.
      if (/[?&]error=/.test(address)) return;
      const document = await (await page.request.get(address)).text();
      expect(await headOf(page)).toEqual(await headOf(page, document));
    });
    await test.step('its red is spent on one thing', () => expectOneRedThing(page));
    await test.step('it is accessible in both themes', () => expectAccessible(page));
    await test.step('it is laid out soundly in every window', () => expectSoundLayout(page));
    await test.step('the same on a wide screen', async () => {
      await setTextSize(page, 100);
      await page.setViewportSize({ width: 1280, height: 800 });
      await expectOneRedThing(page);
      await expectAccessible(page, ['light']);
    });
  });

test('a move takes the whole head along', async ({ page, library }) => {
  const { path, authorAlias } = library.articles[0]!;
  await open(page, '/articles');
  for (const to of [path, `/authors/${authorAlias}`]) {
    await page.getByRole('main').locator(`a[href="${to}"]`).first().click();
    await expect(page).toHaveURL(to);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const document = await (await page.request.get(to)).text();
    const expected = await headOf(page, document);
    await expect.poll(() => headOf(page)).toEqual(expected);
    expect(expected.join()).toContain(`rel="canonical" href="${new URL(to, page.url())}"`);
  }
  await page.goBack();
  await page.goBack();
  const { category } = library.articles[0]!;
  const shelf = `/articles?category=${category}`;
  await page.getByRole('main').locator(`a[href="${shelf}"]`).first().click();
  await expect(page).toHaveURL(shelf);
  const document = await (await page.request.get(shelf)).text();
  await expect.poll(async () => headOf(page)).toEqual(await headOf(page, document));
});

/** Opens a page until its fonts are loaded, and compares it with its state after hydration. */
async function expectSameOnceAlive(page: Page, address: string): Promise<void> {
  await watchShifts(page);
  // The page is seen before its fonts arrive, on every machine.
  const { promise: wasSeen, resolve: letFontsCome } = Promise.withResolvers<void>();
  await page.route('**/*.woff2', async (route) => {
    await wasSeen;
    await route.continue();
  });
  await page.goto(address);
  const before = await readOut(page);
  expect(before.length).toBeGreaterThan(200);
  letFontsCome();
  await untilAlive(page);
  await untilInItsFonts(page);
  expect(await readOut(page)).toBe(before);
  if (await hasStandInFont(page)) expect(await shiftOf(page)).toBeLessThan(MOST_SHIFT);
  await page.unroute('**/*.woff2');
}

/**
 * The page as a screen reader has it, but for where its links lead (the way in leads back to the page once it knows),
 * the buttons of a row that is wider than its window, which only a script can tell, and how many follow an author, which
 * readers beside change.
 */
async function readOut(page: Page): Promise<string> {
  const snapshot = await page.locator('body').ariaSnapshot();
  return snapshot
    .replace(/^\s*- (\/url:|button "Scroll (left|right)").*$\n?/gm, '')
    .replace(/\d+ followers?/g, 'followers');
}

/** Returns the head elements of the current page, or of a document. */
function headOf(page: Page, document?: string): Promise<string[]> {
  return page.evaluate(
    ([tags, text]) => {
      // The policy of the page on show is not that of a document's styles.
      const bare = text?.replace(/<style.*?<\/style>/gs, '');
      const shown = bare ? new DOMParser().parseFromString(bare, 'text/html') : globalThis.document;
      const elements = [...shown.head.querySelectorAll(tags!)];
      return [shown.title, ...elements.map(({ outerHTML }) => outerHTML)];
    },
    [HEAD_TAGS, document],
  );
}
