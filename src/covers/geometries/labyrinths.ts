import { COLOR_SCHEMES_BY_CATEGORY } from '../color-schemes.ts';
import {
  chooseColorScheme,
  clipSvgToShape,
  type Drawing,
  type DrawingContext,
  drawAsPaperSheet,
  fillWholeCover,
  type LayoutFunction,
} from '../drawing-context.ts';
import { carveMaze, createLabyrinthRingOrder } from '../maze.ts';
import {
  createPolylinePath,
  drawDisc,
  FULL_TURN,
  formatPoints,
  type Point,
  polarToPoint,
  ROUND_LINE_ATTRIBUTES,
  strokePath,
} from '../svg.ts';
import { drawCarvedMaze, drawHedges, drawNestedWalls } from './walled-mazes.ts';

/** Layouts for the category Applied Wisdom: labyrinths, mazes and winding paths. */
export const LABYRINTH_LAYOUTS: readonly LayoutFunction[] = [
  drawRoundMaze,
  drawCarvedMaze,
  drawTwoPaths,
  drawSinglePath,
  drawHedges,
  drawNestedWalls,
];

/** Draws a round maze in which the path from the entrance to the center is marked. */
function drawRoundMaze(context: DrawingContext): Drawing {
  const { random } = context;
  const { ground, base, inks } = chooseColorScheme(context, COLOR_SCHEMES_BY_CATEGORY.awd);
  const [ink, hot, bed] = inks as [string, string, string];
  const center: Point = [random.between(230, 570), random.between(270, 320)];
  const reach = 622 - center[1];
  const count = random.integer(4, 9);
  const pitch = reach / (count + 0.5);
  const countSectors = (ring: number) =>
    6 * 2 ** Math.max(0, Math.round(Math.log2((ring + 1) / 1.5)));
  const sectors = Array.from({ length: count }, (_, ring) => countSectors(ring));
  const firstIdByRing = sectors.map((_, ring) =>
    sectors.slice(0, ring).reduce((sum, n) => sum + n, 0),
  );
  const getRoomId = (ring: number, sector: number) =>
    firstIdByRing[ring]! + ((sector + sectors[ring]!) % sectors[ring]!);
  const findRing = (id: number) => firstIdByRing.findLastIndex((first) => first <= id);
  const spin = random.between(0, FULL_TURN);
  const getAngle = (id: number) =>
    spin + ((id - firstIdByRing[findRing(id)]! + 0.5) / sectors[findRing(id)]!) * FULL_TURN;
  const getRadius = (ring: number) => (ring + 1) * pitch;
  const listNeighbors = (id: number) => {
    const ring = findRing(id);
    const sector = id - firstIdByRing[ring]!;
    const neighbors = [getRoomId(ring, sector + 1), getRoomId(ring, sector - 1)];
    const [inner, own, outer] = [sectors[ring - 1], sectors[ring]!, sectors[ring + 1]];
    if (inner) neighbors.push(getRoomId(ring - 1, Math.floor((sector * inner) / own)));
    for (let k = 0; outer && k < outer / own; k++)
      neighbors.push(getRoomId(ring + 1, (sector * outer) / own + k));
    return neighbors;
  };
  const maze = carveMaze(random, getRoomId(count - 1, 0), listNeighbors);
  /**
   * Returns the path from one room to an adjacent room. The path follows the ring if both rooms are on the same ring.
   * Otherwise, it follows the inner ring to the angle of the outer room, and then runs radially outward.
   */
  const passagePath = (a: number, b: number) => {
    const [inner, outer] = findRing(a) <= findRing(b) ? [a, b] : [b, a];
    const [ra, rb] = [getRadius(findRing(inner)), getRadius(findRing(outer))];
    const [ta, tb] = [getAngle(inner), getAngle(outer)];
    const turn = Math.atan2(Math.sin(tb - ta), Math.cos(tb - ta));
    const along = `M${formatPoints(polarToPoint(center, ra, ta))}A${formatPoints([ra, ra])} 0 0 ${turn > 0 ? 1 : 0} ${formatPoints(polarToPoint(center, ra, tb))}`;
    return ra === rb ? along : `${along}L${formatPoints(polarToPoint(center, rb, tb))}`;
  };
  const gate = random.integer(0, sectors.at(-1)! - 1);
  const heart = getRoomId(0, random.integer(0, sectors[0]! - 1));
  const solution = maze.findPath(getRoomId(count - 1, gate), heart);
  const solutionPath = solution
    .slice(1)
    .map((id, i) => passagePath(solution[i]!, id))
    .join('');
  const entry = `M${formatPoints(polarToPoint(center, reach + pitch, getAngle(solution[0]!)))}L${formatPoints(polarToPoint(center, getRadius(count - 1), getAngle(solution[0]!)))}`;
  const end = `M${formatPoints(polarToPoint(center, getRadius(0), getAngle(heart)))}L${formatPoints(center)}`;
  const paths = maze.passages.map(([a, b]) => passagePath(a, b)).join('');
  return {
    ground,
    art:
      fillWholeCover(base) +
      drawAsPaperSheet(context, drawDisc(center, reach, bed), 12) +
      clipSvgToShape(
        context,
        drawDisc(center, reach, '#000'),
        strokePath(paths + end + entry, ink, pitch * 0.56, ROUND_LINE_ATTRIBUTES) +
          strokePath(entry + solutionPath + end, hot, pitch * 0.24, ROUND_LINE_ATTRIBUTES),
      ) +
      drawDisc(center, pitch * 0.46, hot),
  };
}

