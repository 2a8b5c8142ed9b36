import { mixColors } from '../color.ts';
import { COLOR_SCHEMES_BY_CATEGORY } from '../color-schemes.ts';
import {
  COVER_WIDTH,
  chooseColorScheme,
  clipSvgToShape,
  type Drawing,
  type DrawingContext,
  drawAsPaperSheet,
  fillWholeCover,
  mirrorAtRandom,
  SHAPE_BOTTOM_BEHIND_TITLE_Y,
} from '../drawing-context.ts';
import {
  createPolygonPath,
  drawDisc,
  drawRectangle,
  drawRing,
  drawShape,
  formatCoordinate,
  formatPoints,
  type Point,
  strokePath,
} from '../svg.ts';

/** Draws one large shape over the lower end of a tile pattern. The shape has the background color of the title. */
function drawForeground(context: DrawingContext, base: string, edge: string): string {
  const { random } = context;
  const width = random.between(16, 34);
  const y = random.between(585, 618);
  const drawForm = random.pick<(lift: number) => string>([hill, ramp, dome, level]);
  function hill(lift: number): string {
    const r = 900;
    return drawShape(
      `M-10 ${formatCoordinate(y - lift + 30)}A${r} ${r} 0 0 1 810 ${formatCoordinate(y - lift + 30)}V${SHAPE_BOTTOM_BEHIND_TITLE_Y}H-10Z`,
      lift ? edge : base,
    );
  }
  function ramp(lift: number): string {
    const x = 300;
    return drawShape(
      createPolygonPath([
        [-10, y - lift],
        [x - lift * 0.41, y - lift],
        [x + 110 - lift * 0.41, y - 110 - lift],
        [810, y - 110 - lift],
        [810, SHAPE_BOTTOM_BEHIND_TITLE_Y],
        [-10, SHAPE_BOTTOM_BEHIND_TITLE_Y],
      ]),
      lift ? edge : base,
    );
  }
  function dome(lift: number): string {
    return (
      drawDisc([520, y], 130 + lift, lift ? edge : base) +
      drawRectangle(
        [0, y - lift],
        COVER_WIDTH,
        SHAPE_BOTTOM_BEHIND_TITLE_Y - y + lift,
        lift ? edge : base,
      )
    );
  }
  function level(lift: number): string {
    return drawRectangle(
      [0, y - lift],
      COVER_WIDTH,
      SHAPE_BOTTOM_BEHIND_TITLE_Y - y + lift,
      lift ? edge : base,
    );
  }
  return mirrorAtRandom(context, drawAsPaperSheet(context, drawForm(width), 12) + drawForm(0));
}

/** Draws tiles with quarter arcs that join into long pipes. */
export function drawPipes(context: DrawingContext): Drawing {
  const { random } = context;
  const { ground, base, inks } = chooseColorScheme(context, COLOR_SCHEMES_BY_CATEGORY.tae);
  const [ink, hot, core] = inks as [string, string, string];
  const tile = random.pick([100, 134, 160, 200]);
  const width = tile * random.between(0.26, 0.4);
  const r = tile / 2;
  const quarter = (turn: 0 | 1, x: number, y: number) =>
    `a${formatPoints([r, r])} 0 0 ${turn} ${formatPoints([x, y])}`;
  let [d, lampDiscs] = ['', ''];
  for (let y = 0; y < 660; y += tile) {
    for (let x = 0; x < COVER_WIDTH; x += tile) {
      d += random.chance(0.5)
        ? `M${formatPoints([x + r, y])}${quarter(1, -r, r)}M${formatPoints([x + tile, y + r])}${quarter(0, -r, r)}`
        : `M${formatPoints([x + r, y])}${quarter(0, r, r)}M${formatPoints([x, y + r])}${quarter(1, r, r)}`;
      if (random.chance(0.16))
        lampDiscs += drawDisc(
          [x + r * random.integer(0, 1) * 2, y + r],
          width * 0.66,
          random.pick([hot, hot, core]),
        );
    }
  }
  return {
    ground,
    art:
      fillWholeCover(mixColors(base, ink, 0.12)) +
      drawAsPaperSheet(context, strokePath(d, ink, width), 7) +
      strokePath(d, core, width * random.between(0.2, 0.42)) +
      drawAsPaperSheet(context, lampDiscs, 5) +
      drawForeground(context, base, hot),
  };
}

