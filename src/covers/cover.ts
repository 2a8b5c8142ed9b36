import type { CategoryId } from '#domain/categories.ts';
import type { GroundId } from '#domain/grounds.ts';
import { finish } from './finish.ts';
import { ARCS } from './geometries/arcs.ts';
import { BREATH } from './geometries/breath.ts';
import { CELLS } from './geometries/cells.ts';
import { CIRCUITS } from './geometries/circuits.ts';
import { FRAMES } from './geometries/frames.ts';
import { LABYRINTHS } from './geometries/labyrinths.ts';
import { PHYLLOTAXIS } from './geometries/phyllotaxis.ts';
import { RIDGES } from './geometries/ridges.ts';
import { RIPPLES } from './geometries/ripples.ts';
import { STRATA } from './geometries/strata.ts';
import { seededRandom } from './random.ts';
import { type Layout, openScene, type Scene } from './scene.ts';

/** Part of a picture's address. Raise it whenever a drawing changes, or readers keep the old one. */
export const COVER_VERSION = 2;

/** One geometry a category. */
const LAYOUTS: Readonly<Record<CategoryId, readonly Layout[]>> = {
  aac: ARCS,
  awd: LABYRINTHS,
  eag: RIDGES,
  haw: BREATH,
  mab: RIPPLES,
  nsm: PHYLLOTAXIS,
  phv: FRAMES,
  sag: CELLS,
  tae: CIRCUITS,
  whc: STRATA,
};

export interface Cover {
  /** 800 × 1000 units. */
  svg: string;
  /** What the lower 35 % of the drawing is, and a caption stands on. */
  ground: GroundId;
}

/** Sets of colours a layout is asked for, by number; a layout with fewer of them starts over. */
const COLOUR_TURNS = 24;

/** How many sets of colours layouts have: two turns give one layout the same set if they agree by one of these. */
const COLOUR_SETS = [6, 8, 10];

/** How many of the articles before it a cover keeps away from, in layout and in colours. */
const NEIGHBOURS = 3;

/**
 * The cover of an article. Depends on its arguments alone: publishing another article never changes it.
 * `seed` is the article's id; `variant` chooses layout and colours and defaults to {@link coverVariant}.
 */
export function drawCover({
  category,
  seed,
  variant = coverVariant(category, seed),
}: {
  category: CategoryId;
  seed: string;
  variant?: number;
}): Cover {
  const { layout, turn } = parts(category, variant);
  const draw = LAYOUTS[category][layout];
  if (!draw || turn < 0 || turn >= COLOUR_TURNS) {
    throw new RangeError(`Category ${category} has no cover variant ${variant}.`);
  }
  const scene = openScene(category, sceneSeed(category, seed, layout), turn);
  const drawing = draw(scene);
  return { svg: finish(scene, drawing), ground: drawing.ground };
}

function sceneSeed(category: CategoryId, seed: string, layout: number): string {
  return `${category}:${seed}:${layout}`;
}

/** How many layouts a category has. The layout of a variant is its remainder by this. */
export function layoutCount(category: CategoryId): number {
  return LAYOUTS[category].length;
}

/** How many variants a category has: each is below it. */
export function variantCount(category: CategoryId): number {
  return layoutCount(category) * COLOUR_TURNS;
}

/**
 * Layout and colours an article should have: what its seed chooses, or, where that would look like an article it will
 * stand beside, or like any other as long as there are looks for all, another that does not. To keep them apart, pass the
 * variants of the category's articles so far, newest first, once, when the article is published, and store the answer
 * with it. Deriving it again from a list that has grown would change a cover readers know.
 */
export function coverVariant(
  category: CategoryId,
  seed: string,
  published: readonly number[] = [],
): number {
  const count = variantCount(category);
  const own = seededRandom(`variant:${category}:${seed}`).integer(0, count - 1);
  const isApart = isApartFrom(category, published);
  const candidates = Array.from({ length: count }, (_, step) => (own + step) % count);
  const apart = candidates.filter(isApart);
  const unused = apart.filter((variant) => !published.includes(variant));
  const others = published.map((variant) => parts(category, variant));
  // Two of one layout and one set of colours are told apart by nobody: they stand as far from each other as can be.
  const distance = (variant: number) => {
    const { layout, turn } = parts(category, variant);
    const at = others.findIndex(
      (other) => other.layout === layout && areColoursAlike(other.turn, turn),
    );
    return at < 0 ? Number.POSITIVE_INFINITY : at;
  };
  const [best = own] = (unused.length ? unused : apart).toSorted(
    (one, other) => distance(other) - distance(one) || 0,
  );
  return best;
}

/**
 * Every variant of a category, for an editor to choose from: first those that would not look like one of the newest of
 * the category's other articles (`published`), so that layout and colours both change from each to the next.
 */
export function variantsToChoose(
  category: CategoryId,
  seed: string,
  published: readonly number[] = [],
): number[] {
  const count = layoutCount(category);
  const own = parts(category, coverVariant(category, seed, published));
  const all = Array.from({ length: variantCount(category) }, (_, at) => {
    const layout = (own.layout + at) % count;
    const turn = (own.turn + Math.floor(at / count) + TURNS_APART * (at % count)) % COLOUR_TURNS;
    return turn * count + layout;
  });
  const isApart = isApartFrom(category, published);
  const { true: apart = [], false: alike = [] } = Object.groupBy(all, (variant) =>
    isApart(variant) && !published.includes(variant) ? 'true' : 'false',
  );
  return [...apart, ...alike];
}

/** Turns between the colours of one choice and the next: no two of a handful agree, however many sets a layout has. */
const TURNS_APART = 7;

/**
 * Returns a function from a variant to a key that variants share if they look alike: a layout has fewer sets of colours than
 * there are turns. Each layout is drawn once, when it is first asked about.
 */
export function coverLooks(category: CategoryId, seed: string): (variant: number) => string {
  const sets = new Map<number, number>();
  return (variant) => {
    const { layout, turn } = parts(category, variant);
    const count = sets.get(layout) ?? countColourSets(category, seed, layout);
    sets.set(layout, count);
    return `${layout} ${turn % count}`;
  };
}

function countColourSets(category: CategoryId, seed: string, layout: number): number {
  const scene = openScene(category, sceneSeed(category, seed, layout));
  let count = 1;
  const pickColours: Scene['pickColours'] = (choices) => {
    count = choices.length;
    return choices[0]!;
  };
  LAYOUTS[category][layout]!({ ...scene, pickColours });
  return count;
}

/** Which of its category's layouts a variant is, from 0. */
export function coverLayout(category: CategoryId, variant: number): number {
  return parts(category, variant).layout;
}

/** Whether a variant looks like none of the newest of its category. */
function isApartFrom(category: CategoryId, published: readonly number[]) {
  const neighbours = published.slice(0, NEIGHBOURS).map((variant) => parts(category, variant));
  return (variant: number): boolean => {
    const { layout, turn } = parts(category, variant);
    return !neighbours.some(
      (other) => other.layout === layout || areColoursAlike(other.turn, turn),
    );
  };
}

/** Whether some layout has one set of colours for both turns. */
function areColoursAlike(one: number, other: number): boolean {
  return COLOUR_SETS.some((sets) => one % sets === other % sets);
}

interface Parts {
  layout: number;
  turn: number;
}

function parts(category: CategoryId, variant: number): Parts {
  const count = layoutCount(category);
  return { layout: variant % count, turn: Math.floor(variant / count) };
}
