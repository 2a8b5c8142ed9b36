import { mixColors } from '../color.ts';
import { COLOR_SCHEMES_BY_CATEGORY } from '../color-schemes.ts';
import {
  COVER_HEIGHT,
  COVER_WIDTH,
  chooseColorScheme,
  clipSvgToShape,
  type Drawing,
  type DrawingContext,
  drawAsPaperSheet,
  fadeIntoColor,
  fillBelowY,
  fillWholeCover,
  type LayoutFunction,
  mirrorAtRandom,
  TITLE_TOP_Y,
} from '../drawing-context.ts';
import {
  createBandPath,
  createCirclePath,
  createPolygonPath,
  drawDisc,
  drawRectangle,
  drawShape,
  FULL_TURN,
  interpolate,
  type Point,
} from '../svg.ts';

/** Layouts for the category Mind & Behavior: ripples that meet and change one another. */
export const RIPPLE_LAYOUTS: readonly LayoutFunction[] = [
  drawInterference,
  drawLens,
  drawLiftedPlane,
  drawHorizon,
  drawIllusion,
];

const EVEN_ODD = { 'fill-rule': 'evenodd' };

/**
 * Returns the path of concentric circles at intervals of `step`. With the even-odd fill rule, every second band between
 * the circles is filled.
 */
function circlesPath(center: Point, step: number, reach: number): string {
  let d = '';
  for (let r = step / 2; r < reach; r += step) d += createCirclePath(center, r);
  return d;
}

/** Draws ripples from two sources. Light and dark are swapped where the ripples overlap. */
function drawInterference(context: DrawingContext): Drawing {
  const { random } = context;
  const { ground, base, inks } = chooseColorScheme(context, COLOR_SCHEMES_BY_CATEGORY.mab);
  const [ink, hot, deep] = inks as [string, string, string];
  const step = random.between(34, 58);
  const first: Point = [random.between(90, 330), random.between(100, 340)];
  const reach = Math.min(step * random.integer(7, 10), 630 - first[1]);
  const angle = random.between(-0.5, 0.9);
  const distance = reach * random.between(0.75, 1.1);
  const second: Point = [
    first[0] + distance * Math.cos(angle),
    Math.min(400, Math.max(150, first[1] + distance * Math.sin(angle))),
  ];
  const reach2 = Math.min(step * random.integer(5, 9), 630 - second[1]);
  const roundToRing = (r: number) => (Math.floor(r / step - 0.5) + 0.5) * step;
  const [r1, r2] = [roundToRing(reach), roundToRing(reach2)];
  const [rings1, rings2] = [circlesPath(first, step, r1 + 1), circlesPath(second, step, r2 + 1)];
  const clipToOverlap = (content: string) =>
    clipSvgToShape(
      context,
      drawDisc(first, r1, '#000'),
      clipSvgToShape(context, drawDisc(second, r2, '#000'), content),
    );
  const faint = drawShape(
    circlesPath(first, step, 1200),
    mixColors(base, context.palette.dark, 0.1),
    EVEN_ODD,
  );
  return {
    ground,
    art:
      fillWholeCover(base) +
      mirrorAtRandom(
        context,
        faint +
          fadeIntoColor(context, base, 330, 600) +
          drawAsPaperSheet(context, drawDisc(first, r1, base) + drawDisc(second, r2, base)) +
          drawShape(rings1, ink, EVEN_ODD) +
          drawShape(rings2, ink, EVEN_ODD) +
          clipToOverlap(
            drawRectangle([0, 0], COVER_WIDTH, COVER_HEIGHT, base) +
              drawShape(rings1 + rings2, deep, EVEN_ODD),
          ) +
          drawDisc(first, step / 2, hot) +
          drawDisc(second, step / 2, hot),
      ),
  };
}

/** Draws one large ripple and a lens above it. Inside the lens, the ripple has different colors and a finer pattern. */
function drawLens(context: DrawingContext): Drawing {
  const { random } = context;
  const { ground, base, inks } = chooseColorScheme(context, COLOR_SCHEMES_BY_CATEGORY.mab);
  const [ink, hot, deep] = inks as [string, string, string];
  const step = random.between(58, 110);
  const source: Point = [random.between(120, 420), random.between(60, 300)];
  const radius = random.between(150, 235);
  const middle: Point = [
    Math.min(690, source[0] + random.between(180, 330)),
    Math.min(600 - radius, source[1] + random.between(60, 220)),
  ];
  const waves = drawShape(circlesPath(source, step, 1300), mixColors(base, ink, 0.85), EVEN_ODD);
  const finePattern = circlesPath(middle, step * random.between(0.32, 0.5), radius + 5);
  const lensPattern = drawShape(finePattern + circlesPath(source, step, 1300), deep, EVEN_ODD);
  return {
    ground,
    art:
      fillWholeCover(base) +
      mirrorAtRandom(
        context,
        waves +
          drawDisc(source, step / 2, deep) +
          fadeIntoColor(context, base, random.between(330, 430)) +
          drawAsPaperSheet(context, drawDisc(middle, radius, hot), 16) +
          clipSvgToShape(context, drawDisc(middle, radius, '#000'), lensPattern),
      ),
  };
}

