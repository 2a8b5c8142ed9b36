import { computeRelativeLuminance, mixColors } from '../color.ts';
import {
  createGradient,
  type Drawing,
  type DrawingContext,
  drawShapeAsPaperSheet,
  fillBelowY,
  fillWholeCover,
  type LayoutFunction,
  mirrorAtRandom,
  SHAPE_BOTTOM_BEHIND_TITLE_Y,
} from '../drawing-context.ts';
import type { Palette } from '../palettes.ts';
import {
  createPolygonPath,
  createSmoothCurvePath,
  drawDisc,
  drawShape,
  formatCoordinate,
  interpolate,
  type Point,
  strokePath,
} from '../svg.ts';

/** Layouts for the category Economics & Global Systems: ridgelines, from charts to mountains. */
export const RIDGE_LAYOUTS: readonly LayoutFunction[] = [
  drawDistributions,
  drawMountainRanges,
  drawSkyline,
  drawStreams,
  drawDunes,
];

type Ink = keyof Palette;

/**
 * The colors of a landscape: the sky, the sun, the ridges (which {@link chooseView} shuffles), and the background of
 * the title.
 */
interface View {
  sky: Ink;
  sun: Ink;
  ridges: readonly Ink[];
  ground: Ink;
}

const VIEWS: readonly View[] = [
  { sky: 'light', sun: 'extra', ridges: ['soft', 'accent', 'main'], ground: 'dark' },
  { sky: 'accent', sun: 'light', ridges: ['extra', 'soft', 'main'], ground: 'dark' },
  { sky: 'soft', sun: 'light', ridges: ['accent', 'extra', 'dark'], ground: 'main' },
  { sky: 'dark', sun: 'accent', ridges: ['main', 'soft', 'extra'], ground: 'light' },
  { sky: 'extra', sun: 'accent', ridges: ['light', 'soft', 'dark'], ground: 'accent' },
  { sky: 'main', sun: 'accent', ridges: ['light', 'soft', 'dark'], ground: 'extra' },
  { sky: 'light', sun: 'accent', ridges: ['main', 'dark', 'extra'], ground: 'soft' },
  { sky: 'dark', sun: 'light', ridges: ['extra', 'accent', 'soft'], ground: 'main' },
];

function chooseView(context: DrawingContext) {
  const view = context.pickColors(VIEWS);
  const { id, hex } = context.ground(view.ground);
  const ridges = context.random.shuffle(view.ridges).map((ink) => context.palette[ink]);
  /** Returns the color at a depth `t`, where 0 is the farthest ridge and 1 is the background of the title. */
  const colorAtDepth = (t: number): string => {
    const stops = [...ridges, hex];
    const position = Math.min(0.9999, Math.max(0, t)) * (stops.length - 1);
    const i = Math.floor(position);
    return mixColors(stops[i]!, stops[i + 1]!, position - i);
  };
  return {
    ground: id,
    base: hex,
    sky: context.palette[view.sky],
    sun: context.palette[view.sun],
    ridges,
    colorAtDepth,
  };
}

function drawSun(context: DrawingContext, color: string): string {
  const { random } = context;
  const center: Point = [random.between(150, 650), random.between(110, 250)];
  return drawDisc(center, random.between(60, 130), color);
}

/** Returns the path of the area below a ridgeline. */
function areaBelowPath(points: readonly Point[]): string {
  return `${createSmoothCurvePath(points)}V${SHAPE_BOTTOM_BEHIND_TITLE_Y}H${formatCoordinate(points[0]![0])}Z`;
}