/** Draws two paths that wind around each other. Their shape is round or has three to eight corners. */
function drawTwoPaths(context: DrawingContext): Drawing {
  const { random } = context;
  const { ground, base, inks } = chooseColorScheme(context, COLOR_SCHEMES_BY_CATEGORY.awd);
  const [first, hot, second] = inks as [string, string, string];
  const center: Point = [random.between(320, 480), random.between(285, 325)];
  const sides = random.pick([3, 4, 5, 6, 8, 40]);
  const turns = random.between(2.2, 5.2);
  const flat = Math.cos(Math.PI / sides);
  const reach = 628 - center[1];
  const pitch = (reach * flat) / (2 * turns + 2.2);
  const spin = random.between(0, FULL_TURN);
  const armPoints = (offset: number) => {
    const points: Point[] = [];
    for (let k = 0; k <= turns * sides; k++) {
      const angle = (k / sides) * FULL_TURN;
      const radius = ((angle / FULL_TURN) * 2 + offset) * pitch;
      points.push(polarToPoint(center, radius / flat, angle + spin));
    }
    return points;
  };
  const isRound = sides > 8;
  const join =
    isRound || random.chance(0.5)
      ? ROUND_LINE_ATTRIBUTES
      : { 'stroke-linejoin': 'miter', 'stroke-linecap': 'round' };
  const width = pitch * random.between(0.5, 0.72);
  const drawArm = (points: Point[], color: string) =>
    strokePath(createPolylinePath(points), color, width, join);
  const art = drawArm(armPoints(0.5), first) + drawArm(armPoints(1.5), second);
  return {
    ground,
    art:
      fillWholeCover(base) +
      drawAsPaperSheet(context, art, 7) +
      drawAsPaperSheet(context, drawDisc(center, pitch * 0.42, hot), 5),
  };
}

/**
 * Draws a labyrinth with a single path that has no branches. The path runs around one ring after another. At a line
 * from the center to the edge, it turns around and moves to the next ring.
 */
function drawSinglePath(context: DrawingContext): Drawing {
  const { random } = context;
  const { ground, base, inks } = chooseColorScheme(context, COLOR_SCHEMES_BY_CATEGORY.awd);
  const [ink, hot, bed] = inks as [string, string, string];
  const count = random.integer(4, 8);
  const center: Point = [random.between(290, 510), random.between(285, 325)];
  const reach = 620 - center[1];
  const pitch = reach / (count + 1.6);
  const width = pitch * random.between(0.55, 0.72);
  const axis = random.between(0, FULL_TURN);
  const order = createLabyrinthRingOrder(random, count);
  const getRadius = (ring: number) => (count - ring + 0.9) * pitch;
  const gap = (radius: number) => (pitch * 0.72) / radius;
  let d = `M${formatPoints(polarToPoint(center, reach + pitch, axis + gap(reach)))}L${formatPoints(polarToPoint(center, getRadius(order[0]!), axis + gap(getRadius(order[0]!))))}`;
  for (const [i, ring] of order.slice(0, -1).entries()) {
    const [radius, sweep] = [getRadius(ring), i % 2 === 0 ? 1 : -1];
    const end = axis - sweep * gap(radius);
    d += `A${formatPoints([radius, radius])} 0 1 ${sweep > 0 ? 1 : 0} ${formatPoints(polarToPoint(center, radius, end))}`;
    const next = order[i + 1]!;
    if (next === count) d += `L${formatPoints(polarToPoint(center, pitch * 0.4, end))}`;
    else
      d += `L${formatPoints(polarToPoint(center, getRadius(next), axis - sweep * gap(getRadius(next))))}`;
  }
  const labyrinthPath = strokePath(d, ink, width, {
    ...ROUND_LINE_ATTRIBUTES,
    'stroke-linejoin': 'round',
  });
  const thread = strokePath(d, hot, width * 0.22, ROUND_LINE_ATTRIBUTES);
  return {
    ground,
    art:
      fillWholeCover(base) +
      drawAsPaperSheet(context, drawDisc(center, reach, bed), 12) +
      clipSvgToShape(context, drawDisc(center, reach, '#000'), labyrinthPath + thread) +
      drawAsPaperSheet(context, drawDisc(center, pitch * 0.8, hot), 5),
  };
}
