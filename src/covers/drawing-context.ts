import type { CategoryId } from '#domain/categories.ts';
import { COVER_GROUNDS_BY_ID, type CoverGroundId } from '#domain/cover-grounds.ts';
import { computeContrastRatio } from './color.ts';
import { PALETTES_BY_CATEGORY, type Palette, type PaletteColorKey } from './palettes.ts';
import {
  createSeededRandom,
  createSmoothNoise,
  type NoiseFunction,
  type RandomSource,
} from './random.ts';
import {
  createSvgElement,
  createSvgGroup,
  drawRectangle,
  drawShape,
  formatCoordinate,
  type Point,
} from './svg.ts';

export const COVER_WIDTH = 800;
export const COVER_HEIGHT = 1000;

/**
 * Vertical position at which the title of a cover begins. The area below contains only the ground, which is the
 * background color of the title.
 */
export const TITLE_TOP_Y = 650;

/**
 * Vertical position of the lower edge of shapes that end behind the ground (the background of the title). It is
 * slightly below {@link TITLE_TOP_Y}, so that the ground hides both the edges and their shadows.
 */
export const SHAPE_BOTTOM_BEHIND_TITLE_Y = 680;

/** The context for a drawing: its category, its source of random numbers, and its colors. */
export interface DrawingContext {
  category: CategoryId;
  random: RandomSource;
  noise: NoiseFunction;
  palette: Palette;
  /** Returns one of the given color sets. The article's cover variant determines which one. */
  pickColors<T>(choices: readonly T[]): T;
  /**
   * Returns the ground (the background color of the title) for an ink (a palette color). This is the ink's own color,
   * or the closest color on which text is legible.
   */
  ground(ink: PaletteColorKey): { id: CoverGroundId; hex: string };
  /** Returns an ID for an SVG element that is unique within this drawing. */
  nextId(): string;
}

/**
 * A drawing and its ground (the background color of the title), without the lighting and the paper texture of a cover.
 */
export interface Drawing {
  ground: CoverGroundId;
  art: string;
}

export type LayoutFunction = (context: DrawingContext) => Drawing;

/**
 * A combination of palette colors: the ground (the background color of the title) and the inks (the colors of the
 * drawing). The most important ink comes first.
 */
export interface ColorScheme {
  ground: PaletteColorKey;
  inks: readonly PaletteColorKey[];
}

export function createDrawingContext(category: CategoryId, seed: string, turn = 0): DrawingContext {
  const random = createSeededRandom(seed);
  let idCount = 0;
  return {
    category,
    random,
    noise: createSmoothNoise(random),
    palette: PALETTES_BY_CATEGORY[category],
    pickColors: (choices) => choices[turn % choices.length]!,
    ground: (ink) => {
      const id: CoverGroundId = `${category}-${ink}`;
      return { id, hex: COVER_GROUNDS_BY_ID[id].hex };
    },
    nextId: () => `i${(idCount++).toString(36)}`,
  };
}

/**
 * Chooses a color scheme and returns its colors. If `order` is `free`, the inks (the colors of the drawing) have no
 * fixed roles, and are shuffled in about half of all drawings. They are not shuffled if the new first ink would be too
 * similar to the background of the title.
 */
export function chooseColorScheme(
  context: DrawingContext,
  schemes: readonly ColorScheme[],
  order: 'free' | 'kept' = 'free',
): { ground: CoverGroundId; base: string; inks: string[] } {
  const { random, palette } = context;
  const scheme = context.pickColors(schemes);
  const { id, hex } = context.ground(scheme.ground);
  const inks = scheme.inks.map((ink) => palette[ink]);
  const shuffled = random.shuffle(inks);
  const isShuffled =
    order === 'free' && random.chance(0.6) && computeContrastRatio(shuffled[0]!, hex) > 1.7;
  return { ground: id, base: hex, inks: isShuffled ? shuffled : inks };
}

/** Fills the entire cover with one color. */
export function fillWholeCover(color: string): string {
  return drawRectangle([0, 0], COVER_WIDTH, COVER_HEIGHT, color);
}

/** Fills everything below `y` with one color. */
export function fillBelowY(color: string, y: number = TITLE_TOP_Y): string {
  return drawRectangle([0, y], COVER_WIDTH, COVER_HEIGHT - y, color);
}

/**
 * Fades the drawing to a color between the vertical positions `from` and `to`, and fills everything below
 * `to` with that color.
 */
