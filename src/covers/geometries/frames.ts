import { mixColors } from '../color.ts';
import { COLOR_SCHEMES_BY_CATEGORY } from '../color-schemes.ts';
import {
  COVER_WIDTH,
  type ColorScheme,
  chooseColorScheme,
  clipSvgToShape,
  createGradient,
  type Drawing,
  type DrawingContext,
  drawAsPaperSheet,
  drawShapeAsPaperSheet,
  fadeIntoColor,
  fillBelowY,
  fillWholeCover,
  type LayoutFunction,
  mirrorAtRandom,
  SHAPE_BOTTOM_BEHIND_TITLE_Y,
} from '../drawing-context.ts';
import {
  createPolygonPath,
  drawRectangle,
  drawShape,
  formatCoordinate,
  formatPoints,
  interpolate,
  type Point,
  polarToPoint,
} from '../svg.ts';

/** Layouts for the category Philosophy & Human Values: nested frames with a light in the innermost one. */
export const FRAME_LAYOUTS: readonly LayoutFunction[] = [
  drawTurningFrames,
  drawArchway,
  drawHomage,
  drawWindows,
  drawStairs,
];

/** Draws nested frames that rotate as they become smaller. */
function drawTurningFrames(context: DrawingContext): Drawing {
  const { random } = context;
  const { ground, base, inks } = chooseColorScheme(context, COLOR_SCHEMES_BY_CATEGORY.phv, 'kept');
  const count = random.integer(6, 11);
  const narrowing = random.between(0.76, 0.85);
  const twist = random.between(0.05, 0.16) * random.sign();
  const focus: Point = [random.between(260, 540), random.between(230, 360)];
  let [size, angle] = [random.between(600, 860), Math.PI / 4 + random.between(-0.12, 0.12)];
  let art = '';
  for (let i = 0; i < count; i++) {
    const t = i / (count - 1);
    const [x, y] = [
      interpolate(400, focus[0], t ** 0.7),
      interpolate(560 - size * 0.5, focus[1], t ** 0.7),
    ];
    const fill = i === count - 1 ? inks.at(-1)! : inks[i % (inks.length - 1)]!;
    const corner = (k: number) =>
      polarToPoint([x, y], size * Math.SQRT1_2, angle + (k * Math.PI) / 2);
    art += drawShapeAsPaperSheet(
      context,
      createPolygonPath([corner(0), corner(1), corner(2), corner(3)]),
      fill,
      9,
    );
    size *= narrowing;
    angle += twist;
  }
  return { ground, art: fillWholeCover(base) + art };
}

function archPath([x, foot]: Point, half: number, top: number, isRound: boolean): string {
  return isRound
    ? `M${formatPoints([x - half, foot])}V${formatCoordinate(top + half)}a${formatPoints([half, half])} 0 0 1 ${formatPoints([half * 2, 0])}V${formatCoordinate(foot)}Z`
    : `M${formatPoints([x - half, foot])}V${formatCoordinate(top)}H${formatCoordinate(x + half)}V${formatCoordinate(foot)}Z`;
}

/**
 * Color schemes for {@link drawArchway}. The inks are the color of the wall, the two alternating colors of the arches,
 * and the color of the light.
 */
const HALLS: readonly ColorScheme[] = [
  { ground: 'dark', inks: ['soft', 'main', 'dark', 'accent'] },
  { ground: 'dark', inks: ['accent', 'dark', 'extra', 'light'] },
  { ground: 'main', inks: ['light', 'extra', 'dark', 'accent'] },
  { ground: 'extra', inks: ['light', 'main', 'dark', 'accent'] },
  { ground: 'light', inks: ['main', 'dark', 'soft', 'light'] },
  { ground: 'accent', inks: ['extra', 'dark', 'extra', 'accent'] },
  { ground: 'dark', inks: ['extra', 'dark', 'accent', 'light'] },
  { ground: 'soft', inks: ['dark', 'main', 'dark', 'light'] },
];

/** Draws nested arches. Light from the innermost arch falls on the ground in front of it. */
function drawArchway(context: DrawingContext): Drawing {
  const { random } = context;
  const { ground, base, inks } = chooseColorScheme(context, HALLS, 'kept');
  const [wall, firstColor, secondColor, lit] = inks as [string, string, string, string];
  const count = random.integer(4, 8);
  const foot = random.between(520, 590);
  const vanishing = random.between(230, 570);
  const widest = random.between(300, 440);
  const isRound = random.chance(0.7);
  let [art, last]: [string, [number, number]] = ['', [0, 0]];
  for (let i = 0; i < count; i++) {
    const t = i / (count - 1);
    const half = interpolate(widest, 46, t ** 0.8);
    const x = interpolate(400, vanishing, t);
    const top = interpolate(30, foot - 210, t ** 0.85);
    const fill = i === count - 1 ? lit : i % 2 ? secondColor : firstColor;
    art += drawShapeAsPaperSheet(context, archPath([x, foot], half, top, isRound), fill, 8);
    last = [x, half];
  }
  const [x, half] = last;
  const slide = random.between(-150, 150);
  const beam = createPolygonPath([
    [x - half, foot],
    [x + half, foot],
    [x + half * 2.6 + slide, foot + 150],
    [x - half * 2.6 + slide, foot + 150],
  ]);
  return {
    ground,
    art:
      fillWholeCover(wall) +
      art +
      fillBelowY(base, foot) +
      drawShape(beam, mixColors(base, lit, 0.75)) +
      fadeIntoColor(context, base, foot, Math.min(650, foot + 120)),
  };
}

