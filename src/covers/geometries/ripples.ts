import { mix } from '../colour.ts';
import {
  chooseScheme,
  clip,
  type Drawing,
  dissolve,
  fillBelow,
  fillPage,
  HEIGHT,
  type Layout,
  liftContent,
  mirrorHalf,
  type Scene,
  TITLE_TOP,
  WIDTH,
} from '../scene.ts';
import { SCHEMES } from '../schemes.ts';
import {
  band,
  circlePath,
  disc,
  FULL_TURN,
  lerp,
  type Point,
  polygon,
  rectangle,
  shape,
} from '../svg.ts';

/** Layouts of the category Mind & Behavior: ripples that meet and change one another. */
export const RIPPLE_LAYOUTS: readonly Layout[] = [
  interference,
  lens,
  liftedPlane,
  horizon,
  illusion,
];

const EVEN_ODD = { 'fill-rule': 'evenodd' };

/**
 * Returns the path of concentric circles at intervals of `step`. The even-odd rule fills every other band
 * between them.
 */
function bands(centre: Point, step: number, reach: number): string {
  let d = '';
  for (let r = step / 2; r < reach; r += step) d += circlePath(centre, r);
  return d;
}

/** Draws ripples from two sources. Light and dark are exchanged where the ripples overlap. */
function interference(scene: Scene): Drawing {
  const { random } = scene;
  const { ground, base, inks } = chooseScheme(scene, SCHEMES.mab);
  const [ink, hot, deep] = inks as [string, string, string];
  const step = random.between(34, 58);
  const first: Point = [random.between(90, 330), random.between(100, 340)];
  const reach = Math.min(step * random.integer(7, 10), 630 - first[1]);
  const angle = random.between(-0.5, 0.9);
  const apart = reach * random.between(0.75, 1.1);
  const second: Point = [
    first[0] + apart * Math.cos(angle),
    Math.min(400, Math.max(150, first[1] + apart * Math.sin(angle))),
  ];
  const reach2 = Math.min(step * random.integer(5, 9), 630 - second[1]);
  const whole = (r: number) => (Math.floor(r / step - 0.5) + 0.5) * step;
  const [r1, r2] = [whole(reach), whole(reach2)];
  const [rings1, rings2] = [bands(first, step, r1 + 1), bands(second, step, r2 + 1)];
  const lensOf = (content: string) =>
    clip(scene, disc(first, r1, '#000'), clip(scene, disc(second, r2, '#000'), content));
  const faint = shape(bands(first, step, 1200), mix(base, scene.palette.dark, 0.1), EVEN_ODD);
  return {
    ground,
    art:
      fillPage(base) +
      mirrorHalf(
        scene,
        faint +
          dissolve(scene, base, 330, 600) +
          liftContent(scene, disc(first, r1, base) + disc(second, r2, base)) +
          shape(rings1, ink, EVEN_ODD) +
          shape(rings2, ink, EVEN_ODD) +
          lensOf(rectangle([0, 0], WIDTH, HEIGHT, base) + shape(rings1 + rings2, deep, EVEN_ODD)) +
          disc(first, step / 2, hot) +
          disc(second, step / 2, hot),
      ),
  };
}

/** Draws one large ripple, and a lens through which part of it looks different. */
function lens(scene: Scene): Drawing {
  const { random } = scene;
  const { ground, base, inks } = chooseScheme(scene, SCHEMES.mab);
  const [ink, hot, deep] = inks as [string, string, string];
  const step = random.between(58, 110);
  const source: Point = [random.between(120, 420), random.between(60, 300)];
  const radius = random.between(150, 235);
  const middle: Point = [
    Math.min(690, source[0] + random.between(180, 330)),
    Math.min(600 - radius, source[1] + random.between(60, 220)),
  ];
  const waves = shape(bands(source, step, 1300), mix(base, ink, 0.85), EVEN_ODD);
  const fine = bands(middle, step * random.between(0.32, 0.5), radius + 5);
  const seen = shape(fine + bands(source, step, 1300), deep, EVEN_ODD);
  return {
    ground,
    art:
      fillPage(base) +
      mirrorHalf(
        scene,
        waves +
          disc(source, step / 2, deep) +
          dissolve(scene, base, random.between(330, 430)) +
          liftContent(scene, disc(middle, radius, hot), 16) +
          clip(scene, disc(middle, radius, '#000'), seen),
      ),
  };
}

