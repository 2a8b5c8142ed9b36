import type { Page } from '@playwright/test';
import { HEAD_TAGS } from '#domain/document-head.ts';
import { runsEverything } from '../../scripts/test-scope.mjs';
import { expectOneRedThing } from './support/accent.ts';
import { expectAccessible } from './support/accessible.ts';
import { expect, open, test } from './support/browser.ts';
import { LONG } from './support/long.ts';
import {
  doubleText,
  expectFitsNarrowPhone,
  expectFitsWidth,
  expectWholeWords,
} from './support/narrow.ts';
import { addressOf, PAGES } from './support/pages.ts';
import { WIDE } from './support/wide.ts';

// Colours that are still fading are nobody's contrast.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

// What holds for every page, in one visit to each: most of a visit's time is arriving.
for (const known of PAGES)
  test(`${known.name}: head, accent, accessibility and the width of the window`, {
    tag: known.isVariant ? LONG : WIDE,
  }, async ({ page, library, faults, isMobile }) => {
    if (known.status !== 200) faults.expect(new RegExp(`${known.status}`));
    const address = addressOf(known, library);
    await open(page, address);
    await test.step('React leaves the head as the server wrote it', async () => {
      // An address that tells of something once is another one by then.
      if (/[?&]error=/.test(address)) return;
      const document = await (await page.request.get(address)).text();
      expect(await headOf(page)).toEqual(await headOf(page, document));
    });
    await test.step('its red is spent on one thing', () => expectOneRedThing(page));
    const themes = isMobile || runsEverything() ? (['light', 'dark'] as const) : ['light' as const];
    await test.step(`it is accessible in ${themes.join(' and ')}`, () =>
      expectAccessible(page, themes));
    if (!isMobile) {
      await test.step('it fits the window', async () => {
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(width).toBe(page.viewportSize()!.width);
      });
      return;
    }
    await test.step('it fits 320 pixels, no word broken', async () => {
      await page.setViewportSize({ width: 320, height: 640 });
      await expectFitsNarrowPhone(page);
      await expectWholeWords(page);
    });
    await test.step('it fits a phone when text is twice as large, no word broken', async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await doubleText(page);
      await expectFitsWidth(page, 390);
      await expectWholeWords(page);
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

/** What the head of the page on show says of it, or that of a document. */
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
