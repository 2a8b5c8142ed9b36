import type { CategoryId } from '#domain/categories.ts';
import { GROUNDS, type GroundId } from '#domain/grounds.ts';
import { contrast } from './colour.ts';
import { type Ink, PALETTES, type Palette } from './palettes.ts';
import { type Noise, type Random, seededRandom, smoothNoise } from './random.ts';
import { element, group, type Point, rectangle, round, shape } from './svg.ts';

export const WIDTH = 800;
export const HEIGHT = 1000;

/** Vertical position at which the title begins. Below it, a cover is only its ground. */
export const TITLE_TOP = 650;

/**
 * Vertical position at which shapes end that continue behind the ground. It is a little below {@link
 * TITLE_TOP}, so that the ground covers the shadows of their lower edges.
 */
export const SHAPES_BOTTOM = 680;

/** Context of a drawing: its category, random numbers and colors. */
export interface Scene {
  category: CategoryId;
  random: Random;
  noise: Noise;
  palette: Palette;
  /** Returns one of a layout's color sets, selected by the article's variant. */
  pickColours<T>(choices: readonly T[]): T;
  /**
   * Returns the ground that corresponds to an ink: the ink itself, or the closest color on which text is
   * legible.
   */
  ground(ink: Ink): { id: GroundId; hex: string };
  /** Returns an SVG id that is unique in this drawing. */
  nextId(): string;
}

/** A drawing and its ground, before light and paper texture are added. */
export interface Drawing {
  ground: GroundId;
  art: string;
}

export type Layout = (scene: Scene) => Drawing;

/**
 * Inks that go together: the ground behind the title, and the inks of the drawing, the most important first.
 */
export interface Scheme {
  ground: Ink;
  inks: readonly Ink[];
}

export function openScene(category: CategoryId, seed: string, turn = 0): Scene {
  const random = seededRandom(seed);
  let ids = 0;
  return {
    category,
    random,
    noise: smoothNoise(random),
    palette: PALETTES[category],
    pickColours: (choices) => choices[turn % choices.length]!,
    ground: (ink) => {
      const id: GroundId = `${category}-${ink}`;
      return { id, hex: GROUNDS[id].hex };
    },
    nextId: () => `i${(ids++).toString(36)}`,
  };
}

/**
 * Chooses a scheme and returns its colors. If the layout gives the inks no fixed roles (`order` is `free`),
 * about half of all drawings shuffle them, unless the first ink would be too close to the ground.
 */
export function chooseScheme(
  scene: Scene,
  schemes: readonly Scheme[],
  order: 'free' | 'kept' = 'free',
): { ground: GroundId; base: string; inks: string[] } {
  const { random, palette } = scene;
  const scheme = scene.pickColours(schemes);
  const { id, hex } = scene.ground(scheme.ground);
  const inks = scheme.inks.map((ink) => palette[ink]);
  const shuffled = random.shuffle(inks);
  const isFree = order === 'free' && random.chance(0.6) && contrast(shuffled[0]!, hex) > 1.7;
  return { ground: id, base: hex, inks: isFree ? shuffled : inks };
}

/** Fills the whole page with one color. */
export function fillPage(colour: string): string {
  return rectangle([0, 0], WIDTH, HEIGHT, colour);
}

/** Fills everything below `y` with one color. */
export function fillBelow(colour: string, y: number = TITLE_TOP): string {
  return rectangle([0, y], WIDTH, HEIGHT - y, colour);
}

/**
 * Fades the drawing to a color between the vertical positions `from` and `to`, and fills everything below
 * `to` with the color.
 */
export function dissolve(
  scene: Scene,
  colour: string,
  from: number,
  to: number = TITLE_TOP,
): string {
  const id = scene.nextId();
  const eased = [0, 0.15, 0.3, 0.5, 0.7, 0.85, 1];
  const stops = eased.map((t) => stop(t, colour, t * t * (3 - 2 * t))).join('');
  const place = {
    id,
    gradientUnits: 'userSpaceOnUse',
    x1: 0,
    y1: round(from),
    x2: 0,
    y2: round(to),
  };
  return (
    element('linearGradient', place, stops) +
    rectangle([0, from], WIDTH, HEIGHT - from, `url(#${id})`)
  );
}

/** Returns a gradient from one color at `from` to another at `to`, with its SVG definition. */
export function gradient(
  scene: Scene,
  from: Point,
  to: Point,
  colours: readonly [string, string],
): { definition: string; fill: string } {
  const id = scene.nextId();
  const [x1, y1] = from.map(round) as [string, string];
  const [x2, y2] = to.map(round) as [string, string];
  const stops = stop(0, colours[0], 1) + stop(1, colours[1], 1);
  return {
    definition: element(
      'linearGradient',
      { id, gradientUnits: 'userSpaceOnUse', x1, y1, x2, y2 },
      stops,
    ),
    fill: `url(#${id})`,
  };
}

/** Clips content to a shape (any SVG elements). */
export function clip(scene: Scene, inside: string, content: string): string {
  const id = scene.nextId();
  return element('clipPath', { id }, inside) + group(content, { 'clip-path': `url(#${id})` });
}

/** Draws content like a sheet of paper above the rest of the drawing, with a soft shadow. */
export function liftContent(scene: Scene, content: string, height = 10, opacity = 0.35): string {
  const id = scene.nextId();
  const drop = element('feDropShadow', {
    dx: 0,
    dy: height * 0.4,
    stdDeviation: height,
    'flood-color': scene.palette.dark,
    'flood-opacity': opacity,
  });
  // librsvg spends most of a cover's rendering time on this filter. A small region and sRGB arithmetic make
  // it faster.
  const region = { x: '-25%', y: '-25%', width: '150%', height: '150%' };
  const filter = { id, ...region, 'color-interpolation-filters': 'sRGB' };
  return element('filter', filter, drop) + group(content, { filter: `url(#${id})` });
}

/**
 * Draws one filled shape like a sheet of paper above the rest of the drawing. It looks like {@link
 * liftContent}, but costs a tenth for large shapes: a few wide, faint outlines replace a blur of the whole
 * page.
 */
export function raiseShape(scene: Scene, d: string, fill: string, height = 8): string {
  const halo = { stroke: scene.palette.dark, 'stroke-opacity': 0.055, 'stroke-linejoin': 'round' };
  const outlines = [0.7, 1.4, 2.2, 3.1, 4.2]
    .map((spread) => element('path', { d, fill: 'none', 'stroke-width': round(height * spread) }))
    .join('');
  return (
    group(outlines, { ...halo, transform: `translate(0 ${round(height * 0.3)})` }) + shape(d, fill)
  );
}

/** Mirrors content horizontally for half of all seeds. */
export function mirrorHalf(scene: Scene, content: string): string {
  return scene.random.chance(0.5)
    ? group(content, { transform: `translate(${WIDTH} 0) scale(-1 1)` })
    : content;
}

export function stop(offset: number, colour: string, opacity: number): string {
  return element('stop', { offset, 'stop-color': colour, 'stop-opacity': opacity });
}