/** Draws the curves of statistical distributions, one behind another. Each curve is slightly shifted. */
function drawDistributions(context: DrawingContext): Drawing {
  const { random, noise } = context;
  const view = chooseView(context);
  const count = random.integer(8, 16);
  const [center, drift] = [random.between(240, 560), random.between(-200, 200)];
  const [top, height] = [random.between(210, 270), random.between(150, 230)];
  let art = random.chance(0.6) ? drawSun(context, view.sun) : '';
  for (let k = 0; k < count; k++) {
    const t = k / (count - 1);
    const middle = center + drift * (t - 0.5) * 2;
    const width = interpolate(120, 220, noise(k * 0.7, 9) * 0.5 + 0.5);
    const second = 0.55 * (noise(k * 0.5, 3) * 0.5 + 0.5);
    const points: Point[] = [];
    for (let x = -20; x <= 830; x += 25) {
      const bell =
        Math.exp(-(((x - middle) / width) ** 2)) +
        second * Math.exp(-(((x - middle - 210) / 90) ** 2));
      const rough = 0.5 + 0.5 * noise(x / 60, k * 0.9);
      points.push([x, interpolate(top, 622, t) - bell * height * rough * interpolate(1, 0.35, t)]);
    }
    const fill = view.colorAtDepth(t);
    const edge =
      computeRelativeLuminance(fill) > 0.32 ? context.palette.dark : context.palette.light;
    art +=
      drawShapeAsPaperSheet(context, areaBelowPath(points), fill, 7) +
      strokePath(createSmoothCurvePath(points), edge, interpolate(4.5, 1.5, t));
  }
  return {
    ground: view.ground,
    art: fillWholeCover(view.sky) + mirrorAtRandom(context, art),
  };
}

/** Draws mountain ranges with a lit side and a shaded side. */
function drawMountainRanges(context: DrawingContext): Drawing {
  const { random, palette } = context;
  const view = chooseView(context);
  const count = random.integer(3, 5);
  let art = drawSun(context, view.sun);
  for (let k = 0; k < count; k++) {
    const t = k / (count - 1);
    const foot = interpolate(380, 640, t);
    const height = interpolate(250, 70, t);
    const peaks = random.integer(2, 4) + (k > 1 ? 1 : 0);
    const lit = k === count - 1 ? view.base : view.colorAtDepth(t * 0.85);
    const shaded = mixColors(
      lit,
      palette.dark,
      computeRelativeLuminance(lit) < 0.06 ? 0 : interpolate(0.5, 0.12, t),
    );
    const outline: Point[] = [[-80, foot]];
    for (let i = 0; i <= peaks; i++) {
      const x = interpolate(-60, 860, (i + random.between(0.15, 0.85)) / (peaks + 1));
      outline.push([x, foot - height * random.between(0.45, 1)]);
      outline.push([x + (900 / peaks) * random.between(0.42, 0.55), foot + random.between(-30, 0)]);
    }
    const faces = outline.flatMap((peak, i) => {
      const valley = outline[i + 1];
      if (i % 2 === 0 || !valley) return [];
      const ridge: Point = [peak[0] + random.between(-0.1, 0.35) * (valley[0] - peak[0]), 660];
      return [createPolygonPath([peak, valley, [valley[0], 660], ridge])];
    });
    const mountains = createPolygonPath([
      ...outline,
      [880, SHAPE_BOTTOM_BEHIND_TITLE_Y],
      [-80, SHAPE_BOTTOM_BEHIND_TITLE_Y],
    ]);
    art +=
      drawShapeAsPaperSheet(context, mountains, lit, 9) +
      (t < 1 ? drawShape(faces.join(''), shaded) : '');
  }
  return {
    ground: view.ground,
    art: fillWholeCover(view.sky) + mirrorAtRandom(context, art) + fillBelowY(view.base),
  };
}

