import { computeRelativeLuminance, mixColors } from '../color.ts';
import { COLOR_SCHEMES_BY_CATEGORY } from '../color-schemes.ts';
import {
  chooseColorScheme,
  clipSvgToShape,
  type Drawing,
  type DrawingContext,
  drawAsPaperSheet,
  drawShapeAsPaperSheet,
  fillWholeCover,
  mirrorAtRandom,
} from '../drawing-context.ts';
import { carveMaze } from '../maze.ts';
import {
  createPolygonPath,
  createPolylinePath,
  createSvgGroup,
  drawDisc,
  drawRectangle,
  drawShape,
  FULL_TURN,
  formatCoordinate,
  formatPoints,
  type Point,
  polarToPoint,
  ROUND_LINE_ATTRIBUTES,
  strokePath,
} from '../svg.ts';

/** Draws a maze that is cut into a slab. The slab is upright or stands on one corner. */
export function drawCarvedMaze(context: DrawingContext): Drawing {
  const { random } = context;
  const { ground, base, inks } = chooseColorScheme(context, COLOR_SCHEMES_BY_CATEGORY.awd);
  const [ink, hot, bed] = inks as [string, string, string];
  const isDiamond = random.chance(0.45);
  const columns = random.integer(5, 11);
  const rows = isDiamond ? columns : random.integer(Math.round(columns * 0.7), columns);
  const pitch = isDiamond ? 415 / columns : Math.min(700 / columns, 570 / rows);
  const [width, height] = [columns * pitch, rows * pitch];
  const listNeighbors = (id: number) => {
    const [x, y] = [id % columns, Math.floor(id / columns)];
    return [
      x > 0 && id - 1,
      x < columns - 1 && id + 1,
      y > 0 && id - columns,
      y < rows - 1 && id + columns,
    ].filter((next) => next !== false);
  };
  const positionOf = (id: number): Point => [
    ((id % columns) + 0.5) * pitch - width / 2,
    (Math.floor(id / columns) + 0.5) * pitch - height / 2,
  ];
  const maze = carveMaze(random, random.integer(0, columns * rows - 1), listNeighbors);
  const gate = random.integer(0, columns - 1);
  const goal = columns * (rows - 1) + random.integer(0, columns - 1);
  const solution = maze.findPath(gate, goal).map(positionOf);
  const entry: Point = [solution[0]![0], -height / 2 - pitch];
  const paths =
    maze.passages.map(([a, b]) => createPolylinePath([positionOf(a), positionOf(b)])).join('') +
    createPolylinePath([entry, solution[0]!]);
  const slab = drawRectangle([-width / 2, -height / 2], width, height, bed, {
    rx: formatCoordinate(pitch * 0.24),
  });
  const content =
    slab +
    clipSvgToShape(
      context,
      slab,
      strokePath(paths, ink, pitch * 0.58, ROUND_LINE_ATTRIBUTES) +
        strokePath(
          createPolylinePath([entry, ...solution]),
          hot,
          pitch * 0.24,
          ROUND_LINE_ATTRIBUTES,
        ),
    ) +
    drawDisc(solution.at(-1)!, pitch * 0.3, hot);
  const transform = `translate(${formatPoints([random.between(380, 420), 40 + (isDiamond ? 292 : height / 2)])}) rotate(${isDiamond ? 45 : 0})`;
  return {
    ground,
    art:
      fillWholeCover(base) + drawAsPaperSheet(context, createSvgGroup(content, { transform }), 12),
  };
}

