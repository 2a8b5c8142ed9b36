import { mix } from '../colour.ts';
import {
  BEDROCK,
  chooseScheme,
  clip,
  type Drawing,
  floor,
  type Layout,
  lifted,
  maybeMirrored,
  type Scene,
  type Scheme,
  sheet,
  WIDTH,
} from '../scene.ts';
import {
  at,
  disc,
  line,
  type Point,
  polygon,
  polyline,
  ROUND,
  rectangle,
  ring,
  round,
  shape,
} from '../svg.ts';

/** Technology: tiles that join at every edge, and circuits. */
export const CIRCUITS: readonly Layout[] = [pipes, buses, signal, tracks, blocks];

const SCHEMES: readonly Scheme[] = [
  { ground: 'dark', inks: ['soft', 'accent', 'main'] },
  { ground: 'light', inks: ['main', 'accent', 'dark'] },
  { ground: 'main', inks: ['light', 'accent', 'dark'] },
  { ground: 'soft', inks: ['dark', 'main', 'accent'] },
  { ground: 'accent', inks: ['dark', 'light', 'main'] },
  { ground: 'extra', inks: ['dark', 'light', 'accent'] },
];

/** How a pattern of tiles ends: in front of it rises one form of a far larger scale, in the ground's colour. */
function foreground(scene: Scene, base: string, edge: string): string {
  const { random } = scene;
  const width = random.between(16, 34);
  const y = random.between(585, 618);
  const form = random.pick<(lift: number) => string>([hill, ramp, dome, level]);
  function hill(lift: number): string {
    const r = 900;
    return shape(
      `M-10 ${round(y - lift + 30)}A${r} ${r} 0 0 1 810 ${round(y - lift + 30)}V${BEDROCK}H-10Z`,
      lift ? edge : base,
    );
  }
  function ramp(lift: number): string {
    const x = 300;
    return shape(
      polygon([
        [-10, y - lift],
        [x - lift * 0.41, y - lift],
        [x + 110 - lift * 0.41, y - 110 - lift],
        [810, y - 110 - lift],
        [810, BEDROCK],
        [-10, BEDROCK],
      ]),
      lift ? edge : base,
    );
  }
  function dome(lift: number): string {
    return (
      disc([520, y], 130 + lift, lift ? edge : base) +
      rectangle([0, y - lift], WIDTH, BEDROCK - y + lift, lift ? edge : base)
    );
  }
  function level(lift: number): string {
    return rectangle([0, y - lift], WIDTH, BEDROCK - y + lift, lift ? edge : base);
  }
  return maybeMirrored(scene, lifted(scene, form(width), 12) + form(0));
}

/** Quarter arcs that join into one long pipe. */
function pipes(scene: Scene): Drawing {
  const { random } = scene;
  const { ground, base, inks } = chooseScheme(scene, SCHEMES);
  const [ink, hot, core] = inks as [string, string, string];
  const tile = random.pick([100, 134, 160, 200]);
  const width = tile * random.between(0.26, 0.4);
  const r = tile / 2;
  const quarter = (turn: 0 | 1, x: number, y: number) => `a${at([r, r])} 0 0 ${turn} ${at([x, y])}`;
  let [d, lamps] = ['', ''];
  for (let y = 0; y < 660; y += tile) {
    for (let x = 0; x < WIDTH; x += tile) {
      d += random.chance(0.5)
        ? `M${at([x + r, y])}${quarter(1, -r, r)}M${at([x + tile, y + r])}${quarter(0, -r, r)}`
        : `M${at([x + r, y])}${quarter(0, r, r)}M${at([x, y + r])}${quarter(1, r, r)}`;
      if (random.chance(0.16))
        lamps += disc(
          [x + r * random.integer(0, 1) * 2, y + r],
          width * 0.66,
          random.pick([hot, hot, core]),
        );
    }
  }
  return {
    ground,
    art:
      sheet(mix(base, ink, 0.12)) +
      lifted(scene, line(d, ink, width), 7) +
      line(d, core, width * random.between(0.2, 0.42)) +
      lifted(scene, lamps, 5) +
      foreground(scene, base, hot),
  };
}

const HEADINGS: readonly Point[] = [
  [1, 0],
  [Math.SQRT1_2, Math.SQRT1_2],
  [0, 1],
  [-Math.SQRT1_2, Math.SQRT1_2],
  [-1, 0],
  [-Math.SQRT1_2, -Math.SQRT1_2],
  [0, -1],
  [Math.SQRT1_2, -Math.SQRT1_2],
];

