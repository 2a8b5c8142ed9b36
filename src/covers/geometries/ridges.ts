import { luminance, mix } from '../colour.ts';
import type { Palette } from '../palettes.ts';
import {
  type Drawing,
  fillBelow,
  fillPage,
  gradient,
  type Layout,
  mirrorHalf,
  raiseShape,
  type Scene,
  SHAPES_BOTTOM,
} from '../scene.ts';
import { curve, disc, lerp, line, type Point, polygon, round, shape } from '../svg.ts';

/** Layouts of the category Economics & Global Systems: ridgelines, from charts to mountains. */
export const RIDGE_LAYOUTS: readonly Layout[] = [distributions, ranges, skyline, streams, dunes];

type Ink = keyof Palette;

/**
 * Colors of a landscape: the sky, the sun, the ridges from the farthest to the nearest, and the ground behind
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

function chooseView(scene: Scene) {
  const view = scene.pickColours(VIEWS);
  const { id, hex } = scene.ground(view.ground);
  const ridges = scene.random.shuffle(view.ridges).map((ink) => scene.palette[ink]);
  /** Returns the color at a depth `t` from 0, the farthest ridge, to 1, the ground. */
  const depth = (t: number): string => {
    const stops = [...ridges, hex];
    const place = Math.min(0.9999, Math.max(0, t)) * (stops.length - 1);
    const i = Math.floor(place);
    return mix(stops[i]!, stops[i + 1]!, place - i);
  };
  return {
    ground: id,
    base: hex,
    sky: scene.palette[view.sky],
    sun: scene.palette[view.sun],
    ridges,
    depth,
  };
}

function sunDisc(scene: Scene, colour: string): string {
  const { random } = scene;
  const place: Point = [random.between(150, 650), random.between(110, 250)];
  return disc(place, random.between(60, 130), colour);
}

/** Returns the path of the area below a ridgeline. */
function below(points: readonly Point[]): string {
  return `${curve(points)}V${SHAPES_BOTTOM}H${round(points[0]![0])}Z`;
}

/** Draws curves of a statistical distribution, one behind another, each shifted a little. */
function distributions(scene: Scene): Drawing {
  const { random, noise } = scene;
  const view = chooseView(scene);
  const count = random.integer(8, 16);
  const [centre, drift] = [random.between(240, 560), random.between(-200, 200)];
  const [top, height] = [random.between(210, 270), random.between(150, 230)];
  let art = random.chance(0.6) ? sunDisc(scene, view.sun) : '';
  for (let k = 0; k < count; k++) {
    const t = k / (count - 1);
    const middle = centre + drift * (t - 0.5) * 2;
    const width = lerp(120, 220, noise(k * 0.7, 9) * 0.5 + 0.5);
    const second = 0.55 * (noise(k * 0.5, 3) * 0.5 + 0.5);
    const points: Point[] = [];
    for (let x = -20; x <= 830; x += 25) {
      const bell =
        Math.exp(-(((x - middle) / width) ** 2)) +
        second * Math.exp(-(((x - middle - 210) / 90) ** 2));
      const rough = 0.5 + 0.5 * noise(x / 60, k * 0.9);
      points.push([x, lerp(top, 622, t) - bell * height * rough * lerp(1, 0.35, t)]);
    }
    const fill = view.depth(t);
    const edge = luminance(fill) > 0.32 ? scene.palette.dark : scene.palette.light;
    art += raiseShape(scene, below(points), fill, 7) + line(curve(points), edge, lerp(4.5, 1.5, t));
  }
  return { ground: view.ground, art: fillPage(view.sky) + mirrorHalf(scene, art) };
}

/** Draws mountain ranges with a lit side and a shaded side. */
function ranges(scene: Scene): Drawing {
  const { random, palette } = scene;
  const view = chooseView(scene);
  const count = random.integer(3, 5);
  let art = sunDisc(scene, view.sun);
  for (let k = 0; k < count; k++) {
    const t = k / (count - 1);
    const foot = lerp(380, 640, t);
    const height = lerp(250, 70, t);
    const peaks = random.integer(2, 4) + (k > 1 ? 1 : 0);
    const lit = k === count - 1 ? view.base : view.depth(t * 0.85);
    const shaded = mix(lit, palette.dark, luminance(lit) < 0.06 ? 0 : lerp(0.5, 0.12, t));
    const outline: Point[] = [[-80, foot]];
    for (let i = 0; i <= peaks; i++) {
      const x = lerp(-60, 860, (i + random.between(0.15, 0.85)) / (peaks + 1));
      outline.push([x, foot - height * random.between(0.45, 1)]);
      outline.push([x + (900 / peaks) * random.between(0.42, 0.55), foot + random.between(-30, 0)]);
    }
    const faces = outline.flatMap((peak, i) => {
      const valley = outline[i + 1];
      if (i % 2 === 0 || !valley) return [];
      const ridge: Point = [peak[0] + random.between(-0.1, 0.35) * (valley[0] - peak[0]), 660];
      return [polygon([peak, valley, [valley[0], 660], ridge])];
    });
    const mountains = polygon([...outline, [880, SHAPES_BOTTOM], [-80, SHAPES_BOTTOM]]);
    art += raiseShape(scene, mountains, lit, 9) + (t < 1 ? shape(faces.join(''), shaded) : '');
  }
  return {
    ground: view.ground,
    art: fillPage(view.sky) + mirrorHalf(scene, art) + fillBelow(view.base),
  };
}

