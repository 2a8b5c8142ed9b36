import { computeRelativeLuminance, mixColors } from '../color.ts';
import {
  type Drawing,
  type DrawingContext,
  drawAsPaperSheet,
  drawShapeAsPaperSheet,
  fillBelowY,
  fillWholeCover,
} from '../drawing-context.ts';
import {
  drawDisc,
  drawShape,
  formatCoordinate,
  formatPoints,
  interpolate,
  type Point,
} from '../svg.ts';
import { chooseRockColors } from './rock-beds.ts';

/** Draws a mound of terraces, like ruins of one age on top of ruins of an earlier age. */
export function drawTerraces(context: DrawingContext): Drawing {
  const { random, palette } = context;
  const { ground, base, sky, beds } = chooseRockColors(context);
  const count = random.integer(4, 8);
  const [foot, top] = [612, random.between(170, 290)];
  const rise = (foot - top) / count;
  const middle = random.between(300, 500);
  const sun = drawDisc(
    [middle + random.between(180, 300) * random.sign(), random.between(110, 190)],
    random.between(50, 95),
    sky === palette.accent ? palette.light : palette.accent,
  );
  let art = '';
  for (let k = count - 1; k >= 0; k--) {
    const y = foot - rise * (k + 1);
    const half = interpolate(470, 90, (k / (count - 1)) ** 0.9);
    const color = beds[k % beds.length]!;
    const mark = mixColors(
      color,
      computeRelativeLuminance(color) > 0.2 ? palette.dark : palette.light,
      0.45,
    );
    const batter = rise * 0.22;
    const step = `M${formatPoints([middle - half, y])}H${formatCoordinate(middle + half)}L${formatPoints([middle + half + batter, foot + 60])}H${formatCoordinate(middle - half - batter)}Z`;
    art +=
      drawShapeAsPaperSheet(context, step, color, 7) +
      drawDoors(context, [middle, y + rise], half, rise, mark, k);
  }
  return {
    ground,
    art:
      fillWholeCover(sky) + sun + art + drawAsPaperSheet(context, fillBelowY(base, foot), 8, 0.3),
  };
}

/** Draws a row of doors or niches along one terrace. */
function drawDoors(
  context: DrawingContext,
  [x, foot]: Point,
  half: number,
  rise: number,
  color: string,
  terrace: number,
): string {
  const { random } = context;
  const kind = (terrace + random.integer(0, 1)) % 3;
  const pitch = rise * random.between(0.6, 1.1);
  const count = Math.max(1, Math.floor((half * 2 - pitch) / pitch) | 1);
  let d = '';
  for (let i = 0; i < count; i++) {
    const middle = x + (i - (count - 1) / 2) * pitch;
    const w = pitch * 0.2;
    if (kind === 0)
      d += `M${formatPoints([middle - w, foot])}v${formatCoordinate(-rise * 0.4)}a${formatPoints([w, w])} 0 0 1 ${formatPoints([w * 2, 0])}V${formatCoordinate(foot)}Z`;
    if (kind === 1)
      d += `M${formatPoints([middle - w * 1.6, foot - rise * 0.34])}h${formatCoordinate(w * 3.2)}v${formatCoordinate(-rise * 0.16)}h${formatCoordinate(-w * 3.2)}Z`;
    if (kind === 2 && i % 2 === 0)
      d += `M${formatPoints([middle, foot - rise * 0.7])}l${formatPoints([w * 1.6, rise * 0.45])}h${formatCoordinate(-w * 3.2)}Z`;
  }
  return drawShape(d, color);
}
