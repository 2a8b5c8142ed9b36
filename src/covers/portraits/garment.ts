import { computeRelativeLuminance, mixColors } from '../color.ts';
import { clipSvgToShape, type DrawingContext } from '../drawing-context.ts';
import {
  drawDisc,
  drawRectangle,
  drawRing,
  drawShape,
  formatCoordinate,
  formatPoints,
  strokePath,
} from '../svg.ts';

/** Draws shoulders in one palette color with a pattern in another palette color. */
export function drawGarment(context: DrawingContext, backdrop: string): string {
  const { random, palette } = context;
  const { main, extra, dark, light, accent } = palette;
  const distinctColors = [main, extra, dark, light, accent].filter(
    (color) =>
      Math.abs(computeRelativeLuminance(color) - computeRelativeLuminance(backdrop)) > 0.06,
  );
  const cloth = random.pick(distinctColors);
  const trim = random.pick([accent, light, dark, extra].filter((color) => color !== cloth));
  const half = random.between(78, 94);
  const shoulders = random.pick([slopingShouldersPath, paddedShouldersPath])(half);
  const patterns = [
    drawYoke,
    drawSplit,
    drawBreton,
    drawLapels,
    drawButtons,
    drawCollar,
    drawPlain,
  ];
  const pattern = random.pick(patterns)(cloth, trim);
  return clipSvgToShape(
    context,
    drawShape(shoulders, '#000'),
    drawShape(shoulders, cloth) + pattern,
  );
}

function slopingShouldersPath(half: number): string {
  const [left, right] = [128 - half, 128 + half];
  return `M${formatPoints([left, 262])}V234C${formatPoints([left, 192], [left + 40, 180], [128, 180])}S${formatPoints([right, 192], [right, 234])}V262Z`;
}

function paddedShouldersPath(half: number): string {
  const [left, right] = [128 - half, 128 + half];
  return `M${formatPoints([left - 8, 262])}L${formatPoints([left + 16, 200])}Q${formatPoints([left + 22, 184], [94, 180])}H162Q${formatPoints([right - 22, 184], [right - 16, 200])}L${formatPoints([right + 8, 262])}Z`;
}

type Pattern = (cloth: string, trim: string) => string;

const drawYoke: Pattern = (_, trim) =>
  [42, 64, 86, 108].map((r) => drawRing([128, 172], r, trim, 7)).join('');

const drawSplit: Pattern = (cloth, trim) =>
  drawRectangle([128, 160], 140, 110, mixColors(cloth, trim, 0.35));

const drawBreton: Pattern = (_, trim) =>
  [206, 221, 236, 251].map((y) => drawRectangle([20, y], 216, 6, trim)).join('');

const drawLapels: Pattern = (cloth, trim) =>
  drawShape('M128 262L92 176H164Z', trim) +
  strokePath('M92 176L128 262L164 176', mixColors(cloth, '#000000', 0.25), 4);

const drawButtons: Pattern = (cloth, trim) =>
  drawRectangle([121, 176], 14, 90, mixColors(cloth, trim, 0.25)) +
  [214, 238].map((y) => drawDisc([128, y], 4.4, trim)).join('');

const drawCollar: Pattern = (_, trim) => {
  const wingPath = (side: number) =>
    `M128 206L${formatCoordinate(128 + side * 38)} 172L${formatCoordinate(128 + side * 44)} 204Z`;
  return drawShape(wingPath(-1) + wingPath(1), trim);
};

const drawPlain: Pattern = (cloth, trim) =>
  drawRing([128, 168], 32, mixColors(cloth, trim, 0.6), 9);
