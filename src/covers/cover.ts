import type { CategoryId } from '#domain/categories.ts';
import type { CoverGroundId } from '#domain/cover-grounds.ts';
import { createCoverSvg } from './cover-svg.ts';
import {
  createDrawingContext,
  type DrawingContext,
  type LayoutFunction,
} from './drawing-context.ts';
import { ARC_LAYOUTS } from './geometries/arcs.ts';
import { BREATH_LAYOUTS } from './geometries/breath.ts';
import { CELL_LAYOUTS } from './geometries/cells.ts';
import { CIRCUIT_LAYOUTS } from './geometries/circuits.ts';
import { FRAME_LAYOUTS } from './geometries/frames.ts';
import { LABYRINTH_LAYOUTS } from './geometries/labyrinths.ts';
import { PHYLLOTAXIS_LAYOUTS } from './geometries/phyllotaxis.ts';
import { RIDGE_LAYOUTS } from './geometries/ridges.ts';
import { RIPPLE_LAYOUTS } from './geometries/ripples.ts';
import { STRATA_LAYOUTS } from './geometries/strata.ts';
import { createSeededRandom } from './random.ts';

/**
 * Version of the cover drawings. It is part of the URL of every drawn cover and portrait. Increase it whenever a
 * drawing changes. Otherwise, browsers show the old drawing from their caches.
 */
export const DRAWING_VERSION = 2;

/** Drawing functions (layouts) by category. A category's layouts share a style. */
const LAYOUTS: Readonly<Record<CategoryId, readonly LayoutFunction[]>> = {
  aac: ARC_LAYOUTS,
  awd: LABYRINTH_LAYOUTS,
  eag: RIDGE_LAYOUTS,
  haw: BREATH_LAYOUTS,
  mab: RIPPLE_LAYOUTS,
  nsm: PHYLLOTAXIS_LAYOUTS,
  phv: FRAME_LAYOUTS,
  sag: CELL_LAYOUTS,
  tae: CIRCUIT_LAYOUTS,
  whc: STRATA_LAYOUTS,
};

export interface DrawnCover {
  /** The drawing as SVG, 800 × 1000 units in size. */
  svg: string;
  /** ID of the color that fills the lower 35 % of the drawing, behind the caption. */
  ground: CoverGroundId;
}

/**
 * Number of color variants (turns) of each layout. Every layout has fewer color sets than this
 * number, so several turns share a color set.
 */
const COLOR_VARIANT_COUNT = 24;

/**
 * The numbers of color sets that a layout can have. Only `drawHorizon` has no color sets: it chooses its colors at
 * random. In a layout with `n` color sets, two turns (color variants) have the same colors if they are equal modulo
 * `n`.
 */
const COLOR_SETS = [6, 8, 10];

/** A new cover should differ in layout and colors from this many of its category's most recent covers. */
const NEIGHBORS = 3;

/**
 * Draws the cover of an article. The result depends only on the arguments, so an article's cover never changes when
 * other articles are published. `seed` is the article's ID. `variant` determines the layout and the colors. Default:
 * the result of {@link chooseDistinctVariant}.
 */
export function drawCover({
  category,
  seed,
  variant = chooseDistinctVariant(category, seed),
}: {
  category: CategoryId;
  seed: string;
  variant?: number;
}): DrawnCover {
  const { layout, turn } = parseVariant(category, variant);
  const draw = LAYOUTS[category][layout];
  if (!draw || turn < 0 || turn >= COLOR_VARIANT_COUNT) {
    throw new RangeError(`Category ${category} has no cover variant ${variant}.`);
  }
  const context = createDrawingContext(category, buildDrawingSeed(category, seed, layout), turn);
  const drawing = draw(context);
  return { svg: createCoverSvg(context, drawing), ground: drawing.ground };
}

function buildDrawingSeed(category: CategoryId, seed: string, layout: number): string {
  return `${category}:${seed}:${layout}`;
}

/** Returns the number of layouts in a category. A variant modulo this number is the index of the variant's layout. */
export function countLayouts(category: CategoryId): number {
  return LAYOUTS[category].length;
}

/** Returns the number of cover variants in a category. Variants are numbered from 0. */
export function countVariants(category: CategoryId): number {
  return countLayouts(category) * COLOR_VARIANT_COUNT;
}

/**
 * Chooses the cover variant of an article. The seed determines the preferred variant. The function chooses another one
 * if the cover would resemble one of the category's newest covers. It avoids variants of other articles as long as
 * unused variants remain. `published` lists the variants of the category's articles, newest first. Call this function
 * once, when the article is published, and store the result. A later call with a longer list could choose another
 * variant.
 */