/**
 * Draws triangles, each of which is half of a square tile. Brightly colored triangles fan out from one point, which
 * looks like the source of a signal. There are fewer triangles toward the title.
 */
export function drawTriangularTiles(context: DrawingContext): Drawing {
  const { random, palette } = context;
  const { ground, base, inks } = chooseColorScheme(context, COLOR_SCHEMES_BY_CATEGORY.tae);
  const [ink, hot, deep] = inks as [string, string, string];
  const tile = random.pick([80, 100, 120, 160]);
  const source: Point = [random.between(120, 680), random.between(120, 380)];
  const reach = random.between(200, 320);
  let [plain, lit] = ['', ''];
  for (let y = 0; y + tile <= 642; y += tile) {
    for (let x = 0; x < COVER_WIDTH; x += tile) {
      const distance = Math.hypot(x + tile / 2 - source[0], y + tile / 2 - source[1]);
      const corners: Point[] = [
        [x, y],
        [x + tile, y],
        [x + tile, y + tile],
        [x, y + tile],
      ];
      const missing = random.integer(0, 3);
      const stayingChance = random.unit();
      if (distance < reach && random.chance(0.75)) {
        const [a, b, c] = [0, 1, 3].map((step) => corners[(missing + step) % 4]!) as [
          Point,
          Point,
          Point,
        ];
        const back = distance < reach * 0.55 ? hot : deep;
        const front = distance < reach * 0.55 ? palette.dark : ink;
        const fan = `M${formatPoints(a)}L${formatPoints(b)}A${formatPoints([tile, tile])} 0 0 1 ${formatPoints(c)}Z`;
        lit +=
          drawRectangle([x, y], tile + 0.5, tile + 0.5, back) +
          drawShape(fan, front === back ? palette.light : front);
      } else if (stayingChance > ((y + tile - 280) / 420) ** 1.4 || y + tile < 280) {
        corners.splice(missing, 1);
        plain += drawShape(createPolygonPath(corners), random.pick([ink, ink, deep]));
      }
    }
  }
  return { ground, art: fillWholeCover(base) + plain + drawAsPaperSheet(context, lit, 9) };
}

/** Draws tiles with several tracks each. The tracks join into ribbons that turn at every tile. */
export function drawTracks(context: DrawingContext): Drawing {
  const { random } = context;
  const { ground, base, inks } = chooseColorScheme(context, COLOR_SCHEMES_BY_CATEGORY.tae);
  const tile = random.pick([160, 200, 240]);
  const count = random.integer(2, 3) + (tile > 180 ? 1 : 0);
  const colors = random.shuffle(inks);
  const back = mixColors(base, colors[0]!, 0.1);
  const step = tile / (2 * count);
  const offset = random.pick([0, -tile / 2]);
  let art = '';
  for (let y = offset; y < 650; y += tile) {
    for (let x = offset; x < COVER_WIDTH; x += tile) {
      const corners: Point[] = random.chance(0.5)
        ? [
            [x, y],
            [x + tile, y + tile],
          ]
        : [
            [x + tile, y],
            [x, y + tile],
          ];
      const arcs = corners.map((corner) => {
        let rings = drawDisc(corner, tile - step / 2, back);
        for (let k = 0; k < count; k++) {
          rings += drawRing(
            corner,
            (2 * k + 1) * step,
            colors[Math.min(k, count - 1 - k) % 3]!,
            step * 1.02,
          );
        }
        return rings;
      });
      art += clipSvgToShape(context, drawRectangle([x, y], tile, tile, '#000'), arcs.join(''));
    }
  }
  return { ground, art: fillWholeCover(back) + art + drawForeground(context, base, inks[1]!) };
}