/** A line of tracks as one track, moved sideways; corners keep the distance. */
function sideways(points: readonly Point[], distance: number): Point[] {
  const normal = (a: Point, b: Point): Point => {
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    return [-(b[1] - a[1]) / length, (b[0] - a[0]) / length];
  };
  return points.map((point, i) => {
    const [before, after] = [points[i - 1], points[i + 1]];
    const first = before ? normal(before, point) : normal(point, after!);
    const second = after ? normal(point, after) : first;
    const stretch = distance / (1 + first[0] * second[0] + first[1] * second[1]);
    return [
      point[0] + (first[0] + second[0]) * stretch,
      point[1] + (first[1] + second[1]) * stretch,
    ];
  });
}

/** Tracks side by side that turn together, pass over one another and end at their pins. */
function buses(scene: Scene): Drawing {
  const { random } = scene;
  const { ground, base, inks } = chooseScheme(scene, SCHEMES);
  const starts = random.shuffle<[Point, number]>([
    [[-60, random.between(80, 220)], 0],
    [[860, random.between(120, 300)], 4],
    [[random.between(140, 340), -60], 2],
    [[random.between(460, 680), -60], 2],
    [[-60, random.between(330, 470)], 0],
  ]);
  let art = '';
  for (const [k, [start, heading]] of starts.slice(0, random.integer(3, 4)).entries()) {
    const count = random.integer(3, 6);
    const pitch = random.between(20, 30);
    const half = (count * pitch) / 2;
    const points: Point[] = [start];
    let [[x, y], direction, turn] = [start, heading, random.sign()];
    for (let leg = 0; leg < 4; leg++) {
      const [dx, dy] = HEADINGS[direction]!;
      let length = random.between(150, 330);
      if (dy > 0) length = Math.min(length, (590 - half - y) / dy);
      if (dy < 0) length = Math.min(length, (y - half - 40) / -dy);
      if (length < 70) break;
      [x, y] = [x + dx * length, y + dy * length];
      points.push([x, y]);
      direction = (direction + turn + 8) % 8;
      turn = leg % 2 ? random.sign() : turn === 1 ? -1 : 1;
    }
    if (points.length < 2) continue;
    const [colour, marked] = [inks[k % 3]!, inks[(k + 1) % 3]!];
    const special = random.integer(0, count - 1);
    let bus = line(polyline(points), base, count * pitch + pitch * 0.6, {
      'stroke-linejoin': 'round',
    });
    for (let track = 0; track < count; track++) {
      const path = sideways(points, (track - (count - 1) / 2) * pitch);
      const stroke = track === special ? marked : colour;
      bus += line(polyline(path), stroke, pitch * 0.52, { 'stroke-linejoin': 'round' });
      bus += disc(path.at(-1)!, pitch * 0.6, stroke) + disc(path.at(-1)!, pitch * 0.22, base);
    }
    art += lifted(scene, bus, 6);
  }
  const chip: Point = [random.between(180, 620), random.between(180, 420)];
  const core = lifted(scene, disc(chip, random.between(46, 80), inks[1]!), 10);
  return { ground, art: sheet(base) + maybeMirrored(scene, art + core) };
}

/** Half tiles, and a signal that lights those it passes; towards the title they fall away. */
function signal(scene: Scene): Drawing {
  const { random, palette } = scene;
  const { ground, base, inks } = chooseScheme(scene, SCHEMES);
  const [ink, hot, deep] = inks as [string, string, string];
  const tile = random.pick([80, 100, 133.4, 160]);
  const source: Point = [random.between(120, 680), random.between(120, 380)];
  const reach = random.between(200, 320);
  let [plain, lit] = ['', ''];
  for (let y = 0; y + tile <= 642; y += tile) {
    for (let x = 0; x < WIDTH; x += tile) {
      const distance = Math.hypot(x + tile / 2 - source[0], y + tile / 2 - source[1]);
      const corners: Point[] = [
        [x, y],
        [x + tile, y],
        [x + tile, y + tile],
        [x, y + tile],
      ];
      const missing = random.integer(0, 3);
      const staying = random.unit();
      if (distance < reach && random.chance(0.75)) {
        const [a, b, c] = [0, 1, 3].map((step) => corners[(missing + step) % 4]!) as [
          Point,
          Point,
          Point,
        ];
        const back = distance < reach * 0.55 ? hot : deep;
        const front = distance < reach * 0.55 ? palette.dark : ink;
        const fan = `M${at(a)}L${at(b)}A${at([tile, tile])} 0 0 1 ${at(c)}Z`;
        lit +=
          rectangle([x, y], tile + 0.5, tile + 0.5, back) +
          shape(fan, front === back ? palette.light : front);
      } else if (staying > ((y + tile - 280) / 420) ** 1.4 || y + tile < 280) {
        corners.splice(missing, 1);
        plain += shape(polygon(corners), random.pick([ink, ink, deep]));
      }
    }
  }
  return { ground, art: sheet(base) + plain + lifted(scene, lit, 9) };
}

