import { mix } from '../colour.ts';
import {
  chooseScheme,
  clip,
  type Drawing,
  fillPage,
  liftContent,
  mirrorHalf,
  type Scene,
  SHAPES_BOTTOM,
  WIDTH,
} from '../scene.ts';
import { SCHEMES } from '../schemes.ts';
import { at, disc, line, type Point, polygon, rectangle, ring, round, shape } from '../svg.ts';

/** Covers the lower end of a tile pattern with one much larger shape in the color of the ground. */
function foreground(scene: Scene, base: string, edge: string): string {
  const { random } = scene;
  const width = random.between(16, 34);
  const y = random.between(585, 618);
  const form = random.pick<(lift: number) => string>([hill, ramp, dome, level]);
  function hill(lift: number): string {
    const r = 900;
    return shape(
      `M-10 ${round(y - lift + 30)}A${r} ${r} 0 0 1 810 ${round(y - lift + 30)}V${SHAPES_BOTTOM}H-10Z`,
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
        [810, SHAPES_BOTTOM],
        [-10, SHAPES_BOTTOM],
      ]),
      lift ? edge : base,
    );
  }
  function dome(lift: number): string {
    return (
      disc([520, y], 130 + lift, lift ? edge : base) +
      rectangle([0, y - lift], WIDTH, SHAPES_BOTTOM - y + lift, lift ? edge : base)
    );
  }
  function level(lift: number): string {
    return rectangle([0, y - lift], WIDTH, SHAPES_BOTTOM - y + lift, lift ? edge : base);
  }
  return mirrorHalf(scene, liftContent(scene, form(width), 12) + form(0));
}

/** Draws tiles with quarter arcs that join into long pipes. */
export function drawPipes(scene: Scene): Drawing {
  const { random } = scene;
  const { ground, base, inks } = chooseScheme(scene, SCHEMES.tae);
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
      fillPage(mix(base, ink, 0.12)) +
      liftContent(scene, line(d, ink, width), 7) +
      line(d, core, width * random.between(0.2, 0.42)) +
      liftContent(scene, lamps, 5) +
      foreground(scene, base, hot),
  };
}

/** Draws half tiles, and lights those around the source of a signal. Tiles become fewer toward the title. */
export function drawSignal(scene: Scene): Drawing {
  const { random, palette } = scene;
  const { ground, base, inks } = chooseScheme(scene, SCHEMES.tae);
  const [ink, hot, deep] = inks as [string, string, string];
  const tile = random.pick([80, 100, 120, 160]);
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
  return { ground, art: fillPage(base) + plain + liftContent(scene, lit, 9) };
}

/** Draws tiles with several tracks each, which form ribbons that turn at every tile. */
export function drawTracks(scene: Scene): Drawing {
  const { random } = scene;
  const { ground, base, inks } = chooseScheme(scene, SCHEMES.tae);
  const tile = random.pick([160, 200, 240]);
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
      art += clip(scene, rectangle([x, y], tile, tile, '#000'), turned.join(''));
    }
  }
  return { ground, art: fillPage(back) + art + foreground(scene, base, inks[1]!) };
}
