import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { COVER_GROUNDS_BY_ID, isCoverGroundId } from '#domain/cover-grounds.ts';
import { isRunOfAllTests } from '../../scripts/test-scope.mjs';
import { expect, openHydrated, test } from './support/browser.ts';
import type { PublishedLibrary } from './support/library.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';
import { WIDE_SCREEN_TAG } from './support/wide-screen-tag.ts';

for (const theme of ['light', 'dark'] as const)
  test(`a light cover blends into its own ground color in the ${theme} theme`, {
    tag: theme === 'dark' ? WIDE_SCREEN_TAG : LONG_TEST_TAG,
  }, async ({ page, library }) => {
    const { article, printed, night } = findLightCover(library);
    await page.emulateMedia({ colorScheme: theme });
    await openHydrated(page, article.path);
    const bottomColor = await measureColor(coverImage(page), ({ height }) => [
      height - 12,
      height - 4,
    ]);
    const expected = theme === 'light' ? printed : night;
    for (const [at, value] of bottomColor.entries())
      expect(Math.abs(value - expected[at]!), `${bottomColor}, not ${expected}`).toBeLessThan(8);
  });

test('the chosen theme overrides the device’s', { tag: WIDE_SCREEN_TAG }, async ({
  page,
  library,
}) => {
  const { article, night } = findLightCover(library);
  await page.emulateMedia({ colorScheme: 'light' });
  await openHydrated(page, '/settings');
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true });
  await openHydrated(page, article.path);
  const bottomColor = await measureColor(coverImage(page), ({ height }) => [
    height - 12,
    height - 4,
  ]);
  for (const [at, value] of bottomColor.entries())
    expect(Math.abs(value - night[at]!)).toBeLessThan(8);
});

test('the drawing fills a cover without a title', { tag: WIDE_SCREEN_TAG }, async ({
  page,
  library,
}) => {
  for (const article of library.articles.slice(0, isRunOfAllTests() ? 6 : 2)) {
    await openHydrated(page, article.path);
    const alsoLike = page.getByRole('region', { name: 'You may also like' }).locator('picture');
    for (const cover of [coverImage(page), alsoLike.first()])
      expect(await measureFilledShare(cover), article.title).toBeGreaterThan(0.7);
  }
});

function coverImage(page: Page): Locator {
  return page.getByRole('main').locator('header picture').first();
}

/**
 * Finds an article whose cover has a light background color, and a different background color in the dark theme.
 * Returns the article and both colors as RGB.
 */
function findLightCover({ articles }: PublishedLibrary) {
  for (const article of articles) {
    const { ground } = article.image;
    const { hex, night } = isCoverGroundId(ground)
      ? COVER_GROUNDS_BY_ID[ground]
      : { hex: '', night: undefined };
    if (night && ground.endsWith('-light'))
      return { article, printed: parseChannels(hex), night: parseChannels(night) };
  }
  throw new Error('No article of the library has a light cover.');
}

function parseChannels(hex: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

interface Size {
  width: number;
  height: number;
}

/**
 * Returns the mean RGB color of some pixel rows of a picture. `chooseRows` returns the first of these rows, and the row
 * after the last of them.
 */
async function measureColor(
  picture: Locator,
  chooseRows: (size: Size) => [number, number],
): Promise<number[]> {
  const { data, info } = await readPixels(picture);
  const [from, to] = chooseRows(info);
  const region = data.subarray(from * info.width * 3, to * info.width * 3);
  const count = region.length / 3;
  return [0, 1, 2].map((channel) => {
    let sum = 0;
    for (let at = channel; at < region.length; at += 3) sum += region[at]!;
    return Math.round(sum / count);
  });
}

/** Returns the share of the picture's height that the drawing covers. The area below the drawing has a single color. */
async function measureFilledShare(picture: Locator): Promise<number> {
  const { data, info } = await readPixels(picture);
  // A border of `inset` pixels is skipped. Color differences of up to three times `grain` count as paper texture, not
  // as part of the drawing.
  const [inset, grain] = [8, 14];
  for (let row = info.height - inset; row > 0; row--) {
    const values: number[] = [];
    for (let column = inset; column < info.width - inset; column++)
      values.push(data[(row * info.width + column) * 3]!);
    if (Math.max(...values) - Math.min(...values) > 3 * grain) return row / info.height;
  }
  return 0;
}

async function readPixels(picture: Locator) {
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .not.toBe(0);
  return sharp(await picture.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
}