/** Draws stepped outlines that resemble price charts and a city skyline. */
function drawSkyline(context: DrawingContext): Drawing {
  const { random, noise, palette } = context;
  const view = chooseView(context);
  const layers = random.integer(4, 6);
  const step = random.pick([32, 40, 50, 64, 80]);
  const trend = random.between(0.15, 0.35);
  let art = random.chance(0.8) ? drawSun(context, view.sun) : '';
  for (let k = 0; k < layers; k++) {
    const t = k / (layers - 1);
    const start = -10 - (k % 2) * (step / 2);
    const heightAt = (x: number) =>
      interpolate(300, 600, t) -
      (noise(x / 190 + k * 7, k * 3.3) * 110 + noise(x / 55, k * 5) * 46) *
        interpolate(1.1, 0.3, t) -
      (x - 400) * interpolate(trend, 0.04, t);
    let [d, panes] = [`M${formatCoordinate(start)} 1000`, ''];
    for (let x = start; x < 820; x += step) {
      const y = Math.min(632, heightAt(x));
      d += `V${formatCoordinate(y)}H${formatCoordinate(x + step)}`;
      for (let row = y + 20; row < y + 150 && t < 1; row += 26) {
        if (noise(x * 3.1, row * 1.7 + k * 9) > 0.12)
          panes += `M${formatCoordinate(x + step * 0.3)} ${formatCoordinate(row)}h${formatCoordinate(step * 0.4)}`;
      }
    }
    const fill = view.colorAtDepth(t);
    art += drawShapeAsPaperSheet(context, `${d}V${SHAPE_BOTTOM_BEHIND_TITLE_Y}Z`, fill, 8);
    if (k % 2 === 1 && step > 36) art += strokePath(panes, mixColors(fill, palette.dark, 0.3), 7);
  }
  return {
    ground: view.ground,
    art: fillWholeCover(view.sky) + mirrorAtRandom(context, art) + fillBelowY(view.base),
  };
}

/** Draws streams that widen and narrow as they flow past one another. */
function drawStreams(context: DrawingContext): Drawing {
  const { random, noise } = context;
  const view = chooseView(context);
  const count = random.integer(5, 9);
  const phase = random.between(0, 9);
  const slope = random.between(0.05, 0.3);
  const colors = random.shuffle([...view.ridges, view.sun]);
  const weights = Array.from({ length: count }, () => random.between(0.6, 1.5));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const edge = (k: number): Point[] => {
    const share = weights.slice(0, k).reduce((sum, weight) => sum + weight, 0) / total;
    const points: Point[] = [];
    for (let x = -20; x <= 820; x += 40) {
      const sway = noise(x / 260 + phase, k * 0.32) * interpolate(110, 40, share);
      points.push([x, interpolate(110, 570, share) + sway + (400 - x) * slope * (1 - share)]);
    }
    return points;
  };
  let art = '';
  for (let k = 0; k < count; k++) {
    art += drawShapeAsPaperSheet(context, areaBelowPath(edge(k)), colors[k % colors.length]!, 9);
  }
  art += drawShapeAsPaperSheet(context, areaBelowPath(edge(count)), view.base, 10);
  return {
    ground: view.ground,
    art: fillWholeCover(view.sky) + mirrorAtRandom(context, art),
  };
}

/** Draws dunes with soft crests, each lit along its edge. */
function drawDunes(context: DrawingContext): Drawing {
  const { random } = context;
  const view = chooseView(context);
  const count = random.integer(4, 7);
  let art = drawSun(context, view.sun);
  for (let k = 0; k < count; k++) {
    const t = k / (count - 1);
    const crest = interpolate(270, 600, t);
    const [waves, phase] = [random.between(0.7, 1.5), random.between(0, 6.3)];
    const height = interpolate(110, 34, t);
    const points: Point[] = [];
    for (let x = -20; x <= 830; x += 34) {
      const swell = Math.sin((x / 800) * waves * 6.28 + phase);
      points.push([x, crest - height * (swell > 0 ? swell ** 0.7 : -((-swell) ** 1.3))]);
    }
    const fill = view.colorAtDepth(t);
    const lit = mixColors(fill, view.sun, 0.42);
    const { definition, fill: shaded } = createGradient(
      context,
      [0, crest - height],
      [0, crest + 110],
      [lit, fill],
    );
    art +=
      definition +
      drawShapeAsPaperSheet(context, areaBelowPath(points), t < 1 ? shaded : view.base, 12);
  }
  return {
    ground: view.ground,
    art: fillWholeCover(view.sky) + mirrorAtRandom(context, art) + fillBelowY(view.base),
  };
}
