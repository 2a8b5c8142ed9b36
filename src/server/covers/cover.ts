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
import { type Layout, openScene } from './scene.ts';

/** Part of a picture's address. Raise it whenever a drawing changes, or readers keep the old one. */
export const COVER_VERSION = 1;

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

/**
 * The cover of an article. Depends on its arguments alone: publishing another article never changes it.
 * `seed` is the article's id; `variant` chooses the layout and defaults to {@link coverVariant}.
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
  const layouts = LAYOUTS[category];
  const layout = layouts[variant];
  if (!layout)
    throw new RangeError(`Category ${category} has ${layouts.length} layouts, no ${variant}.`);
  const scene = openScene(category, `${category}:${seed}:${variant}`);
  const drawing = layout(scene);
  return { svg: finish(scene, drawing), ground: drawing.ground };
}

/** How many layouts a category has; a variant is below it. */
export function layoutCount(category: CategoryId): number {
  return LAYOUTS[category].length;
}

/**
 * The layout an article should have: the one its seed chooses, or, where articles it will stand beside
 * already have that one, the next that is free. To keep neighbours apart, pass the variants of the articles
 * published just before it in its category, once, when it is published, and store the answer with it.
 * Deriving it again later from a list that has grown would change a cover readers know.
 */
export function coverVariant(
  category: CategoryId,
  seed: string,
  besides: readonly number[] = [],
): number {
  const count = layoutCount(category);
  const own = seededRandom(`layout:${category}:${seed}`).integer(0, count - 1);
  const candidates = Array.from({ length: count }, (_, step) => (own + step) % count);
  return candidates.find((variant) => !besides.includes(variant)) ?? own;
}