/** Tiles of several tracks each: ribbons that turn at every tile. */
function tracks(scene: Scene): Drawing {
  const { random } = scene;
  const { ground, base, inks } = chooseScheme(scene, SCHEMES);
  const tile = random.pick([160, 200, 266.7]);
  const count = random.integer(2, 3) + (tile > 180 ? 1 : 0);
  const colours = random.shuffle(inks);
  const back = mix(base, colours[0]!, 0.1);
  const step = tile / (2 * count);
  const offset = random.pick([0, -tile / 2]);
  let art = '';
  for (let y = offset; y < 650; y += tile) {
    for (let x = offset; x < WIDTH; x += tile) {
      const corners: Point[] = random.chance(0.5)
        ? [
            [x, y],
            [x + tile, y + tile],
          ]
        : [
            [x + tile, y],
            [x, y + tile],
          ];
      const turned = corners.map((corner) => {
        let rings = disc(corner, tile - step / 2, back);
        for (let k = 0; k < count; k++) {
          rings += ring(
            corner,
            (2 * k + 1) * step,
            colours[Math.min(k, count - 1 - k) % 3]!,
            step * 1.02,
          );
        }
        return rings;
      });
      art += clip(
        scene,
        rectangle([x - 0.5, y - 0.5], tile + 1, tile + 1, '#000'),
        turned.join(''),
      );
    }
  }
  return { ground, art: sheet(back) + art + foreground(scene, base, inks[1]!) };
}

/** A small works seen from above at an angle: blocks with a roof, a lit wall and a shaded one. */
function blocks(scene: Scene): Drawing {
  const { random, noise, palette } = scene;
  const { ground, base, inks } = chooseScheme(scene, SCHEMES);
  const count = random.integer(4, 7);
  const half = random.between(300, 400) / count;
  const [middle, top] = [random.between(340, 460), 600 - count * half * 1.1];
  const tallest = Math.min(top - 20, random.between(130, 230));
  let art = '';
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < count; j++) {
      const [x, y] = [middle + (i - j) * half, top + (i + j) * half * 0.55];
      const height =
        Math.round(Math.abs(noise(i * 0.9 + 3, j * 0.9)) * 1.5 * 6 + 0.4) * (tallest / 6);
      const roof = random.chance(0.16)
        ? inks[1]!
        : random.pick([inks[0]!, inks[2]!, inks[0]!, palette.soft]);
      const depth = half * 1.1;
      const [up, ground]: [number, number] = [y - height, y];
      const roofLine: Point[] = [
        [x, up],
        [x + half, up + depth / 2],
        [x, up + depth],
        [x - half, up + depth / 2],
      ];
      const left: Point[] = [
        [x - half, up + depth / 2],
        [x, up + depth],
        [x, ground + depth],
        [x - half, ground + depth / 2],
      ];
      const right: Point[] = [
        [x + half, up + depth / 2],
        [x, up + depth],
        [x, ground + depth],
        [x + half, ground + depth / 2],
      ];
      art += shape(polygon(left), mix(roof, palette.dark, 0.3));
      art += shape(polygon(right), mix(roof, palette.dark, 0.55));
      art += shape(polygon(roofLine), mix(roof, palette.light, 0.08));
      if (height > 20 && random.chance(0.3)) {
        art += line(
          polyline([
            [x - half * 0.45, up + depth / 2],
            [x, up + depth * 0.72],
            [x + half * 0.45, up + depth / 2],
          ]),
          palette.dark,
          4,
          { ...ROUND, opacity: 0.5 },
        );
      }
    }
  }
  return { ground, art: sheet(base) + maybeMirrored(scene, lifted(scene, art, 14)) + floor(base) };
}
