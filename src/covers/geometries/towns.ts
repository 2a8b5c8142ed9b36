import { mixColors } from '../color.ts';
import { COLOR_SCHEMES_BY_CATEGORY } from '../color-schemes.ts';
import {
  chooseColorScheme,
  type Drawing,
  type DrawingContext,
  drawAsPaperSheet,
  fillWholeCover,
} from '../drawing-context.ts';
import {
  drawDisc,
  drawShape,
  formatCoordinate,
  formatPoints,
  interpolate,
  type Point,
  polarToPoint,
} from '../svg.ts';
import { createRoundedPolygonPath, insetPolygon, type Polygon } from '../voronoi.ts';

/**
 * Draws a parliament's rows of seats around a lectern. Each party's seats are next to one another in the party's color.
 * A few seats have the color of a randomly chosen party instead.
 */
export function drawParliamentSeats(context: DrawingContext): Drawing {
  const { random } = context;
  const { ground, base, inks } = chooseColorScheme(context, COLOR_SCHEMES_BY_CATEGORY.sag);
  const parties = random.shuffle(inks).slice(0, random.integer(3, 5));
  const shares = parties.map(() => random.between(0.5, 1.6));
  const total = shares.reduce((sum, share) => sum + share, 0);
  const bounds = shares.map(
    (_, i) => shares.slice(0, i + 1).reduce((sum, share) => sum + share, 0) / total,
  );
  const foot = random.between(555, 600);
  const center: Point = [random.between(300, 500), foot];
  const rows = random.integer(5, 8);
  const [inner, outer] = [random.between(90, 150), random.between(430, 540)];
  const pitch = (outer - inner) / rows;
  let seats = '';
  for (let row = 0; row < rows; row++) {
    const [low, high] = [inner + row * pitch, inner + (row + 0.86) * pitch];
    const count = Math.round((Math.PI * (low + high)) / 2 / (pitch * random.between(0.9, 1.15)));
    for (let seat = 0; seat < count; seat++) {
      const [from, to] = [
        Math.PI + (seat * Math.PI) / count,
        Math.PI + ((seat + 1) * Math.PI) / count,
      ];
      const gap = 3.5 / low;
      const corners = [
        polarToPoint(center, low, from + gap),
        polarToPoint(center, high, from + gap),
        polarToPoint(center, high, to - gap),
        polarToPoint(center, low, to - gap),
      ];
      const position = (seat + 0.5) / count + random.between(-0.02, 0.02);
      const party = bounds.findIndex((bound) => position <= bound);
      const fill = random.chance(0.04)
        ? random.pick(parties)
        : parties[party < 0 ? parties.length - 1 : party]!;
      seats += drawShape(createRoundedPolygonPath(corners, pitch * 0.24), fill);
    }
  }
  const lectern = `M${formatPoints(polarToPoint(center, inner * 0.62, Math.PI))}a${formatCoordinate(inner * 0.62)} ${formatCoordinate(inner * 0.62)} 0 0 1 ${formatCoordinate(inner * 1.24)} 0Z`;
  return {
    ground,
    art:
      fillWholeCover(base) + drawAsPaperSheet(context, seats + drawShape(lectern, parties[0]!), 7),
  };
}

/** Draws a town seen from above: blocks between streets, and a square in the middle. */
export function drawTown(context: DrawingContext): Drawing {
  const { random, palette } = context;
  const { ground, base, inks } = chooseColorScheme(context, COLOR_SCHEMES_BY_CATEGORY.sag);
  const square: Point = [random.between(250, 550), random.between(200, 360)];
  const turn = random.between(-0.5, 0.5);
  const blocks: Polygon[] = [];
  const split = (block: Polygon, depth: number): void => {
    const [a, b, c, d] = block as [Point, Point, Point, Point];
    const [wide, high] = [
      Math.hypot(b[0] - a[0], b[1] - a[1]),
      Math.hypot(d[0] - a[0], d[1] - a[1]),
    ];
    if (depth === 0 || Math.max(wide, high) < 90 || (depth < 3 && random.chance(0.12))) {
      blocks.push(block);
      return;
    }
    const [s, t] = [random.between(0.36, 0.64), random.between(0.36, 0.64)];
    const pointAt = (p: Point, q: Point, share: number): Point => [
      interpolate(p[0], q[0], share),
      interpolate(p[1], q[1], share),
    ];
    const [m, n] =
      wide > high ? [pointAt(a, b, s), pointAt(d, c, t)] : [pointAt(a, d, s), pointAt(b, c, t)];
    split(wide > high ? [a, m, n, d] : [a, b, n, m], depth - 1);
    split(wide > high ? [m, b, c, n] : [m, n, c, d], depth - 1);
  };
  const corner = (x: number, y: number) =>
    polarToPoint(polarToPoint(square, x, turn), y, turn + Math.PI / 2);
  split(
    [corner(-760, -620), corner(760, -620), corner(760, 560), corner(-760, 560)],
    random.integer(6, 8),
  );
  const open = random.between(56, 92);
  const [first, second] = random.shuffle(inks);
  const art = blocks
    .filter((block) =>
      block.every(([x, y]) => y < 625 && Math.hypot(x - square[0], y - square[1]) > open),
    )
    .map((block) => {
      const fill = random.chance(0.6) ? first! : random.chance(0.6) ? second! : random.pick(inks);
      return drawShape(
        createRoundedPolygonPath(insetPolygon(block, 4.5), 6),
        random.chance(0.3) ? mixColors(fill, palette.dark, 0.1) : fill,
      );
    });
  return {
    ground,
    art:
      fillWholeCover(base) +
      drawAsPaperSheet(context, art.join(''), 8) +
      drawDisc(square, open * 0.42, inks[1]!),
  };
}