export function chooseDistinctVariant(
  category: CategoryId,
  seed: string,
  published: readonly number[] = [],
): number {
  const count = countVariants(category);
  const preferred = createSeededRandom(`variant:${category}:${seed}`).integer(0, count - 1);
  const isDistinct = createDistinctnessCheck(category, published);
  const candidates = Array.from({ length: count }, (_, step) => (preferred + step) % count);
  const distinct = candidates.filter(isDistinct);
  const unused = distinct.filter((variant) => !published.includes(variant));
  const publishedParts = published.map((variant) => parseVariant(category, variant));
  // Returns the index of the newest published cover that may look the same as the given variant, or infinity if there
  // is none. The variant with the highest index is chosen, because its appearance is new, or was used least recently.
  const findLastUseIndex = (variant: number) => {
    const { layout, turn } = parseVariant(category, variant);
    const index = publishedParts.findIndex(
      (other) => other.layout === layout && areColorsAlike(other.turn, turn),
    );
    return index < 0 ? Number.POSITIVE_INFINITY : index;
  };
  const [best = preferred] = (unused.length ? unused : distinct).toSorted(
    (one, other) => findLastUseIndex(other) - findLastUseIndex(one) || 0,
  );
  return best;
}

/**
 * Returns all cover variants of a category, for an editor to choose from. `published` lists the variants of the
 * category's other articles, newest first. Variants that look different from the newest ones come first. From one
 * choice to the next, both the layout and the colors change.
 */
export function listVariantChoices(
  category: CategoryId,
  seed: string,
  published: readonly number[] = [],
): number[] {
  const count = countLayouts(category);
  const first = parseVariant(category, chooseDistinctVariant(category, seed, published));
  const variants = Array.from({ length: countVariants(category) }, (_, at) => {
    const layout = (first.layout + at) % count;
    const turn =
      (first.turn + Math.floor(at / count) + TURN_STEP * (at % count)) % COLOR_VARIANT_COUNT;
    return turn * count + layout;
  });
  const isDistinct = createDistinctnessCheck(category, published);
  const { true: distinct = [], false: similar = [] } = Object.groupBy(variants, (variant) =>
    isDistinct(variant) && !published.includes(variant) ? 'true' : 'false',
  );
  return [...distinct, ...similar];
}

/**
 * Difference between the turns (color variants) of consecutive choices in {@link listVariantChoices}. With this
 * difference, the first few choices all have different colors, regardless of the number of color sets.
 */
const TURN_STEP = 7;

/**
 * Returns a function that maps a cover variant to a key. Variants with the same key look alike. Different turns (color
 * variants) of a layout can look alike, because a layout has fewer color sets than turns. To count a layout's color
 * sets, the returned function draws the layout once, when the number is first needed.
 */
export function createAppearanceKeyFunction(
  category: CategoryId,
  seed: string,
): (variant: number) => string {
  const colorSetCounts = new Map<number, number>();
  return (variant) => {
    const { layout, turn } = parseVariant(category, variant);
    const count = colorSetCounts.get(layout) ?? countColorSets(category, seed, layout);
    colorSetCounts.set(layout, count);
    return `${layout} ${turn % count}`;
  };
}

function countColorSets(category: CategoryId, seed: string, layout: number): number {
  const context = createDrawingContext(category, buildDrawingSeed(category, seed, layout));
  let count = 1;
  const pickColors: DrawingContext['pickColors'] = (choices) => {
    count = choices.length;
    return choices[0]!;
  };
  LAYOUTS[category][layout]!({ ...context, pickColors });
  return count;
}

/** Returns the index of a variant's layout within its category, from 0. */
export function getLayoutIndex(category: CategoryId, variant: number): number {
  return parseVariant(category, variant).layout;
}

/**
 * Returns a predicate for cover variants. It is true for variants that differ from the category's newest covers in both
 * layout and colors.
 */
function createDistinctnessCheck(category: CategoryId, published: readonly number[]) {
  const neighbors = published.slice(0, NEIGHBORS).map((variant) => parseVariant(category, variant));
  return (variant: number): boolean => {
    const { layout, turn } = parseVariant(category, variant);
    return !neighbors.some((other) => other.layout === layout || areColorsAlike(other.turn, turn));
  };
}

/** Returns true if two turns (color variants) can have the same colors in any layout. */
function areColorsAlike(one: number, other: number): boolean {
  return COLOR_SETS.some((sets) => one % sets === other % sets);
}

interface VariantParts {
  layout: number;
  turn: number;
}

function parseVariant(category: CategoryId, variant: number): VariantParts {
  const count = countLayouts(category);
  return { layout: variant % count, turn: Math.floor(variant / count) };
}
