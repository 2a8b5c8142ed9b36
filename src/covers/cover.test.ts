import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { CATEGORY_IDS, type CategoryId } from '#domain/categories.ts';
import { COVER_GROUNDS_BY_ID, type CoverGroundId } from '#domain/cover-grounds.ts';
import { getPropertyTestRunCount, isRunOfAllTests } from '../../scripts/test-scope.mjs';
import { computeContrastRatio, mixColors } from './color.ts';
import {
  chooseDistinctVariant,
  countLayouts,
  countVariants,
  createAppearanceKeyFunction,
  drawCover,
  getLayoutIndex,
  listVariantChoices,
} from './cover.ts';
import { createCoverAltText } from './description.ts';

const INK = '#1b1a17';
const PAPER = '#fffdf9';
const SEEDS = Array.from({ length: 40 }, (_, i) => `019a0000-0000-7000-8000-0000000000${i + 10}`);

/** The covers to test: several for each layout of each category, with different seeds and colors. */
const SAMPLE = CATEGORY_IDS.flatMap((category) =>
  Array.from({ length: countLayouts(category) * getPropertyTestRunCount(2, 4) }, (_, i) => ({
    category,
    seed: `seed ${i}`,
    variant: (i * (1 + 5 * countLayouts(category))) % countVariants(category),
  })),
);

const sha = (text: string) => createHash('sha256').update(text).digest('hex');

type Color = readonly [red: number, green: number, blue: number];

/** Renders a drawing at 80 × 100 pixels. Returns the pixel colors, row by row. */
async function renderPixels(svg: string): Promise<Color[][]> {
  const drawing = sharp(Buffer.from(svg), { density: 14.4 }).resize(80, 100).removeAlpha();
  const bytes = await drawing.raw().toBuffer();
  return Array.from({ length: 100 }, (_, y) =>
    Array.from({ length: 80 }, (_, x) => {
      const at = (y * 80 + x) * 3;
      return [bytes[at]!, bytes[at + 1]!, bytes[at + 2]!] as const;
    }),
  );
}

const toHex = (color: Color) => `#${Buffer.from(color).toString('hex')}`;

const getGroundColor = (ground: CoverGroundId): Color => {
  const [red, green, blue] = Buffer.from(COVER_GROUNDS_BY_ID[ground].hex.slice(1), 'hex');
  return [red!, green!, blue!];
};

