import { luminance, mix } from '../colour.ts';
import type { Palette } from '../palettes.ts';
import {
  BEDROCK,
  clip,
  type Drawing,
  floor,
  type Layout,
  lifted,
  maybeMirrored,
  raised,
  type Scene,
  sheet,
} from '../scene.ts';
import {
  at,
  curve,
  disc,
  FULL_TURN,
  lerp,
  line,
  type Point,
  polar,
  ROUND,
  rectangle,
  round,
  shape,
} from '../svg.ts';

/** World history: what lies on top of what, and contours. */
export const STRATA: readonly Layout[] = [fault, island, buried, fold, canyon, terraces];

type Ink = keyof Palette;

/** Sky, beds from the youngest down, and the oldest, on which the title stands. */
interface Section {
  sky: Ink;
  beds: readonly Ink[];
  ground: Ink;
}

const SECTIONS: readonly Section[] = [
  { sky: 'light', beds: ['accent', 'main', 'soft', 'extra'], ground: 'dark' },
  { sky: 'accent', beds: ['main', 'light', 'extra', 'soft'], ground: 'dark' },
  { sky: 'extra', beds: ['accent', 'light', 'main', 'soft'], ground: 'dark' },
  { sky: 'soft', beds: ['main', 'light', 'dark', 'accent'], ground: 'extra' },
  { sky: 'extra', beds: ['soft', 'accent', 'dark', 'light'], ground: 'main' },
  { sky: 'dark', beds: ['accent', 'soft', 'main', 'extra'], ground: 'light' },
  { sky: 'main', beds: ['light', 'soft', 'dark', 'extra'], ground: 'accent' },
  { sky: 'light', beds: ['extra', 'dark', 'main', 'accent'], ground: 'soft' },
];

function chooseSection(scene: Scene) {
  const section = scene.random.pick(SECTIONS);
  const { id, hex } = scene.ground(section.ground);
  const beds = section.beds.map((ink) => scene.palette[ink]);
  return { ground: id, base: hex, sky: scene.palette[section.sky], beds };
}

type Height = (x: number) => number;

/** Marks a geologist would draw into a bed: sand, shale or slant. */
function texture(kind: number, top: Height, bottom: Height, colour: string): string {
  let d = '';
  const width = kind === 0 ? 5 : 3.2;
  for (let x = -40; x < 850; x += [22, 30, 16][kind]!) {
    const [high, low] = [top(x), bottom(x)];
    if (kind === 1) d += `M${at([x, (high + low) / 2])}h16`;
    if (kind === 2) d += `M${at([x, high + 4])}l-10 ${round((low - high) * 0.5)}`;
    for (let y = high + 13; kind === 0 && y < low - 6; y += 20)
      d += `M${at([x + (Math.round((y - high) / 20) & 1) * 11, y])}h.1`;
  }
  return line(d, colour, width, ROUND);
}

/** Everything below a height. */
function under(height: Height): string {
  const points: Point[] = [];
  for (let x = -60; x <= 870; x += 46) points.push([x, height(x)]);
  return `${curve(points)}V${BEDROCK}H-60Z`;
}