/** Draws a plane of parallel lines that two waves deform. The waves become smaller toward the title. */
function drawLiftedPlane(context: DrawingContext): Drawing {
  const { random } = context;
  const { ground, base, inks } = chooseColorScheme(context, COLOR_SCHEMES_BY_CATEGORY.mab);
  const [ink, hot, deep] = inks as [string, string, string];
  const count = random.integer(14, 22);
  const height = random.between(34, 60);
  const length = random.between(95, 160);
  const sources: Point[] = [
    [random.between(100, 340), random.between(160, 330)],
    [random.between(460, 720), random.between(220, 400)],
  ];
  const wave = (x: number, y: number) =>
    sources.reduce((sum, [sx, sy]) => {
      const distance = Math.hypot(x - sx, (y - sy) * 1.3);
      return sum + Math.cos((distance / length) * FULL_TURN) * Math.exp(-distance / 230);
    }, 0);
  let lines = '';
  for (let k = 0; k <= count; k++) {
    const y = interpolate(46, 622, (k / count) ** 0.94);
    const calm = Math.min(1, (TITLE_TOP_Y - y) / 200);
    const thickness = (620 / count) * interpolate(0.1, 0.52, calm);
    const [top, bottom]: [Point[], Point[]] = [[], []];
    for (let x = -20; x <= 830; x += 34) {
      const lift = wave(x, y) * calm;
      const half = (thickness * (1 + lift * 0.55)) / 2;
      top.push([x, y - lift * height - half]);
      bottom.push([x, y - lift * height + half]);
    }
    lines += drawShape(createBandPath(top, bottom), k % 5 === 3 ? deep : ink);
  }
  const sun = drawDisc([sources[1]![0], sources[1]![1] - 30], random.between(110, 190), hot);
  return {
    ground,
    art: fillWholeCover(base) + mirrorAtRandom(context, drawAsPaperSheet(context, sun) + lines),
  };
}

/** Draws ripples around sources on a horizon, and their reflections in the water. */
function drawHorizon(context: DrawingContext): Drawing {
  const { random, palette } = context;
  const water = context.ground(random.pick(['dark', 'main', 'extra', 'dark']));
  const skies = [
    [palette.light, palette.main, palette.accent],
    [palette.soft, palette.dark, palette.accent],
    [palette.accent, palette.light, palette.dark],
    [palette.light, palette.extra, palette.accent],
  ];
  const [sky, ink, hot] = random.pick(skies) as [string, string, string];
  const y = random.between(430, 560);
  const step = random.between(32, 52);
  const count = random.integer(1, 3);
  const sources = Array.from({ length: count }, (_, i): Point => {
    return [interpolate(90, 710, (i + random.between(0.25, 0.75)) / count), y];
  });
  const sizes = sources.map(() => step * random.integer(count === 1 ? 8 : 4, count === 1 ? 11 : 9));
  const drawRipples = (shrink: number) =>
    sources.map((source, i) => circlesPath(source, step, sizes[i]! * shrink + 1)).join('');
  const sourceDiscs = sources
    .map((source) => drawDisc(source, step * random.pick([0.5, 1.5]), hot))
    .join('');
  const areaAbove = drawRectangle([0, 0], COVER_WIDTH, y, '#000');
  const areaBelow = drawRectangle([0, y], COVER_WIDTH, COVER_HEIGHT - y, '#000');
  const reflection = drawShape(drawRipples(0.8), mixColors(water.hex, palette.soft, 0.4), EVEN_ODD);
  return {
    ground: water.id,
    art:
      fillWholeCover(sky) +
      clipSvgToShape(context, areaAbove, drawShape(drawRipples(1), ink, EVEN_ODD) + sourceDiscs) +
      fillBelowY(water.hex, y) +
      clipSvgToShape(context, areaBelow, reflection) +
      fadeIntoColor(context, water.hex, y, Math.min(TITLE_TOP_Y, y + 190)),
  };
}

/** Draws tapering stripes, with discs in which the stripe colors are inverted. */
function drawIllusion(context: DrawingContext): Drawing {
  const { random } = context;
  const { ground, base, inks } = chooseColorScheme(context, COLOR_SCHEMES_BY_CATEGORY.mab);
  const [ink, hot, deep] = inks as [string, string, string];
  const count = random.integer(9, 17);
  const pitch = COVER_WIDTH / count;
  const lean = random.between(-90, 90);
  const sway = random.between(0, FULL_TURN);
  let stripes = '';
  for (let i = -2; i <= count + 2; i++) {
    const x = (i + 0.25) * pitch;
    const foot = 560 + 65 * Math.sin(i * 0.55 + sway);
    stripes += createPolygonPath([
      [x, -10],
      [x + pitch * 0.62, -10],
      [x + pitch * 0.31 + lean, foot],
    ]);
  }
  const radius = random.between(150, 225);
  const big: Point = [random.between(240, 560), random.between(210, 350)];
  const small: Point = [big[0] + radius * random.sign() * 0.95, big[1] + random.between(-120, 120)];
  const drawInvertedDisc = (center: Point, r: number, fill: string, stripeColor: string) =>
    clipSvgToShape(
      context,
      drawDisc(center, r, '#000'),
      drawDisc(center, r, fill) + drawShape(stripes, stripeColor),
    );
  return {
    ground,
    art:
      fillWholeCover(base) +
      drawShape(stripes, ink) +
      drawInvertedDisc(small, radius * random.between(0.36, 0.55), deep, base) +
      drawInvertedDisc(big, radius, hot, deep),
  };
}