const distance = (one: Color, other: Color) =>
  Math.sqrt((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 + (one[2] - other[2]) ** 2);

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

const getTextColor = (ground: CoverGroundId) =>
  COVER_GROUNDS_BY_ID[ground].tone === 'light' ? INK : PAPER;

/**
 * Returns true if an SVG document closes all its tags in the correct order and contains no invalid numbers.
 */
function isWellFormed(svg: string): boolean {
  const open: string[] = [];
  for (const [, closing, name, own] of svg.matchAll(/<(\/?)(\w+)[^<>]*?(\/?)>/g)) {
    if (closing && open.pop() !== name) return false;
    if (!closing && !own) open.push(name!);
  }
  return open.length === 0 && !/NaN|Infinity|undefined/.test(svg);
}

describe.each(CATEGORY_IDS)('a cover in %s', (category) => {
  const covers = SEEDS.map((seed) => ({ seed, ...drawCover({ category, seed }) }));

  it.runIf(isRunOfAllTests())('has a description that names its layout and its ground', () => {
    const descriptions = Array.from({ length: countVariants(category) }, (_, variant) => {
      const { ground } = drawCover({ category, seed: 'said', variant });
      return createCoverAltText(category, variant, ground);
    });
    for (const description of descriptions)
      expect(description).toMatch(/^Drawing of \S.+, on (?!undefined)[a-z][a-z -]+$/);
    const layoutDescriptions = new Set(
      descriptions.map((description) => description.replace(/, on [a-z -]+$/, '')),
    );
    expect(layoutDescriptions.size).toBe(countLayouts(category));
  });

  it('is identical for the same seed, byte for byte', () => {
    for (const { seed, ...expected } of covers.slice(0, 8))
      expect(drawCover({ category, seed })).toEqual(expected);
  });

  it('differs for every seed', () => {
    const hashes = covers.map(({ svg }) => sha(svg));
    expect(new Set(hashes).size).toBe(SEEDS.length);
  });

  it('is well-formed and names a ground of its category, for any seed', () => {
    for (const { seed, svg, ground } of covers) {
      expect(isWellFormed(svg), seed).toBe(true);
      expect(ground.startsWith(`${category}-`), seed).toBe(true);
    }
  });

  it('uses all layouts of its category and at least four grounds over forty articles', () => {
    const layouts = new Set(
      SEEDS.map((seed) => chooseDistinctVariant(category, seed) % countLayouts(category)),
    );
    const grounds = new Set(covers.map(({ ground }) => ground));
    expect(layouts.size).toBe(countLayouts(category));
    expect(grounds.size).toBeGreaterThanOrEqual(4);
  });

  it('differs visibly from the other covers of its category', async () => {
    const renderedCovers = await Promise.all(
      covers.slice(0, 10).map(async ({ svg }) => (await renderPixels(svg)).flat()),
    );
    for (const [i, one] of renderedCovers.entries()) {
      for (const other of renderedCovers.slice(i + 1)) {
        const difference = one.reduce((sum, color, p) => sum + distance(color, other[p]!), 0);
        expect(difference / one.length).toBeGreaterThan(12);
      }
    }
  });
});

describe('the lower 35 % of a cover', () => {
  const covers: { label: string; ground: CoverGroundId; rows: Color[][] }[] = [];

  beforeAll(async () => {
    for (const { category, variant, seed } of SAMPLE) {
      const { svg, ground } = drawCover({ category, variant, seed });
      covers.push({
        label: `${category} ${variant} ${seed}`,
        ground,
        rows: await renderPixels(svg),
      });
    }
  });

  it('contains only the ground and the paper texture, in every layout', () => {
    for (const { label, ground, rows } of covers) {
      const groundColor = getGroundColor(ground);
      const distances = rows
        .slice(65)
        .flatMap((row) => row.map((color) => distance(color, groundColor)));
      expect(mean(distances), label).toBeLessThan(1.5);
      expect(Math.max(...distances), label).toBeLessThan(25);
    }
  });

  it('begins without a hard edge', () => {
    for (const { label, ground, rows } of covers) {
      const groundColor = getGroundColor(ground);
      const distances = rows[64]!.map((color) => distance(color, groundColor));
      expect(mean(distances), label).toBeLessThan(9);
    }
  });

  it('gives the title WCAG AA contrast, with and without the background of the caption', () => {
    for (const { label, ground, rows } of covers) {
      const titleAreaColors = new Set(rows.slice(65).flat().map(toHex));
      const sampledColors = new Set(
        rows
          .flat()
          .filter((_, i) => i % 7 === 0)
          .map(toHex),
      );
      const captionColors = [...sampledColors].map((color) =>
        mixColors(color, COVER_GROUNDS_BY_ID[ground].hex, 0.8),
      );
      for (const color of new Set([...titleAreaColors, ...captionColors])) {
        expect(computeContrastRatio(color, getTextColor(ground)), label).toBeGreaterThanOrEqual(
          4.5,
        );
      }
    }
  });
});

describe('the variant of an article', () => {
  const category: CategoryId = 'nsm';
  const getLayout = (variant: number) => variant % countLayouts(category);

  it('depends only on the seed unless it is given', () => {
    const seed = SEEDS[0]!;
    const variant = chooseDistinctVariant(category, seed);
    expect(drawCover({ category, seed })).toEqual(drawCover({ category, seed, variant }));
  });

  it('differs in layout and ground from the last three published articles', () => {
    const published: number[] = [];
    const grounds: CoverGroundId[] = [];
    for (const seed of SEEDS) {
      const variant = chooseDistinctVariant(category, seed, published);
      expect(published.slice(0, 3).map(getLayout)).not.toContain(getLayout(variant));
      expect(published).not.toContain(variant);
      published.unshift(variant);
      grounds.push(drawCover({ category, seed, variant }).ground);
    }
    const repeats = grounds.filter((ground, i) => ground === grounds[i - 1]);
    expect(repeats).toEqual([]);
  });

  it.each(CATEGORY_IDS)('looks different from the eight articles before it in %s', (category) => {
    const published: number[] = [];
    const looks = SEEDS.map((seed) => {
      const variant = chooseDistinctVariant(category, seed, published);
      published.unshift(variant);
      const { svg, ground } = drawCover({ category, seed, variant });
      const colors = [...new Set(svg.match(/(?<=(?:fill|stroke|stop-color)=")[^"]+/g))];
      return [getLayoutIndex(category, variant), ground, ...colors].join(' ');
    });
    for (const [at, look] of looks.entries())
      expect(looks.slice(Math.max(0, at - 8), at)).not.toContain(look);
  });

  it('is that of the seed if no published article looks like it', () => {
    const preferred = chooseDistinctVariant(category, 'x');
    const dissimilar = (preferred + 1 + countLayouts(category)) % countVariants(category);
    expect(chooseDistinctVariant(category, 'x', [dissimilar])).toBe(preferred);
  });

  it('is rejected if it does not exist', () => {
    for (const variant of [-1, 0.5, countVariants(category)]) {
      expect(() => drawCover({ category, seed: 'x', variant })).toThrow(RangeError);
    }
  });
});

describe.each(CATEGORY_IDS)('the variants offered in %s', (category) => {
  it('include every variant once, beginning with those that differ from the neighbors', () => {
    const published = [3, 17, 40, 8];
    const variants = listVariantChoices(category, SEEDS[0]!, published);
    expect(variants.toSorted((a, b) => a - b)).toEqual([...Array(countVariants(category)).keys()]);
    expect(variants[0]).toBe(chooseDistinctVariant(category, SEEDS[0]!, published));
    const neighbors = published.slice(0, 3).map((variant) => getLayoutIndex(category, variant));
    for (const variant of variants.slice(0, 4))
      expect(neighbors).not.toContain(getLayoutIndex(category, variant));
  });

  it.runIf(isRunOfAllTests())('have the same key exactly if they look alike', () => {
    const createKey = createAppearanceKeyFunction(category, SEEDS[0]!);
    const looks = Array.from({ length: countVariants(category) }, (_, variant) => ({
      key: createKey(variant),
      hash: sha(drawCover({ category, seed: SEEDS[0]!, variant }).svg),
    }));
    const pairs = new Set(looks.map(({ key, hash }) => `${key} ${hash}`));
    expect(pairs.size).toBe(new Set(looks.map(({ key }) => key)).size);
    expect(pairs.size).toBe(new Set(looks.map(({ hash }) => hash)).size);
  });

  it('change the layout from one variant to the next', () => {
    const layouts = listVariantChoices(category, SEEDS[1]!).map((each) =>
      getLayoutIndex(category, each),
    );
    for (const [at, layout] of layouts.slice(0, 8).entries())
      expect(layouts[at + 1]).not.toBe(layout);
  });
});
