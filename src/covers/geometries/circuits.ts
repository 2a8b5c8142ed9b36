import { mixColors } from '../color.ts';
import { COLOR_SCHEMES_BY_CATEGORY } from '../color-schemes.ts';
import {
  chooseColorScheme,
  type Drawing,
  type DrawingContext,
  drawAsPaperSheet,
  fillBelowY,
  fillWholeCover,
  type LayoutFunction,
  mirrorAtRandom,
} from '../drawing-context.ts';
import {
  createPolygonPath,
  createPolylinePath,
  drawDisc,
  drawShape,
  type Point,
  ROUND_LINE_ATTRIBUTES,
  strokePath,
} from '../svg.ts';
import { drawPipes, drawTracks, drawTriangularTiles } from './tiles.ts';

/** Layouts for the category Technology & Engineering: circuits, and tiles whose patterns join at the edges. */
export const CIRCUIT_LAYOUTS: readonly LayoutFunction[] = [
  drawPipes,
  drawBuses,
  drawTriangularTiles,
  drawTracks,
  drawBlocks,
];

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

/** Returns the points of a line that runs parallel to another line at a constant distance, even at corners. */
function offsetLine(points: readonly Point[], distance: number): Point[] {
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

/**
 * Draws bundles of parallel tracks, as on a circuit board. The tracks of a bundle turn together, cross other bundles,
 * and end at pins.
 */
function drawBuses(context: DrawingContext): Drawing {
  const { random } = context;
  const { ground, base, inks } = chooseColorScheme(context, COLOR_SCHEMES_BY_CATEGORY.tae);
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
    const [color, marked] = [inks[k % 3]!, inks[(k + 1) % 3]!];
    const special = random.integer(0, count - 1);
    let bus = strokePath(createPolylinePath(points), base, count * pitch + pitch * 0.6, {
      'stroke-linejoin': 'round',
    });
    for (let track = 0; track < count; track++) {
      const path = offsetLine(points, (track - (count - 1) / 2) * pitch);
      const stroke = track === special ? marked : color;
      bus += strokePath(createPolylinePath(path), stroke, pitch * 0.52, {
        'stroke-linejoin': 'round',
      });
      bus +=
        drawDisc(path.at(-1)!, pitch * 0.6, stroke) + drawDisc(path.at(-1)!, pitch * 0.22, base);
    }
    art += drawAsPaperSheet(context, bus, 6);
  }
  const chip: Point = [random.between(180, 620), random.between(180, 420)];
  const core = drawAsPaperSheet(context, drawDisc(chip, random.between(46, 80), inks[1]!), 10);
  return { ground, art: fillWholeCover(base) + mirrorAtRandom(context, art + core) };
}

/** Draws block-shaped buildings seen obliquely from above. Each has a roof, a lit wall and a shaded wall. */
function drawBlocks(context: DrawingContext): Drawing {
  const { random, noise, palette } = context;
  const { ground, base, inks } = chooseColorScheme(context, COLOR_SCHEMES_BY_CATEGORY.tae);
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
      art += drawShape(createPolygonPath(left), mixColors(roof, palette.dark, 0.3));
      art += drawShape(createPolygonPath(right), mixColors(roof, palette.dark, 0.55));
      art += drawShape(createPolygonPath(roofLine), mixColors(roof, palette.light, 0.08));
      if (height > 20 && random.chance(0.3)) {
        art += strokePath(
          createPolylinePath([
            [x - half * 0.45, up + depth / 2],
            [x, up + depth * 0.72],
            [x + half * 0.45, up + depth / 2],
          ]),
          palette.dark,
          4,
          { ...ROUND_LINE_ATTRIBUTES, opacity: 0.5 },
        );
      }
    }
  }
  return {
    ground,
    art:
      fillWholeCover(base) +
      mirrorAtRandom(context, drawAsPaperSheet(context, art, 14)) +
      fillBelowY(base),
  };
}