/** Beds one on another between two depths; the last is the ground. */
function bedding(
  scene: Scene,
  beds: readonly string[],
  top: number,
  bottom: number,
  count: number,
) {
  const { random, noise, palette } = scene;
  const [phase, key] = [random.between(0, 9), random.between(0, 40)];
  const weights = Array.from(
    { length: count },
    (_, i) => 0.45 + (noise(i * 3.7 + key, 8) * 0.5 + 0.5) * 1.4,
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const edge = (i: number): Height => {
    const share = weights.slice(0, i).reduce((sum, weight) => sum + weight, 0) / total;
    return (x) =>
      lerp(top, bottom, share) + noise(x / 300 + phase, i * 0.35 + key) * 44 * (1 - share * 0.75);
  };
  let art = '';
  for (let i = 0; i < count; i++) {
    const colour = beds[i % beds.length]!;
    const [high, low] = [edge(i), edge(i + 1)];
    const thickness = low(400) - high(400);
    const mark = mix(colour, luminance(colour) > 0.2 ? palette.dark : palette.light, 0.45);
    art += raised(scene, under(high), colour, 6);
    if (thickness > 34 && i % 2 === 0) art += texture(i % 3, high, low, mark);
  }
  return { art, surface: edge(0), last: edge(count) };
}

/** Beds that broke and slipped. */
function fault(scene: Scene): Drawing {
  const { random, palette } = scene;
  const { ground, base, sky, beds } = chooseSection(scene);
  const slip = random.between(50, 100) * random.sign();
  const { art, last } = bedding(scene, beds, random.between(170, 260), 560, random.integer(6, 9));
  const section = (by: number) =>
    `<g transform="translate(0 ${round(by)})">${art}${shape(under(last), base)}</g>`;
  const lean = random.between(-20, 20);
  const x = random.between(290, 520);
  const half = rectangle([0, -600], 1600, 2600, '#000', {
    transform: `translate(${round(x)} 0) rotate(${round(lean)})`,
  });
  const slope = Math.tan((lean * Math.PI) / 180);
  const crack = line(
    `M${at([x + 20 * slope, -20])}L${at([x - 640 * slope, 640])}`,
    palette.dark,
    6,
  );
  const sun = disc(
    [random.between(130, 670), random.between(90, 150)],
    random.between(50, 90),
    beds[1]!,
  );
  return {
    ground,
    art:
      sheet(sky) +
      sun +
      section(-slip / 2) +
      clip(scene, half, sheet(sky) + sun + section(slip / 2)) +
      clip(scene, rectangle([0, 0], 800, 640, '#000'), crack) +
      raised(
        scene,
        under((at) => 616 + 10 * Math.sin(at / 130)),
        base,
        8,
      ),
  };
}

/** An island in contours, cut from paper. */
function island(scene: Scene): Drawing {
  const { random, noise, palette } = scene;
  const { ground, base, sky, beds } = chooseSection(scene);
  const centre: Point = [random.between(280, 520), random.between(280, 330)];
  const count = random.integer(6, 11);
  const key = random.between(0, 50);
  const rough = random.between(0.22, 0.42);
  const ramp = [sky, ...beds].filter(
    (colour) => Math.abs(luminance(colour) - luminance(base)) > 0.05,
  );
  const drift: Point = [random.between(-80, 80), random.between(-60, 20)];
  let art = '';
  for (let k = 0; k < count; k++) {
    const scale = 1 - k / count;
    const points = Array.from({ length: 28 }, (_, i): Point => {
      const angle = (i / 28) * FULL_TURN;
      const wobble = noise(
        Math.cos(angle) * 1.2 + key + k * 0.06,
        Math.sin(angle) * 1.2 + k * 0.06,
      );
      const [x, y] = polar(centre, 430 * scale * (1 + rough * wobble), angle);
      const lowest = 618 - (1 - scale) * 60;
      const flat = centre[1] + (y - centre[1]) * 0.72 + drift[1] * (1 - scale);
      return [x + drift[0] * (1 - scale), Math.min(flat, lowest)];
    });
    const colour = ramp[Math.min(ramp.length - 1, Math.floor((k / count) * ramp.length))]!;
    art += raised(scene, curve(points, true), k % 2 ? mix(colour, palette.dark, 0.1) : colour, 7);
  }
  return { ground, art: sheet(base) + maybeMirrored(scene, art) };
}

/** A ringed disc, half in the earth. */
function buried(scene: Scene): Drawing {
  const { random, palette } = scene;
  const { ground, base, sky, beds } = chooseSection(scene);
  const top = random.between(290, 390);
  const { art, last } = bedding(scene, beds, top, 590, random.integer(4, 7));
  const radius = random.between(140, 250);
  const centre: Point = [
    random.between(200, 600),
    Math.max(top + random.between(-70, 30), radius * 0.72),
  ];
  const count = random.integer(4, 8);
  const [first, second] = random.shuffle(
    [palette.light, palette.dark, palette.main, palette.accent].filter((colour) => colour !== sky),
  );
  const rings = Array.from({ length: count }, (_, k) =>
    disc(centre, radius * (1 - k / count), k % 2 ? first! : second!),
  ).join('');
  return {
    ground,
    art:
      sheet(sky) +
      lifted(scene, rings, 12) +
      art +
      raised(scene, under(last), base, 7) +
      floor(base),
  };
}

/** Beds folded by pressure and planed off by weather. */
function fold(scene: Scene): Drawing {
  const { random, noise, palette } = scene;
  const { ground, base, sky, beds } = chooseSection(scene);
  const middle = random.between(220, 580);
  const [height, width] = [random.between(220, 360), random.between(170, 280)];
  const direction = random.chance(0.65) ? 1 : -0.55;
  const tilt = random.between(-0.12, 0.12);
  const bend = (x: number) =>
    -height * direction * Math.exp(-(((x - middle) / width) ** 2)) + (x - 400) * tilt;
  const plane = random.between(190, 270);
  let y = direction > 0 ? plane + 10 : plane - 130;
  let art = sheet(beds[3]!);
  for (let k = 0; k < 16 && y < 720; k++) {
    const thickness = random.between(28, 66);
    const strength = Math.max(0.12, 1 - k * 0.075);
    const at =
      (depth: number): Height =>
      (x) =>
        depth + bend(x) * strength;
    const colour = beds[k % beds.length]!;
    art += raised(scene, under(at(y)), colour, 5);
    if (thickness > 44)
      art += texture(
        k % 3,
        at(y),
        at(y + thickness),
        mix(colour, luminance(colour) > 0.2 ? palette.dark : palette.light, 0.4),
      );
    y += thickness;
  }
  const surface: Point[] = [];
  for (let x = -40; x <= 840; x += 60) surface.push([x, plane + noise(x / 180, 5) * 30]);
  const sun = disc(
    [
      random.chance(0.5) ? random.between(110, 300) : random.between(500, 690),
      plane - random.between(70, 120),
    ],
    random.between(40, 72),
    sky === palette.accent ? palette.light : palette.accent,
  );
  return {
    ground,
    art:
      art +
      shape(`${curve(surface)}V-40H-40Z`, sky) +
      line(curve(surface), palette.dark, 6) +
      sun +
      raised(
        scene,
        under((x) => 600 + bend(x) * 0.05 + 8 * Math.sin(x / 90)),
        base,
        8,
      ),
  };
}

/** A canyon in cut paper: walls from both sides, each nearer and lower, and light at the end. */
function canyon(scene: Scene): Drawing {
  const { random, noise, palette } = scene;
  const { ground, base, sky, beds } = chooseSection(scene);
  const count = random.integer(4, 6);
  const gap = random.between(280, 520);
  const sun = lifted(
    scene,
    disc(
      [gap + random.between(-50, 50), random.between(150, 270)],
      random.between(70, 120),
      sky === palette.light ? palette.accent : palette.light,
    ),
    12,
  );
  let art = '';
  for (let k = 0; k < count; k++) {
    const t = k / (count - 1);
    const open = lerp(120, 330, t);
    const valley = lerp(420, 612, t);
    const rim = lerp(70, 190, t) + random.between(-40, 40);
    const wall: Height = (x) => {
      const away = Math.max(0, Math.abs(x - gap) - open * (0.55 + 0.2 * noise(k * 5, 2)));
      const step = Math.round((away / 44) * 0.9) / ((0.9 * 520) / 44);
      const climb = Math.min(1, (away / 520) * 0.45 + step * 0.55);
      return (
        valley -
        (valley - rim) * climb ** 0.75 * lerp(1, 0.62, t) -
        noise(x / 90, k * 4) * 14 * (1 - t * 0.5)
      );
    };
    const points: Point[] = [];
    for (let x = -60; x <= 870; x += 15) points.push([x, wall(x)]);
    const colour = k === count - 1 ? base : beds[k % beds.length]!;
    art += raised(scene, `${curve(points)}V${BEDROCK}H-60Z`, colour, 12);
  }
  return { ground, art: sheet(sky) + sun + maybeMirrored(scene, art) + floor(base) };
}

/** A mound of terraces built by one age on the ruins of another. */
function terraces(scene: Scene): Drawing {
  const { random, palette } = scene;
  const { ground, base, sky, beds } = chooseSection(scene);
  const count = random.integer(4, 8);
  const [foot, top] = [612, random.between(170, 290)];
  const rise = (foot - top) / count;
  const middle = random.between(300, 500);
  const sun = disc(
    [middle + random.between(180, 300) * random.sign(), random.between(110, 190)],
    random.between(50, 95),
    sky === palette.accent ? palette.light : palette.accent,
  );
  let art = '';
  for (let k = count - 1; k >= 0; k--) {
    const y = foot - rise * (k + 1);
    const half = lerp(470, 90, (k / (count - 1)) ** 0.9);
    const colour = beds[k % beds.length]!;
    const mark = mix(colour, luminance(colour) > 0.2 ? palette.dark : palette.light, 0.45);
    const batter = rise * 0.22;
    const step = `M${at([middle - half, y])}H${round(middle + half)}L${at([middle + half + batter, foot + 60])}H${round(middle - half - batter)}Z`;
    art =
      raised(scene, step, colour, 7) + doors(scene, [middle, y + rise], half, rise, mark, k) + art;
  }
  return { ground, art: sheet(sky) + sun + art + lifted(scene, floor(base, foot), 8, 0.3) };
}

/** A row of openings or niches along one terrace. */
function doors(
  scene: Scene,
  [x, foot]: Point,
  half: number,
  rise: number,
  colour: string,
  terrace: number,
): string {
  const { random } = scene;
  const kind = (terrace + random.integer(0, 1)) % 3;
  const pitch = rise * random.between(0.6, 1.1);
  const count = Math.max(1, Math.floor((half * 2 - pitch) / pitch) | 1);
  let d = '';
  for (let i = 0; i < count; i++) {
    const middle = x + (i - (count - 1) / 2) * pitch;
    const w = pitch * 0.2;
    if (kind === 0)
      d += `M${at([middle - w, foot])}v${round(-rise * 0.4)}a${at([w, w])} 0 0 1 ${at([w * 2, 0])}V${round(foot)}Z`;
    if (kind === 1)
      d += `M${at([middle - w * 1.6, foot - rise * 0.34])}h${round(w * 3.2)}v${round(-rise * 0.16)}h${round(-w * 3.2)}Z`;
    if (kind === 2 && i % 2 === 0)
      d += `M${at([middle, foot - rise * 0.7])}l${at([w * 1.6, rise * 0.45])}h${round(-w * 3.2)}Z`;
  }
  return shape(d, colour);
}
