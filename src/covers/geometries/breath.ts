import { mixColors } from '../color.ts';
import { COLOR_SCHEMES_BY_CATEGORY } from '../color-schemes.ts';
import {
  COVER_WIDTH,
  chooseColorScheme,
  type Drawing,
  type DrawingContext,
  drawAsPaperSheet,
  drawShapeAsPaperSheet,
  fadeIntoColor,
  fillWholeCover,
  type LayoutFunction,
  mirrorAtRandom,
  SHAPE_BOTTOM_BEHIND_TITLE_Y,
  TITLE_TOP_Y,
} from '../drawing-context.ts';
import {
  createBandPath,
  createSmoothCurvePath,
  drawDisc,
  FULL_TURN,
  formatCoordinate,
  formatPoints,
  interpolate,
  type Point,
  ROUND_LINE_ATTRIBUTES,
  strokePath,
} from '../svg.ts';
import { drawBloom, drawRisingSuns } from './bloom.ts';

/** Layouts for the category Health & Well-being: lines that move like breath. */
export const BREATH_LAYOUTS: readonly LayoutFunction[] = [
  drawPartingLines,
  drawFountain,
  drawRibbons,
  drawCurrent,
  drawBloom,
  drawRisingSuns,
];

/** Draws lines that bend around a disc on both sides. Below the disc, they become thinner or fade out. */
function drawPartingLines(context: DrawingContext): Drawing {
  const { random, noise } = context;
  const { ground, base, inks } = chooseColorScheme(context, COLOR_SCHEMES_BY_CATEGORY.haw);
  const [ink, second, third] = inks as [string, string, string];
  const heart: Point = [random.between(230, 570), random.between(230, 360)];
  const radius = random.between(100, 165);
  const isUpright = random.chance(0.45);
  const count = random.integer(16, 28);
  const extent = isUpright ? COVER_WIDTH : 640;
  const [along0, across0] = isUpright ? [heart[1], heart[0]] : heart;
  let lines = '';
  for (let k = -5; k <= count + 5; k++) {
    const across = interpolate(0, extent, k / count);
    const offset = across - across0;
    const points: Point[] = [];
    for (let along = -30; along <= (isUpright ? 640 : COVER_WIDTH + 30); along += 40) {
      const nearness = Math.exp(-(((along - along0) / (radius * 1.25)) ** 2));
      const push =
        Math.sign(offset || 1) *
        radius *
        1.15 *
        nearness *
        Math.exp(-Math.abs(offset) / (radius * 1.5));
      const value = across + push + noise(along / 320, across / 300) * 16;
      points.push(isUpright ? [value, along] : [along, value]);
    }
    const lowest = Math.max(...points.map(([, y]) => y));
    if (!isUpright && lowest > 626) continue;
    const calm = isUpright ? 1 : Math.min(1, (TITLE_TOP_Y - across) / 240);
    const width = (extent / count) * (0.3 + 0.14 * Math.sin(k * 0.9)) * calm ** 0.8;
    const color = k % 6 === 2 ? second : k % 6 === 5 ? third : ink;
    lines += strokePath(
      createSmoothCurvePath(points),
      color,
      Math.max(1.5, width),
      ROUND_LINE_ATTRIBUTES,
    );
  }
  const ball = drawDisc(heart, radius * 0.84, random.pick([second, third]));
  return {
    ground,
    art:
      fillWholeCover(base) +
      lines +
      (isUpright ? fadeIntoColor(context, base, 420, 640) : '') +
      drawAsPaperSheet(context, ball, 14),
  };
}

/** Draws lines that rise together, separate at the top, and fall, like a fountain. */
function drawFountain(context: DrawingContext): Drawing {
  const { random } = context;
  const { ground, base, inks } = chooseColorScheme(context, COLOR_SCHEMES_BY_CATEGORY.haw);
  const center = random.between(330, 470);
  const count = random.integer(4, 8);
  const pitch = random.between(24, 36);
  const width = pitch * random.between(0.55, 0.92);
  const turnAt = random.between(300, 380);
  const isEven = random.chance(0.4);
  const radii = [count * pitch + random.between(20, 80), count * pitch + random.between(20, 80)];
  if (isEven) radii[1] = radii[0]!;
  const colors = random.shuffle(inks.slice(0, 4));
  const reach = Math.max(...radii);
  const aura = drawDisc(
    [center, turnAt - reach * 0.1],
    Math.min(reach * 1.4, 620 - turnAt),
    mixColors(base, inks[1]!, 0.3),
  );
  let art = '';
  for (let k = count - 1; k >= 0; k--) {
    for (const [side, sign] of [
      [0, -1],
      [1, 1],
    ] as const) {
      const offset = (k + 0.5) * pitch;
      const r = radii[side]! - offset;
      const fall = turnAt + 20 + random.between(40, 220) * (1 - (k / count) * 0.6);
      const d = `M${formatPoints([center + sign * offset, 700])}V${formatCoordinate(turnAt)}a${formatPoints([r, r])} 0 0 ${side} ${formatPoints([sign * 2 * r, 0])}V${formatCoordinate(Math.min(fall, 600))}`;
      art += strokePath(d, colors[k % colors.length]!, width, ROUND_LINE_ATTRIBUTES);
    }
  }
  const spark = drawDisc(
    [center + (isEven ? 0 : random.between(-60, 60)), Math.max(56, turnAt - reach - 20)],
    random.between(26, 46),
    inks[1]!,
  );
  return {
    ground,
    art:
      fillWholeCover(base) +
      mirrorAtRandom(context, aura + drawAsPaperSheet(context, art, 7) + spark) +
      fadeIntoColor(context, base, 470, 642),
  };
}

