import type { Page } from '@playwright/test';
import { expectOneRedThing } from './support/accent.ts';
import { expectAccessible } from './support/accessible.ts';
import { expect, open, test } from './support/browser.ts';
import { doubleText, expectFitsNarrowPhone, expectWholeWords } from './support/narrow.ts';
import { signIn } from './support/reader.ts';
import { FONT_REFUSED, refuseFonts, shiftOf, watchShifts } from './support/shifts.ts';
import { WIDE } from './support/wide.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const ads = (page: Page) => page.getByRole('article').locator('aside');
const visibleAds = (page: Page) => ads(page).filter({ visible: true });

test('an article has five ads of our own, each labelled, none like another, each leading somewhere', async ({
  page,
  library,
}) => {
  const { path } = library.articles[0]!;
  await open(page, path);
  await expect(visibleAds(page)).toHaveCount(5);
  for (const ad of await visibleAds(page).all()) await expect(ad).toContainText(/^From Octavo · /);
  const links = visibleAds(page).getByRole('link');
  await expect(links).toHaveCount(5);
  const texts = await links.allTextContents();
  expect(new Set(texts).size).toBe(5);
  for (const link of await links.all()) {
    const address = (await link.getAttribute('href'))!;
    expect((await page.request.get(address)).status(), address).toBe(200);
    expect(address).not.toBe(path);
  }
});

test('one stands before the article, one after each point, and one at its end', async ({
  page,
  library,
}) => {
  await open(page, library.articles[0]!.path);
  const order = await page
    .getByRole('article')
    .first()
    .evaluate((article) =>
      [...article.querySelectorAll('aside, h1, h2, h3')].flatMap((element) => {
        if (element.localName === 'aside') return ['ad'];
        return ['Takeaway', 'Conclusion'].includes(element.textContent!) ||
          element.localName === 'h1'
          ? [element.localName === 'h1' ? 'title' : element.textContent!]
          : [];
      }),
    );
  expect(order).toEqual([
    ...['ad', 'title'],
    ...['Takeaway', 'ad', 'Takeaway', 'ad', 'Takeaway', 'ad'],
    ...['Conclusion', 'ad'],
  ]);
});

test('an ad leads where it says', async ({ page, library }) => {
  await open(page, library.articles[0]!.path);
  const ad = visibleAds(page).filter({ hasText: 'An author to follow' }).first();
  const title = await ad.getByRole('link').locator('b').textContent();
  await ad.getByRole('link').click();
  const heading = page.getByRole('main').getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(title!.split(' on ')[0]!);
});

test('Premium has none of them, nor of their room, from the first frame on', async ({
  page,
  library,
  premiumReader,
  faults,
}) => {
  faults.allow(FONT_REFUSED);
  await refuseFonts(page);
  const { path } = library.articles[0]!;
  await open(page, path);
  const withAds = await page.getByRole('article').first().boundingBox();
  await signIn(page, path, premiumReader);
  await watchShifts(page);
  await page.addInitScript(() => {
    const seen: number[] = [];
    Object.assign(globalThis, { seen });
    const look = () => {
      const shown = [...document.querySelectorAll('article aside')];
      seen.push(shown.filter((aside) => aside.getBoundingClientRect().height > 0).length);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await open(page, path);
  await expect(ads(page)).toHaveCount(5);
  await expect(visibleAds(page)).toHaveCount(0);
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: number[] }).seen);
  expect(seen.length).toBeGreaterThan(2);
  expect(new Set(seen)).toEqual(new Set([0]));
  expect(await shiftOf(page)).toBeLessThan(0.001);
  const without = await page.getByRole('article').first().boundingBox();
  expect(without!.height).toBeLessThan(withAds!.height - 300);
});

test('their boxes keep their size, and nothing moves for them', { tag: WIDE }, async ({
  page,
  library,
  faults,
}) => {
  faults.allow(FONT_REFUSED);
  const { path } = library.articles[0]!;
  await refuseFonts(page);
  await watchShifts(page);
  await page.goto(path);
  const sizes = () =>
    ads(page).evaluateAll((all) => all.map((ad) => Math.round(ad.getBoundingClientRect().height)));
  const before = await sizes();
  await open(page, path);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  expect(await sizes()).toEqual(before);
  expect(await shiftOf(page)).toBeLessThan(0.001);
  expect(Math.min(...before)).toBeGreaterThanOrEqual(70);
});

test('they fit a narrow phone, with text twice as large too', async ({ page, library }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const isDoubled of [false, true]) {
    if (isDoubled) await doubleText(page);
    await open(page, library.articles[1]!.path);
    await expectFitsNarrowPhone(page);
    await expectWholeWords(page);
    for (const ad of await visibleAds(page).all()) {
      const [box, link] = [await ad.boundingBox(), await ad.getByRole('link').boundingBox()];
      expect(link!.y + link!.height).toBeLessThanOrEqual(box!.y + box!.height);
    }
  }
});

test('an article with its ads is accessible in both themes, and has one red thing', async ({
  page,
  library,
}) => {
  await open(page, library.articles[0]!.path);
  await expectAccessible(page);
  await expectOneRedThing(page);
});

test('they are not printed, and are no part of what search engines quote', async ({
  page,
  library,
}) => {
  await open(page, library.articles[0]!.path);
  for (const ad of await ads(page).all()) await expect(ad).toHaveAttribute('data-nosnippet', '');
  await page.emulateMedia({ media: 'print' });
  await expect(visibleAds(page)).toHaveCount(0);
});