/** Draws a plane of lines that two waves lift. The waves become smaller toward the title. */
function liftedPlane(scene: Scene): Drawing {
  const { random } = scene;
  const { ground, base, inks } = chooseScheme(scene, SCHEMES.mab);
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
    const y = lerp(46, 622, (k / count) ** 0.94);
    const calm = Math.min(1, (TITLE_TOP - y) / 200);
    const thickness = (620 / count) * lerp(0.1, 0.52, calm);
    const [top, bottom]: [Point[], Point[]] = [[], []];
    for (let x = -20; x <= 830; x += 34) {
      const lift = wave(x, y) * calm;
      const half = (thickness * (1 + lift * 0.55)) / 2;
      top.push([x, y - lift * height - half]);
      bottom.push([x, y - lift * height + half]);
    }
    lines += shape(band(top, bottom), k % 5 === 3 ? deep : ink);
  }
  const sun = disc([sources[1]![0], sources[1]![1] - 30], random.between(110, 190), hot);
  return { ground, art: fillPage(base) + mirrorHalf(scene, liftContent(scene, sun) + lines) };
}

/** Draws ripples around sources on a horizon, and their reflections in the water. */
function horizon(scene: Scene): Drawing {
  const { random, palette } = scene;
  const water = scene.ground(random.pick(['dark', 'main', 'extra', 'dark']));
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
    return [lerp(90, 710, (i + random.between(0.25, 0.75)) / count), y];
  });
  const sizes = sources.map(() => step * random.integer(count === 1 ? 8 : 4, count === 1 ? 11 : 9));
  const all = (shrink: number) =>
    sources.map((source, i) => bands(source, step, sizes[i]! * shrink + 1)).join('');
  const hearts = sources
    .map((source) => disc(source, step * random.pick([0.5, 1.5]), hot))
    .join('');
  const above = rectangle([0, 0], WIDTH, y, '#000');
  const below = rectangle([0, y], WIDTH, HEIGHT - y, '#000');
  const reflection = shape(all(0.8), mix(water.hex, palette.soft, 0.4), EVEN_ODD);
  return {
    ground: water.id,
    art:
      fillPage(sky) +
      clip(scene, above, shape(all(1), ink, EVEN_ODD) + hearts) +
      fillBelow(water.hex, y) +
      clip(scene, below, reflection) +
      dissolve(scene, water.hex, y, Math.min(TITLE_TOP, y + 190)),
  };
}

/** Draws tapering stripes, and discs in which the colors of the stripes are inverted. */
function illusion(scene: Scene): Drawing {
  const { random } = scene;
  const { ground, base, inks } = chooseScheme(scene, SCHEMES.mab);
  const [ink, hot, deep] = inks as [string, string, string];
  const count = random.integer(9, 17);
  const pitch = WIDTH / count;
  const lean = random.between(-90, 90);
  const sway = random.between(0, FULL_TURN);
  let stripes = '';
  for (let i = -2; i <= count + 2; i++) {
    const x = (i + 0.25) * pitch;
    const foot = 560 + 65 * Math.sin(i * 0.55 + sway);
    stripes += polygon([
      [x, -10],
      [x + pitch * 0.62, -10],
      [x + pitch * 0.31 + lean, foot],
    ]);
  }
  const radius = random.between(150, 225);
  const big: Point = [random.between(240, 560), random.between(210, 350)];
  const small: Point = [big[0] + radius * random.sign() * 0.95, big[1] + random.between(-120, 120)];
  const inside = (centre: Point, r: number, fill: string, drawn: string) =>
    clip(scene, disc(centre, r, '#000'), disc(centre, r, fill) + shape(stripes, drawn));
  return {
    ground,
    art:
      fillPage(base) +
      shape(stripes, ink) +
      inside(small, radius * random.between(0.36, 0.55), deep, base) +
      inside(big, radius, hot, deep),
  };
}
