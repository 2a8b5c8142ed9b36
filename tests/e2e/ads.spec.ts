import type { Page } from '@playwright/test';
import { expect, openHydrated, test } from './support/browser.ts';
import {
  blockFonts,
  FONT_BLOCKED_ERROR,
  recordLayoutShifts,
  sumLayoutShifts,
} from './support/layout-shifts.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';
import {
  doubleTextSize,
  expectFitsNarrowPhone,
  expectWholeWords,
} from './support/narrow-screens.ts';
import { signInByApiAndOpen } from './support/reader.ts';
import { WIDE_SCREEN_TAG } from './support/wide-screen-tag.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const ads = (page: Page) => page.getByRole('article').locator('aside');
const visibleAds = (page: Page) => ads(page).filter({ visible: true });

test('an article has two house ads, each labeled in one line and linked', async ({
  page,
  library,
}) => {
  const { path } = library.articles[0]!;
  await openHydrated(page, path);
  const links = visibleAds(page).getByRole('link');
  await expect(links).toHaveCount(2);
  const texts = await links.allTextContents();
  expect(new Set(texts).size).toBe(2);
  for (const link of await links.all()) {
    await expect(link).toContainText(/^Ad · From Octavo/);
    expect((await link.boundingBox())!.height).toBeLessThan(80);
    const href = (await link.getAttribute('href'))!;
    expect((await page.request.get(href)).status(), href).toBe(200);
    expect(href).not.toBe(path);
  }
});

test('one house ad is after the second key point, and one at the end', async ({
  page,
  library,
}) => {
  await openHydrated(page, library.articles[0]!.path);
  const order = await page
    .getByRole('article')
    .first()
    .evaluate((article) =>
      [...article.querySelectorAll('aside, h1, h2, h3')].flatMap((element) => {
        if (element.localName === 'aside') return ['ad'];
        if (element.localName === 'h1') return ['title'];
        return ['Takeaway', 'Conclusion'].includes(element.textContent!)
          ? [element.textContent!]
          : [];
      }),
    );
  expect(order).toEqual([
    ...['title', 'Takeaway', 'Takeaway', 'ad', 'Takeaway'],
    ...['Conclusion', 'ad'],
  ]);
});

test('a house ad links to the page that it advertises', { tag: LONG_TEST_TAG }, async ({
  page,
  library,
}) => {
  const AUTHOR_AD = /Meet (\w+):/;
  for (const { path } of library.articles) {
    const document = await (await page.request.get(path)).text();
    if (!AUTHOR_AD.test(document)) continue;
    await openHydrated(page, path);
    const ad = visibleAds(page).filter({ hasText: AUTHOR_AD }).first();
    const [, alias] = AUTHOR_AD.exec((await ad.textContent())!)!;
    await ad.getByRole('link').click();
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText(alias!);
    return;
  }
  throw new Error('No article advertises an author.');
});

test('a Premium reader sees no ads, and no empty space for them, from the first frame', async ({
  page,
  library,
  premiumReader,
  browserErrors,
}) => {
  browserErrors.allow(FONT_BLOCKED_ERROR);
  await blockFonts(page);
  const { path } = library.articles[0]!;
  await openHydrated(page, path);
  const withAds = await page.getByRole('article').first().boundingBox();
  await signInByApiAndOpen(page, path, premiumReader);
  await recordLayoutShifts(page);
  await page.addInitScript(() => {
    const visibleAdCounts: number[] = [];
    Object.assign(globalThis, { visibleAdCounts });
    const recordFrame = () => {
      const asides = [...document.querySelectorAll('article aside')];
      visibleAdCounts.push(
        asides.filter((aside) => aside.getBoundingClientRect().height > 0).length,
      );
      requestAnimationFrame(recordFrame);
    };
    requestAnimationFrame(recordFrame);
  });
  await openHydrated(page, path);
  await expect(ads(page)).toHaveCount(2);
  await expect(visibleAds(page)).toHaveCount(0);
  const visibleAdCounts = await page.evaluate(
    () => (globalThis as unknown as { visibleAdCounts: number[] }).visibleAdCounts,
  );
  expect(visibleAdCounts.length).toBeGreaterThan(2);
  expect(new Set(visibleAdCounts)).toEqual(new Set([0]));
  expect(await sumLayoutShifts(page)).toBeLessThan(0.001);
  const withoutAds = await page.getByRole('article').first().boundingBox();
  expect(withoutAds!.height).toBeLessThan(withAds!.height - 80);
});

test('house ads keep their size and cause no layout shift', { tag: WIDE_SCREEN_TAG }, async ({
  page,
  library,
  browserErrors,
}) => {
  browserErrors.allow(FONT_BLOCKED_ERROR);
  const { path } = library.articles[0]!;
  await blockFonts(page);
  await recordLayoutShifts(page);
  await page.goto(path);
  const measureSizes = () =>
    ads(page).evaluateAll((all) => all.map((ad) => Math.round(ad.getBoundingClientRect().height)));
  const before = await measureSizes();
  await openHydrated(page, path);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  expect(await measureSizes()).toEqual(before);
  expect(await sumLayoutShifts(page)).toBeLessThan(0.001);
  expect(Math.min(...before)).toBeGreaterThanOrEqual(44);
});

test('house ads fit a narrow phone, at normal and at doubled text size', {
  tag: LONG_TEST_TAG,
}, async ({ page, library }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const isDoubled of [false, true]) {
    if (isDoubled) await doubleTextSize(page);
    await openHydrated(page, library.articles[1]!.path);
    await expectFitsNarrowPhone(page);
    // With doubled text size, a long name in the article may be wider than the window and be broken across two lines.
    if (!isDoubled) await expectWholeWords(page);
    for (const ad of await visibleAds(page).all()) {
      const [box, link] = [await ad.boundingBox(), await ad.getByRole('link').boundingBox()];
      expect(link!.y + link!.height).toBeLessThanOrEqual(box!.y + box!.height);
    }
  }
});

test('house ads are not printed, and are excluded from search engines’ snippets', {
  tag: LONG_TEST_TAG,
}, async ({ page, library }) => {
  await openHydrated(page, library.articles[0]!.path);
  for (const ad of await ads(page).all()) await expect(ad).toHaveAttribute('data-nosnippet', '');
  await page.emulateMedia({ media: 'print' });
  await expect(visibleAds(page)).toHaveCount(0);
});