/** Draws ribbons that widen and narrow. The lowest ribbon has the background color of the title. */
function drawRibbons(context: DrawingContext): Drawing {
  const { random, noise } = context;
  const { ground, base, inks } = chooseColorScheme(context, COLOR_SCHEMES_BY_CATEGORY.haw);
  const count = random.integer(4, 8);
  const slope = random.between(-0.22, 0.22);
  const phase = random.between(0, FULL_TURN);
  const sky = mixColors(base, inks[0]!, 0.16);
  const colors = random.shuffle(inks);
  const sun = drawDisc(
    [random.between(160, 640), random.between(140, 260)],
    random.between(80, 140),
    colors[0]!,
  );
  let art = drawAsPaperSheet(context, sun, 10);
  for (let k = 0; k < count; k++) {
    const y = interpolate(130, 520, k / (count - 1));
    const thickness = (430 / count) * interpolate(0.5, 1, noise(k * 1.7, 4) * 0.5 + 0.5);
    const [top, bottom]: [Point[], Point[]] = [[], []];
    for (let x = -40; x <= 840; x += 40) {
      const swell = 1 + 0.75 * Math.sin((x / 800) * FULL_TURN * 1.1 + phase + k * 0.55);
      const middle =
        y + (x - 400) * slope + 50 * Math.sin((x / 800) * FULL_TURN + phase + k * 0.35);
      top.push([x, middle - thickness * swell * 0.55]);
      bottom.push([x, middle + thickness * swell * 0.55]);
    }
    art += drawShapeAsPaperSheet(
      context,
      createBandPath(top, bottom),
      colors[(k % (colors.length - 1)) + 1]!,
      9,
    );
  }
  const shore: Point[] = [];
  for (let x = -40; x <= 840; x += 40) {
    shore.push([
      x,
      586 + (x - 400) * slope * 0.25 + 26 * Math.sin((x / 800) * FULL_TURN + phase + 2),
    ]);
  }
  art += drawShapeAsPaperSheet(
    context,
    `${createSmoothCurvePath(shore)}V${SHAPE_BOTTOM_BEHIND_TITLE_Y}H-40Z`,
    base,
    10,
  );
  return { ground, art: fillWholeCover(sky) + art };
}

/** Draws short strokes that follow the flow of a single current. */
function drawCurrent(context: DrawingContext): Drawing {
  const { random, noise } = context;
  const { ground, base, inks } = chooseColorScheme(context, COLOR_SCHEMES_BY_CATEGORY.haw);
  const eye: Point = [random.between(180, 620), random.between(200, 380)];
  const [drift, turn] = [random.between(0.4, 1.3), random.sign()];
  const widths = random.shuffle([5, 8, 11, 15]);
  const strokes = ['', '', '', ''];
  for (let i = 0; i < 260; i++) {
    let [x, y] = [random.between(-60, 840), random.between(-40, 620)];
    const points: Point[] = [];
    for (let step = random.integer(4, 11); step >= 0 && y < 612; step--) {
      points.push([x, y]);
      const [dx, dy] = [x - eye[0], y - eye[1]];
      const distance = Math.hypot(dx, dy) + 1;
      const pull = 260 / (distance + 90);
      const vx = (-dy / distance) * pull * turn + drift;
      const vy = (dx / distance) * pull * turn + noise(x / 260, y / 260) * 0.5;
      const speed = Math.hypot(vx, vy) || 1;
      [x, y] = [x + (vx / speed) * 26, y + (vy / speed) * 26];
    }
    const [sx, sy] = points[0] ?? [0, 999];
    if (points.length < 3 || Math.hypot(sx - eye[0], sy - eye[1]) < 70) continue;
    const isLow = points.some(([, py]) => py > 520);
    strokes[isLow ? 3 : i % 3] += createSmoothCurvePath(points);
  }
  const art = strokes.map((d, i) =>
    strokePath(
      d,
      i === 3 ? mixColors(base, inks[0]!, 0.7) : inks[[0, 1, 3][i]!]!,
      i === 3 ? 5 : widths[i]!,
      ROUND_LINE_ATTRIBUTES,
    ),
  );
  const ball = drawAsPaperSheet(context, drawDisc(eye, random.between(52, 92), inks[2]!), 12);
  return {
    ground,
    art: fillWholeCover(base) + art.join('') + fadeIntoColor(context, base, 440, 625) + ball,
  };
}