/** Draws a garden maze with upright hedges, seen from a hill. */
export function drawHedges(context: DrawingContext): Drawing {
  const { random, palette } = context;
  const { ground, base, inks } = chooseColorScheme(context, COLOR_SCHEMES_BY_CATEGORY.awd);
  const [leaf, hot, bed] = inks as [string, string, string];
  const ink = computeRelativeLuminance(leaf) < 0.06 ? mixColors(leaf, palette.soft, 0.35) : leaf;
  const side = random.integer(5, 9);
  const half = 350 / side;
  const tall = half * random.between(0.5, 0.9);
  const top = 628 - side * half * 1.16 - 20;
  const positionOf = (x: number, y: number): Point => [
    400 + (x - y) * half,
    top + (x + y) * half * 0.58,
  ];
  const listNeighbors = (id: number) => {
    const [x, y] = [id % side, Math.floor(id / side)];
    return [
      x > 0 && id - 1,
      x < side - 1 && id + 1,
      y > 0 && id - side,
      y < side - 1 && id + side,
    ].filter((next) => next !== false);
  };
  const maze = carveMaze(random, 0, listNeighbors);
  const open = new Set(maze.passages.flatMap(([a, b]) => [`${a},${b}`, `${b},${a}`]));
  const gates = new Set([`${-1},0`, `${side * side - 1},${side * side}`]);
  let hedge = '';
  for (let y = 0; y <= side; y++) {
    for (let x = 0; x <= side; x++) {
      const id = y * side + x;
      const hasTopHedge =
        x < side &&
        !(y > 0 && y < side && open.has(`${id - side},${id}`)) &&
        !(y === side && x === side - 1 && gates.size);
      const hasLeftHedge =
        y < side && !(x > 0 && x < side && open.has(`${id - 1},${id}`)) && !(x === 0 && y === 0);
      if (hasTopHedge) hedge += createPolylinePath([positionOf(x, y), positionOf(x + 1, y)]);
      if (hasLeftHedge) hedge += createPolylinePath([positionOf(x, y), positionOf(x, y + 1)]);
    }
  }
  const lawn = createPolygonPath([
    positionOf(0, 0),
    positionOf(side, 0),
    positionOf(side, side),
    positionOf(0, side),
  ]);
  const getCenter = (id: number) => positionOf((id % side) + 0.5, Math.floor(id / side) + 0.5);
  const solution = strokePath(
    createPolylinePath(maze.findPath(0, side * side - 1).map(getCenter)),
    hot,
    half * 0.2,
    ROUND_LINE_ATTRIBUTES,
  );
  const width = half * 0.3;
  let walls = '';
  for (let lift = 0; lift < tall; lift += 3) {
    walls += createSvgGroup(
      strokePath(
        hedge,
        mixColors(ink, palette.dark, 0.55 - (lift / tall) * 0.2),
        width,
        ROUND_LINE_ATTRIBUTES,
      ),
      {
        transform: `translate(0 ${formatCoordinate(-lift)})`,
      },
    );
  }
  const crown = createSvgGroup(strokePath(hedge, ink, width, ROUND_LINE_ATTRIBUTES), {
    transform: `translate(0 ${formatCoordinate(-tall)})`,
  });
  return {
    ground,
    art:
      fillWholeCover(base) +
      mirrorAtRandom(
        context,
        drawShapeAsPaperSheet(context, lawn, bed, 14) + solution + walls + crown,
      ),
  };
}

/** Draws nested walls in the shape of polygons. Each wall has one opening at a random position. */
export function drawNestedWalls(context: DrawingContext): Drawing {
  const { random, palette } = context;
  const { ground, base, inks } = chooseColorScheme(context, COLOR_SCHEMES_BY_CATEGORY.awd);
  const [ink, hot, bed] = inks as [string, string, string];
  const sides = random.pick([4, 5, 6, 6, 8]);
  const center: Point = [random.between(310, 490), random.between(285, 320)];
  const reach = 616 - center[1];
  const count = random.integer(4, 7);
  const pitch = reach / (count + 0.6);
  const spin = random.between(0, FULL_TURN);
  const corner = (radius: number, k: number) =>
    polarToPoint(center, radius, spin + (k / sides) * FULL_TURN);
  const outline = (radius: number) => Array.from({ length: sides }, (_, k) => corner(radius, k));
  let art = drawShapeAsPaperSheet(context, createPolygonPath(outline(reach)), bed, 12);
  for (let ring = count; ring >= 1; ring--) {
    const radius = ring * pitch;
    const door = random.integer(0, sides - 1);
    const open = random.between(0.3, 0.7);
    const [from, to] = [corner(radius, door), corner(radius, door + 1)];
    const along = (share: number): Point => [
      from[0] + (to[0] - from[0]) * share,
      from[1] + (to[1] - from[1]) * share,
    ];
    const halfOpening = (pitch * 0.55) / Math.hypot(to[0] - from[0], to[1] - from[1]);
    const wall: Point[] = [along(Math.min(0.95, open + halfOpening))];
    for (let k = 1; k <= sides; k++) wall.push(corner(radius, door + k));
    wall.push(along(Math.max(0.05, open - halfOpening)));
    const fill = mixColors(bed, palette.light, (0.3 * (count - ring)) / count);
    art += drawShape(createPolygonPath(outline(radius)), fill);
    art += drawAsPaperSheet(
      context,
      strokePath(createPolylinePath(wall), ring % 3 === 2 ? hot : ink, pitch * 0.42, {
        'stroke-linejoin': 'round',
      }),
      5,
    );
  }
  return {
    ground,
    art:
      fillWholeCover(base) +
      art +
      drawAsPaperSheet(context, drawDisc(center, pitch * 0.34, hot), 5),
  };
}