/**
 * Draws nested squares in the style of Josef Albers. A slanted line divides the squares. On one side of the line, the
 * sequence of the squares' colors is shifted by one to three places.
 */
function drawHomage(context: DrawingContext): Drawing {
  const { random } = context;
  const { ground, base, inks } = chooseColorScheme(context, COLOR_SCHEMES_BY_CATEGORY.phv, 'kept');
  const count = random.integer(4, 7);
  const size = random.between(580, 900);
  const center = random.between(330, 470);
  const foot = random.between(570, 625);
  const shift = random.integer(1, 3);
  const rise = random.between(0.1, 0.3);
  const drift = random.between(-0.35, 0.35);
  const squares = (offset: number) =>
    Array.from({ length: count }, (_, i) => {
      const side = size * (1 - i / count);
      const gap = (size - side) * rise;
      const x = center - side / 2 + (size - side) * drift;
      const fill = inks[(i + offset) % inks.length]!;
      return drawRectangle([x, foot - gap - side], side, side, fill);
    }).join('');
  const pivot: Point = [center, foot - size * 0.4];
  const turn = random.between(20, 70) * random.sign();
  const half = drawRectangle([-1600, 0], 3200, 2400, '#000', {
    transform: `translate(${formatPoints(pivot)}) rotate(${formatCoordinate(turn)})`,
  });
  return {
    ground,
    art:
      fillWholeCover(base) +
      drawAsPaperSheet(context, squares(0), 14) +
      clipSvgToShape(context, half, squares(shift)),
  };
}

/** Draws a wall of windows in perspective. One of the windows is lit. */
function drawWindows(context: DrawingContext): Drawing {
  const { random } = context;
  const { ground, base, inks } = chooseColorScheme(context, COLOR_SCHEMES_BY_CATEGORY.phv, 'kept');
  const [reveal, shade, room, lit] = inks as [string, string, string, string];
  const [columns, rows] = random.pick([
    [2, 1],
    [3, 1],
    [3, 2],
    [4, 2],
    [5, 2],
    [5, 3],
  ]) as [number, number];
  const margin = random.between(50, 80);
  const gap = random.between(34, 60);
  const width = (COVER_WIDTH - 2 * margin - gap * (columns - 1)) / columns;
  const height = (590 - margin - gap * (rows - 1)) / rows;
  const eye: Point = [random.between(0, 1), random.between(0, 1)];
  const litCell = random.integer(0, columns * rows - 1);
  const isArched = random.chance(0.4);
  const depth = random.integer(3, 5);
  const openingPath = ([x, y]: Point, w: number, h: number) =>
    archPath([x + w / 2, y + h], w / 2, y, isArched && h > w);
  let art = '';
  for (let cell = 0; cell < columns * rows; cell++) {
    const x = margin + (cell % columns) * (width + gap);
    const y = margin + Math.floor(cell / columns) * (height + gap);
    for (let i = 0; i < depth; i++) {
      const t = (i / depth) * 0.8;
      const [w, h] = [width * (1 - t), height * (1 - t)];
      const corner: Point = [x + (width - w) * eye[0], y + (height - h) * eye[1]];
      const dark = [reveal, shade, mixColors(shade, room, 0.5), room, room][i]!;
      const fill = cell === litCell && i > 0 ? mixColors(lit, i % 2 ? reveal : lit, 0.25) : dark;
      art += i
        ? drawShape(openingPath(corner, w, h), fill)
        : drawShapeAsPaperSheet(context, openingPath(corner, w, h), fill, 6);
    }
  }
  return { ground, art: fillWholeCover(base) + art };
}

/** Draws a staircase that narrows toward an open door. */
function drawStairs(context: DrawingContext): Drawing {
  const { random, palette } = context;
  const scheme = chooseColorScheme(context, COLOR_SCHEMES_BY_CATEGORY.phv, 'kept');
  const [back, , , lit] = scheme.inks as [string, string, string, string];
  const count = random.integer(5, 9);
  const top = random.between(250, 330);
  const target = random.between(200, 600);
  const doorHeight = random.between(150, 210);
  const half = random.between(44, 74);
  const tread = (620 - top) / count;
  let art = '';
  for (let i = 0; i < count; i++) {
    const t = (i + 1) / count;
    const y = interpolate(top, 622, i / count);
    const reach = interpolate(half * 1.5, 560, t ** 1.3);
    const x = interpolate(target, 400, t);
    const face = mixColors(mixColors(back, palette.light, 0.35), scheme.base, t ** 0.8);
    const { definition, fill } = createGradient(
      context,
      [0, y],
      [0, y + tread * 2],
      [mixColors(face, '#ffffff', 0.22), face],
    );
    art +=
      definition +
      drawShapeAsPaperSheet(
        context,
        `M${formatPoints([x - reach, y])}H${formatCoordinate(x + reach)}V${SHAPE_BOTTOM_BEHIND_TITLE_Y}H${formatCoordinate(x - reach)}Z`,
        fill,
        7,
      );
  }
  const door = archPath([target, top], half, top - doorHeight, random.chance(0.6));
  const glow = archPath([target, top], half * 1.7, top - doorHeight * 1.35, true);
  return {
    ground: scheme.ground,
    art:
      fillWholeCover(back) +
      mirrorAtRandom(
        context,
        drawShape(glow, mixColors(back, lit, 0.3)) + drawShape(door, lit) + art,
      ) +
      fillBelowY(scheme.base, 622),
  };
}
