import { computeRelativeLuminance, mixColors } from '../color.ts';
import { COLOR_SCHEMES_BY_CATEGORY } from '../color-schemes.ts';
import {
  chooseColorScheme,
  type Drawing,
  type DrawingContext,
  drawAsPaperSheet,
  drawShapeAsPaperSheet,
  fillBelowY,
  fillWholeCover,
  type LayoutFunction,
  mirrorAtRandom,
} from '../drawing-context.ts';
import {
  createCirclePath,
  createSmoothCurvePath,
  drawDisc,
  drawRectangle,
  drawShape,
  FULL_TURN,
  formatCoordinate,
  formatPoints,
  interpolate,
  type Point,
  polarToPoint,
} from '../svg.ts';
import { drawOrbits, drawSpiralShell } from './orbits.ts';

/**
 * Layouts for the category Natural Sciences & Mathematics: plants whose parts grow at a constant angle to one another,
 * and mathematical curves.
 */
export const PHYLLOTAXIS_LAYOUTS: readonly LayoutFunction[] = [
  drawSeedHead,
  drawPetals,
  drawLobes,
  drawGoldenSpiral,
  drawOrbits,
  drawSpiralShell,
];

const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

const GOLDEN_RATIO = (1 + Math.sqrt(5)) / 2;

/**
 * Draws the seed head of a sunflower. Its seeds become larger away from the center, and smaller again toward the title.
 * Their colors follow the visible spirals.
 */
function drawSeedHead(context: DrawingContext): Drawing {
  const { random } = context;
  const { ground, base, inks } = chooseColorScheme(context, COLOR_SCHEMES_BY_CATEGORY.nsm);
  const heart: Point = [random.between(160, 640), random.between(170, 330)];
  const count = random.integer(220, 420);
  const spread = random.between(19, 32);
  const spiral = random.pick([5, 8, 13, 21]);
  const growth = random.between(0.03, 0.048);
  const turn = random.between(0, FULL_TURN);
  const seeds: [string, string, string] = ['', '', ''];
  for (let i = 2; i < count; i++) {
    const radius = spread * Math.sqrt(i);
    const [x, y] = polarToPoint(heart, radius, i * GOLDEN_ANGLE + turn);
    const thinning = Math.min(1, Math.max(0, (632 - y) / 190));
    const size = Math.min(spread * 0.8, 4 + radius * growth) * thinning ** 0.6;
    if (size < 1.2 || x < -20 || x > 820 || y < -20) continue;
    const shareOfSpiral = (i % spiral) / spiral;
    seeds[shareOfSpiral < 0.25 ? 2 : shareOfSpiral < 0.6 ? 1 : 0] += createCirclePath([x, y], size);
  }
  const halo = mixColors(
    base,
    context.palette.main,
    computeRelativeLuminance(base) < 0.1 ? 0.35 : 0.14,
  );
  const radius = Math.min(spread * Math.sqrt(count) * random.between(0.4, 0.65), 590 - heart[1]);
  const art = seeds.map((d, i) => drawShape(d, inks[i]!)).join('');
  return { ground, art: fillWholeCover(base) + drawDisc(heart, radius, halo) + art };
}

/**
 * Draws a flower. Each petal is rotated by the golden angle relative to the previous one. The largest petals are behind
 * the smaller ones.
 */
function drawPetals(context: DrawingContext): Drawing {
  const { random, palette } = context;
  const { ground, base, inks } = chooseColorScheme(context, COLOR_SCHEMES_BY_CATEGORY.nsm);
  const [first, second, third] = inks as [string, string, string];
  const heart: Point = [random.between(240, 560), random.between(200, 320)];
  const count = random.integer(40, 110);
  const reach = 625 - heart[1];
  const width = random.between(0.3, 0.52);
  const isPointed = random.chance(0.5);
  const turn = random.between(0, FULL_TURN);
  const colors = [third, first, mixColors(first, second, 0.5), first, second];
  const layers = ['', '', ''];
  for (let i = count; i >= 1; i--) {
    const share = Math.sqrt(i / count);
    const length = reach * interpolate(0.16, 0.46, share);
    const half = length * width;
    const angle = i * GOLDEN_ANGLE + turn;
    const [x, y] = polarToPoint(heart, reach * share * 0.53, angle);
    const d = isPointed
      ? `M0 0Q${formatPoints([length * 0.5, -half], [length, 0])}Q${formatPoints([length * 0.5, half])} 0 0Z`
      : `M0 0C${formatPoints([length * 0.3, -half], [length, -half], [length, 0])}C${formatPoints([length, half], [length * 0.3, half])} 0 0Z`;
    const transform = `translate(${formatPoints([x, y])}) rotate(${formatCoordinate((angle * 180) / Math.PI)})`;
    const fill = mixColors(colors[i % 5]!, palette.dark, share * 0.14);
    layers[share > 0.72 ? 0 : share > 0.42 ? 1 : 2] += drawShape(d, fill, { transform });
  }
  const center = computeRelativeLuminance(base) < 0.1 ? palette.accent : palette.dark;
  return {
    ground,
    art:
      fillWholeCover(base) +
      layers.map((layer) => drawAsPaperSheet(context, layer, 8)).join('') +
      drawAsPaperSheet(context, drawDisc(heart, reach * 0.11, center), 6),
  };
}