export function fadeIntoColor(
  context: DrawingContext,
  color: string,
  from: number,
  to: number = TITLE_TOP_Y,
): string {
  const id = context.nextId();
  const offsets = [0, 0.15, 0.3, 0.5, 0.7, 0.85, 1];
  const stops = offsets.map((t) => createGradientStop(t, color, t * t * (3 - 2 * t))).join('');
  const gradientAttributes = {
    id,
    gradientUnits: 'userSpaceOnUse',
    x1: 0,
    y1: formatCoordinate(from),
    x2: 0,
    y2: formatCoordinate(to),
  };
  return (
    createSvgElement('linearGradient', gradientAttributes, stops) +
    drawRectangle([0, from], COVER_WIDTH, COVER_HEIGHT - from, `url(#${id})`)
  );
}

/**
 * Creates a linear gradient from one color at `from` to another color at `to`. Returns its SVG definition, and a value
 * for `fill` that refers to the definition.
 */
export function createGradient(
  context: DrawingContext,
  from: Point,
  to: Point,
  colors: readonly [string, string],
): { definition: string; fill: string } {
  const id = context.nextId();
  const [x1, y1] = from.map(formatCoordinate) as [string, string];
  const [x2, y2] = to.map(formatCoordinate) as [string, string];
  const stops = createGradientStop(0, colors[0], 1) + createGradientStop(1, colors[1], 1);
  return {
    definition: createSvgElement(
      'linearGradient',
      { id, gradientUnits: 'userSpaceOnUse', x1, y1, x2, y2 },
      stops,
    ),
    fill: `url(#${id})`,
  };
}

/** Clips SVG content to a shape, which may consist of any SVG elements. */
export function clipSvgToShape(context: DrawingContext, inside: string, content: string): string {
  const id = context.nextId();
  return (
    createSvgElement('clipPath', { id }, inside) +
    createSvgGroup(content, { 'clip-path': `url(#${id})` })
  );
}

/** Draws SVG content with a soft shadow, as if it were a sheet of paper above the rest of the drawing. */
export function drawAsPaperSheet(
  context: DrawingContext,
  content: string,
  height = 10,
  opacity = 0.35,
): string {
  const id = context.nextId();
  const shadow = createSvgElement('feDropShadow', {
    dx: 0,
    dy: height * 0.4,
    stdDeviation: height,
    'flood-color': context.palette.dark,
    'flood-opacity': opacity,
  });
  // Shadow filters take most of the time that librsvg needs to render a cover. A small filter region and sRGB
  // arithmetic make them faster.
  const region = { x: '-25%', y: '-25%', width: '150%', height: '150%' };
  const filter = { id, ...region, 'color-interpolation-filters': 'sRGB' };
  return (
    createSvgElement('filter', filter, shadow) + createSvgGroup(content, { filter: `url(#${id})` })
  );
}

/**
 * Draws one filled shape with a soft shadow, as if it were a sheet of paper above the rest of the drawing. The result
 * looks like that of {@link drawAsPaperSheet}. For large shapes, it takes only a tenth of the time, because it draws a
 * few wide, faint outlines instead of blurring the entire cover.
 */
export function drawShapeAsPaperSheet(
  context: DrawingContext,
  d: string,
  fill: string,
  height = 8,
): string {
  const outlineAttributes = {
    stroke: context.palette.dark,
    'stroke-opacity': 0.055,
    'stroke-linejoin': 'round',
  };
  const outlines = [0.7, 1.4, 2.2, 3.1, 4.2]
    .map((spread) =>
      createSvgElement('path', {
        d,
        fill: 'none',
        'stroke-width': formatCoordinate(height * spread),
      }),
    )
    .join('');
  return (
    createSvgGroup(outlines, {
      ...outlineAttributes,
      transform: `translate(0 ${formatCoordinate(height * 0.3)})`,
    }) + drawShape(d, fill)
  );
}

/** Mirrors SVG content horizontally in about half of all drawings, at random. */
export function mirrorAtRandom(context: DrawingContext, content: string): string {
  return context.random.chance(0.5)
    ? createSvgGroup(content, { transform: `translate(${COVER_WIDTH} 0) scale(-1 1)` })
    : content;
}

export function createGradientStop(offset: number, color: string, opacity: number): string {
  return createSvgElement('stop', { offset, 'stop-color': color, 'stop-opacity': opacity });
}
