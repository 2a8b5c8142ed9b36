import { computeRelativeLuminance, mixColors } from '../color.ts';
import {
  type DrawingContext,
  drawShapeAsPaperSheet,
  SHAPE_BOTTOM_BEHIND_TITLE_Y,
} from '../drawing-context.ts';
import type { Palette } from '../palettes.ts';
import {
  createSmoothCurvePath,
  formatCoordinate,
  formatPoints,
  interpolate,
  type Point,
  ROUND_LINE_ATTRIBUTES,
  strokePath,
} from '../svg.ts';

type Ink = keyof Palette;

/**
 * The colors of a geological cross-section: the sky, the strata (which {@link chooseRockColors} shuffles), and the
 * background of the title.
 */
interface Section {
  sky: Ink;
  beds: readonly Ink[];
  ground: Ink;
}

const SECTIONS: readonly Section[] = [
  { sky: 'light', beds: ['accent', 'main', 'soft', 'extra'], ground: 'dark' },
  { sky: 'accent', beds: ['main', 'light', 'extra', 'soft'], ground: 'dark' },
  { sky: 'extra', beds: ['accent', 'light', 'main', 'soft'], ground: 'dark' },
  { sky: 'soft', beds: ['main', 'light', 'dark', 'accent'], ground: 'extra' },
  { sky: 'extra', beds: ['soft', 'accent', 'dark', 'light'], ground: 'main' },
  { sky: 'dark', beds: ['accent', 'soft', 'main', 'extra'], ground: 'light' },
  { sky: 'main', beds: ['light', 'soft', 'dark', 'extra'], ground: 'accent' },
  { sky: 'light', beds: ['extra', 'dark', 'main', 'accent'], ground: 'soft' },
];

export function chooseRockColors(context: DrawingContext) {
  const section = context.pickColors(SECTIONS);
  const { id, hex } = context.ground(section.ground);
  const beds = context.random.shuffle(section.beds).map((ink) => context.palette[ink]);
  return { ground: id, base: hex, sky: context.palette[section.sky], beds };
}

export type HeightFunction = (x: number) => number;

/**
 * Draws the texture of a stratum, as in a geological cross-section. `kind` is 0 for sand (dots), 1 for shale (dashes)
 * or 2 for slanted lines.
 */
export function drawRockTexture(
  kind: number,
  top: HeightFunction,
  bottom: HeightFunction,
  color: string,
): string {
  let d = '';
  const width = kind === 0 ? 5 : 3.2;
  for (let x = -40; x < 850; x += [22, 30, 16][kind]!) {
    const [high, low] = [top(x), bottom(x)];
    if (kind === 1) d += `M${formatPoints([x, (high + low) / 2])}h16`;
    if (kind === 2)
      d += `M${formatPoints([x, high + 4])}l-10 ${formatCoordinate((low - high) * 0.5)}`;
    for (let y = high + 13; kind === 0 && y < low - 6; y += 20)
      d += `M${formatPoints([x + (Math.round((y - high) / 20) & 1) * 11, y])}h.1`;
  }
  return strokePath(d, color, width, ROUND_LINE_ATTRIBUTES);
}

/** Returns the path of the area below the curve of a height function. */
export function createAreaBelowCurvePath(height: HeightFunction): string {
  const points: Point[] = [];
  for (let x = -60; x <= 870; x += 46) points.push([x, height(x)]);
  return `${createSmoothCurvePath(points)}V${SHAPE_BOTTOM_BEHIND_TITLE_Y}H-60Z`;
}

/**
 * Draws a stack of `count` strata between two depths. Returns the drawing, and the lower edge of the stack as a height
 * function (vertical position by horizontal position).
 */
export function drawRockBeds(
  context: DrawingContext,
  beds: readonly string[],
  top: number,
  bottom: number,
  count: number,
) {
  const { random, noise, palette } = context;
  const [phase, key] = [random.between(0, 9), random.between(0, 40)];
  const weights = Array.from(
    { length: count },
    (_, i) => 0.45 + (noise(i * 3.7 + key, 8) * 0.5 + 0.5) * 1.4,
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const edge = (i: number): HeightFunction => {
    const share = weights.slice(0, i).reduce((sum, weight) => sum + weight, 0) / total;
    return (x) =>
      interpolate(top, bottom, share) +
      noise(x / 300 + phase, i * 0.35 + key) * 44 * (1 - share * 0.75);
  };
  let art = '';
  for (let i = 0; i < count; i++) {
    const color = beds[i % beds.length]!;
    const [high, low] = [edge(i), edge(i + 1)];
    const thickness = low(400) - high(400);
    const mark = mixColors(
      color,
      computeRelativeLuminance(color) > 0.2 ? palette.dark : palette.light,
      0.45,
    );
    art += drawShapeAsPaperSheet(context, createAreaBelowCurvePath(high), color, 6);
    if (thickness > 34 && i % 2 === 0) art += drawRockTexture(i % 3, high, low, mark);
  }
  return { art, lowerEdge: edge(count) };
}