/** Draws stepped outlines, like price charts or the skyline of a city. */
function skyline(scene: Scene): Drawing {
  const { random, noise, palette } = scene;
  const view = chooseView(scene);
  const layers = random.integer(4, 6);
  const step = random.pick([32, 40, 50, 64, 80]);
  const trend = random.between(0.15, 0.35);
  let art = random.chance(0.8) ? sunDisc(scene, view.sun) : '';
  for (let k = 0; k < layers; k++) {
    const t = k / (layers - 1);
    const start = -10 - (k % 2) * (step / 2);
    const heightAt = (x: number) =>
      lerp(300, 600, t) -
      (noise(x / 190 + k * 7, k * 3.3) * 110 + noise(x / 55, k * 5) * 46) * lerp(1.1, 0.3, t) -
      (x - 400) * lerp(trend, 0.04, t);
    let [d, panes] = [`M${round(start)} 1000`, ''];
    for (let x = start; x < 820; x += step) {
      const y = Math.min(632, heightAt(x));
      d += `V${round(y)}H${round(x + step)}`;
      for (let row = y + 20; row < y + 150 && t < 1; row += 26) {
        if (noise(x * 3.1, row * 1.7 + k * 9) > 0.12)
          panes += `M${round(x + step * 0.3)} ${round(row)}h${round(step * 0.4)}`;
      }
    }
    const fill = view.depth(t);
    art += raiseShape(scene, `${d}V${SHAPES_BOTTOM}Z`, fill, 8);
    if (k % 2 === 1 && step > 36) art += line(panes, mix(fill, palette.dark, 0.3), 7);
  }
  return {
    ground: view.ground,
    art: fillPage(view.sky) + mirrorHalf(scene, art) + fillBelow(view.base),
  };
}

/** Draws streams that widen and narrow as they pass one another. */
function streams(scene: Scene): Drawing {
  const { random, noise } = scene;
  const view = chooseView(scene);
  const count = random.integer(5, 9);
  const phase = random.between(0, 9);
  const slope = random.between(0.05, 0.3);
  const colours = random.shuffle([...view.ridges, view.sun]);
  const weights = Array.from({ length: count }, () => random.between(0.6, 1.5));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const edge = (k: number): Point[] => {
    const share = weights.slice(0, k).reduce((sum, weight) => sum + weight, 0) / total;
    const points: Point[] = [];
    for (let x = -20; x <= 820; x += 40) {
      const sway = noise(x / 260 + phase, k * 0.32) * lerp(110, 40, share);
      points.push([x, lerp(110, 570, share) + sway + (400 - x) * slope * (1 - share)]);
    }
    return points;
  };
  let art = '';
  for (let k = 0; k < count; k++) {
    art += raiseShape(scene, below(edge(k)), colours[k % colours.length]!, 9);
  }
  art += raiseShape(scene, below(edge(count)), view.base, 10);
  return { ground: view.ground, art: fillPage(view.sky) + mirrorHalf(scene, art) };
}

/** Draws dunes with soft crests, each lit along its edge. */
function dunes(scene: Scene): Drawing {
  const { random } = scene;
  const view = chooseView(scene);
  const count = random.integer(4, 7);
  let art = sunDisc(scene, view.sun);
  for (let k = 0; k < count; k++) {
    const t = k / (count - 1);
    const crest = lerp(270, 600, t);
    const [waves, phase] = [random.between(0.7, 1.5), random.between(0, 6.3)];
    const height = lerp(110, 34, t);
    const points: Point[] = [];
    for (let x = -20; x <= 830; x += 34) {
      const swell = Math.sin((x / 800) * waves * 6.28 + phase);
      points.push([x, crest - height * (swell > 0 ? swell ** 0.7 : -((-swell) ** 1.3))]);
    }
    const fill = view.depth(t);
    const lit = mix(fill, view.sun, 0.42);
    const { definition, fill: shaded } = gradient(
      scene,
      [0, crest - height],
      [0, crest + 110],
      [lit, fill],
    );
    art += definition + raiseShape(scene, below(points), t < 1 ? shaded : view.base, 12);
  }
  return {
    ground: view.ground,
    art: fillPage(view.sky) + mirrorHalf(scene, art) + fillBelow(view.base),
  };
}
