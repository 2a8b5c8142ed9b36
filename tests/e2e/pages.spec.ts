import type { Page } from '@playwright/test';
import { HEAD_TAGS } from '#domain/document-head.ts';
import { expectOneRedThing } from './support/accent.ts';
import { expectAccessible } from './support/accessible.ts';
import { expect, open, test } from './support/browser.ts';
import { expectSoundLayout } from './support/layout.ts';
import { LONG } from './support/long.ts';
import { setTextSize } from './support/narrow.ts';
import { addressOf, PAGES } from './support/pages.ts';

// Colours that are still fading are nobody's contrast, and layout is measured where transitions end.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

// What holds for every page, in one visit to each: most of a visit's time is arriving.
for (const known of PAGES)
  test(`${known.name}: head, accent, accessibility and layout`, {
    tag: known.isVariant ? LONG : [],
  }, async ({ page, library, faults }) => {
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
