import { computeRelativeLuminance, mixColors } from '../color.ts';
import { clipSvgToShape, type DrawingContext } from '../drawing-context.ts';
import {
  drawDisc,
  drawRectangle,
  drawRing,
  drawShape,
  formatCoordinate,
  formatPoints,
  type Point,
  ROUND_LINE_ATTRIBUTES,
  strokePath,
} from '../svg.ts';
import type { Head } from './head.ts';

interface Complexion {
  skin: string;
  hair: string;
  blush: string;
  isBearded: boolean;
}

/** Draws the neck, the head, light from one side, and a face that consists of a few lines. */
export function drawHeadAndNeck(
  context: DrawingContext,
  head: Head,
  { skin, hair, blush, isBearded }: Complexion,
): string {
  const { random, palette } = context;
  const { x, y, halfWidth: w } = head;
  const shade = mixColors(skin, '#7A2F22', 0.2);
  const ink =
    computeRelativeLuminance(skin) > 0.16 ? palette.dark : mixColors(palette.light, skin, 0.1);
  const lips =
    computeRelativeLuminance(hair) > 0.16 ? palette.dark : mixColors(palette.light, skin, 0.3);
  const d = random.pick([ovalPath, squarePath, pointedPath])(head);
  const side = random.sign();
  const shadedSide = clipSvgToShape(
    context,
    drawShape(d, '#000'),
    drawRectangle([side > 0 ? x : x - 80, y - 80], 80, 170, shade),
  );
  const ears = [-1, 1].map((ear) => drawDisc([x + ear * w, y + 6], 8, shade)).join('');
  const earrings = random.chance(0.2)
    ? [-1, 1].map((ear) => drawDisc([x + ear * (w + 2), y + 18], 4.5, blush)).join('')
    : '';
  const neck = drawShape(
    `M${formatPoints([x - 20, y + 26])}H${x + 20}V${y + 68}a20 20 0 0 1 -40 0Z`,
    shade,
  );
  return (
    neck +
    ears +
    drawShape(d, skin) +
    shadedSide +
    (isBearded ? drawBeard(context, head, d, hair) : '') +
    drawCheeks(context, head, blush) +
    drawEyes(context, head, ink) +
    drawNose(context, head, ink, side) +
    drawMouth(context, head, isBearded ? lips : ink) +
    earrings
  );
}

function ovalPath({ x, y, halfWidth: w, halfHeight: h }: Head): string {
  return `M${formatPoints([x - w, y - 10])}a${formatPoints([w, h - 10])} 0 0 1 ${formatPoints([2 * w, 0])}V${y + 8}a${formatPoints([w, h - 6])} 0 0 1 ${formatPoints([-2 * w, 0])}Z`;
}

function squarePath({ x, y, halfWidth: w, halfHeight: h }: Head): string {
  return `M${formatPoints([x - w, y - h + 30])}q0 -30 30 -30H${formatCoordinate(x + w - 30)}q30 0 30 30V${formatCoordinate(y + h - 36)}q0 36 ${formatCoordinate(-w)} 36t${formatCoordinate(-w)} -36Z`;
}

function pointedPath({ x, y, halfWidth: w, halfHeight: h }: Head): string {
  const chin: Point = [x, y + h];
  return `M${formatPoints([x - w, y])}a${formatPoints([w, h])} 0 0 1 ${formatPoints([2 * w, 0])}C${formatPoints([x + w, y + 24], [x + 22, y + h], chin)}S${formatPoints([x - w, y + 24], [x - w, y])}Z`;
}

function drawBeard(
  context: DrawingContext,
  { x, y, halfWidth: w }: Head,
  outline: string,
  hair: string,
): string {
  const dip = context.random.pick([30, 36]);
  const d = `M${formatPoints([x - w - 2, y + 8])}Q${formatPoints([x - w * 0.6, y + dip], [x, y + 21])}T${formatPoints([x + w + 2, y + 8])}V${y + 70}H${formatCoordinate(x - w - 2)}Z`;
  return clipSvgToShape(context, drawShape(outline, '#000'), drawShape(d, hair));
}

function drawCheeks(
  { random }: DrawingContext,
  { x, y, halfWidth: w }: Head,
  blush: string,
): string {
  if (random.chance(0.5)) return '';
  return [-1, 1]
    .map((side) => drawDisc([x + side * w * 0.62, y + 19], 7, blush, { opacity: 0.45 }))
    .join('');
}

function drawEyes({ random }: DrawingContext, { x, y, halfWidth: w }: Head, ink: string): string {
  const [left, right, level] = [x - w * 0.45, x + w * 0.45, y + 2];
  const open = drawDisc([left, level], 4.3, ink) + drawDisc([right, level], 4.3, ink);
  const closed = strokePath(
    `M${formatPoints([left - 7, level])}q7 7 14 0M${formatPoints([right - 7, level])}q7 7 14 0`,
    ink,
    4,
    ROUND_LINE_ATTRIBUTES,
  );
  const brows = strokePath(
    `M${formatPoints([left - 7, level - 12])}q7 -5 14 0M${formatPoints([right - 7, level - 12])}q7 -5 14 0`,
    ink,
    3.2,
    ROUND_LINE_ATTRIBUTES,
  );
  const bridge = strokePath(
    `M${formatPoints([left + 13, level])}H${formatCoordinate(right - 13)}`,
    ink,
    3.4,
  );
  const spectacles =
    drawRing([left, level], 13, ink, 3.4) + drawRing([right, level], 13, ink, 3.4) + bridge;
  const frame = { fill: 'none', stroke: ink, 'stroke-width': 3.4, rx: 5 };
  const angularSpectacles =
    drawRectangle([left - 13, level - 10], 26, 20, 'none', frame) +
    drawRectangle([right - 13, level - 10], 26, 20, 'none', frame) +
    bridge;
  return random.pick([
    open,
    open + brows,
    open + brows,
    closed,
    closed + brows,
    open + spectacles,
    open + angularSpectacles,
  ]);
}

function drawNose({ random }: DrawingContext, { x, y }: Head, ink: string, side: number): string {
  const lines = [
    '',
    strokePath(`M${formatPoints([x, y + 4])}v13h${6 * side}`, ink, 3, ROUND_LINE_ATTRIBUTES),
    strokePath(
      `M${formatPoints([x - 4 * side, y + 16])}q${4 * side} 4 ${8 * side} 0`,
      ink,
      3,
      ROUND_LINE_ATTRIBUTES,
    ),
  ];
  return random.pick(lines);
}

function drawMouth({ random }: DrawingContext, { x, y }: Head, ink: string): string {
  const half = random.pick([8, 10, 11]);
  const bend = random.pick([4, 6, 8, 9]);
  return strokePath(
    `M${formatPoints([x - half, y + 28])}q${half} ${bend} ${half * 2} 0`,
    ink,
    4,
    ROUND_LINE_ATTRIBUTES,
  );
}