/** Draws nested closed curves, each rotated slightly relative to the surrounding curve. */
function drawLobes(context: DrawingContext): Drawing {
  const { random } = context;
  const { ground, base, inks } = chooseColorScheme(context, COLOR_SCHEMES_BY_CATEGORY.nsm);
  const [first, second, hot] = inks as [string, string, string];
  const heart: Point = [random.between(230, 570), random.between(190, 310)];
  const waves = random.pick([2, 3, 4, 5, 7, 8]);
  const count = random.integer(7, 13);
  const depth = random.between(0.1, 0.22) * (waves > 5 ? 0.6 : 1);
  const size = (628 - heart[1]) / (1 + depth);
  const twist = random.between(0.06, 0.22) * random.sign();
  const cycle = random.pick([
    [first, base, second, base],
    [first, second, hot, base],
    [second, first, second, hot],
    [first, second],
  ]);
  const turn = random.between(0, FULL_TURN);
  let art = '';
  for (let k = 0; k < count; k++) {
    const scale = (1 - k / count) ** 1.08;
    const corners = Math.max(48, waves * 10);
    const points = Array.from({ length: corners }, (_, i): Point => {
      const angle = (i / corners) * FULL_TURN;
      const radius = size * scale * (1 + depth * Math.cos(waves * (angle + twist * k)));
      return polarToPoint(heart, radius, angle + turn);
    });
    const fill = k === count - 1 ? hot : cycle[k % cycle.length]!;
    art += drawShapeAsPaperSheet(context, createSmoothCurvePath(points, true), fill, 6);
  }
  return { ground, art: fillWholeCover(base) + art };
}

/** Draws the squares of a golden rectangle, each with a fan of quarter discs. */
function drawGoldenSpiral(context: DrawingContext): Drawing {
  const { random, palette } = context;
  const { ground, base } = chooseColorScheme(context, COLOR_SCHEMES_BY_CATEGORY.nsm);
  const paletteColors = [
    palette.main,
    palette.accent,
    palette.extra,
    palette.soft,
    palette.light,
    palette.dark,
  ];
  const colors = random.shuffle(paletteColors).slice(0, 5);
  let height = random.between(560, 628);
  const foot = height;
  let width = height * GOLDEN_RATIO;
  let [x, y] = [random.between(800 - width, 0), 0];
  const bands = random.integer(2, 4);
  let art = '';
  for (let k = 0; k < 9; k++) {
    const side = Math.min(width, height);
    const direction = k % 4;
    const corner: Point = [
      direction === 2 ? x + width - side : x,
      direction === 3 ? y + height - side : y,
    ];
    const center: Point = [
      corner[0] + (direction === 0 || direction === 3 ? side : 0),
      corner[1] + (direction === 0 || direction === 1 ? side : 0),
    ];
    art += drawRectangle(corner, side + 0.6, side + 0.6, colors[k % 5]!);
    const from = Math.PI + (direction * Math.PI) / 2;
    for (let band = 0; band < bands; band++) {
      const r = side * (1 - band / (bands + 0.4));
      const [a, b] = [polarToPoint(center, r, from), polarToPoint(center, r, from + Math.PI / 2)];
      const fan = `M${formatPoints(center)}L${formatPoints(a)}A${formatPoints([r, r])} 0 0 1 ${formatPoints(b)}Z`;
      art +=
        k < 4
          ? drawShapeAsPaperSheet(context, fan, colors[(k + 1 + band) % 5]!, 5)
          : drawShape(fan, colors[(k + 1 + band) % 5]!);
    }
    if (direction % 2 === 0) width -= side;
    else height -= side;
    if (direction === 0) x += side;
    if (direction === 1) y += side;
  }
  return {
    ground,
    art: fillWholeCover(base) + mirrorAtRandom(context, art) + fillBelowY(base, foot),
  };
}
