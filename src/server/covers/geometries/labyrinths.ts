import { luminance, mix } from '../colour.ts';
import { carve, ringOrder } from '../maze.ts';
import {
  chooseScheme,
  clip,
  type Drawing,
  type Layout,
  lifted,
  maybeMirrored,
  raised,
  type Scene,
  type Scheme,
  sheet,
} from '../scene.ts';
import {
  at,
  disc,
  FULL_TURN,
  group,
  line,
  type Point,
  polar,
  polygon,
  polyline,
  ROUND,
  rectangle,
  round,
  shape,
} from '../svg.ts';

/** Applied wisdom: labyrinths, each with a way in. */
export const LABYRINTHS: readonly Layout[] = [rings, carved, twoPaths, singlePath, hedges, corners];

/** Paths, the way through, and the bed they are cut from. */
const SCHEMES: readonly Scheme[] = [
  { ground: 'dark', inks: ['soft', 'accent', 'main'] },
  { ground: 'light', inks: ['main', 'extra', 'soft'] },
  { ground: 'main', inks: ['light', 'accent', 'dark'] },
  { ground: 'accent', inks: ['dark', 'light', 'extra'] },
  { ground: 'soft', inks: ['dark', 'extra', 'light'] },
  { ground: 'extra', inks: ['light', 'accent', 'dark'] },
  { ground: 'dark', inks: ['accent', 'light', 'extra'] },
  { ground: 'light', inks: ['dark', 'accent', 'main'] },
];

/** A round maze; the way from its gate to its heart is marked. */
function rings(scene: Scene): Drawing {
  const { random } = scene;
  const { ground, base, inks } = chooseScheme(scene, SCHEMES);
  const [ink, hot, bed] = inks as [string, string, string];
  const centre: Point = [random.between(230, 570), random.between(270, 320)];
  const reach = 622 - centre[1];
  const count = random.integer(4, 9);
  const pitch = reach / (count + 0.5);
  const sectorsOf = (ring: number) => 6 * 2 ** Math.max(0, Math.round(Math.log2((ring + 1) / 1.5)));
  const sectors = Array.from({ length: count }, (_, ring) => sectorsOf(ring));
  const firstOf = sectors.map((_, ring) => sectors.slice(0, ring).reduce((sum, n) => sum + n, 0));
  const room = (ring: number, sector: number) =>
    firstOf[ring]! + ((sector + sectors[ring]!) % sectors[ring]!);
  const ringOf = (id: number) => firstOf.findLastIndex((first) => first <= id);
  const spin = random.between(0, FULL_TURN);
  const angleOf = (id: number) =>
    spin + ((id - firstOf[ringOf(id)]! + 0.5) / sectors[ringOf(id)]!) * FULL_TURN;
  const radiusOf = (ring: number) => (ring + 1) * pitch;
  const neighbours = (id: number) => {
    const ring = ringOf(id);
    const sector = id - firstOf[ring]!;
    const near = [room(ring, sector + 1), room(ring, sector - 1)];
    const [inner, own, outer] = [sectors[ring - 1], sectors[ring]!, sectors[ring + 1]];
    if (inner) near.push(room(ring - 1, Math.floor((sector * inner) / own)));
    for (let k = 0; outer && k < outer / own; k++)
      near.push(room(ring + 1, (sector * outer) / own + k));
    return near;
  };
  const maze = carve(random, room(count - 1, 0), neighbours);
  /** Along a ring, or from a ring straight to the next at the outer room's angle. */
  const passage = (a: number, b: number) => {
    const [inner, outer] = ringOf(a) <= ringOf(b) ? [a, b] : [b, a];
    const [ra, rb] = [radiusOf(ringOf(inner)), radiusOf(ringOf(outer))];
    const [ta, tb] = [angleOf(inner), angleOf(outer)];
    const turn = Math.atan2(Math.sin(tb - ta), Math.cos(tb - ta));
    const along = `M${at(polar(centre, ra, ta))}A${at([ra, ra])} 0 0 ${turn > 0 ? 1 : 0} ${at(polar(centre, ra, tb))}`;
    return ra === rb ? along : `${along}L${at(polar(centre, rb, tb))}`;
  };
  const gate = random.integer(0, sectors.at(-1)! - 1);
  const heart = room(0, random.integer(0, sectors[0]! - 1));
  const way = maze.way(room(count - 1, gate), heart);
  const marked = way
    .slice(1)
    .map((id, i) => passage(way[i]!, id))
    .join('');
  const entry = `M${at(polar(centre, reach + pitch, angleOf(way[0]!)))}L${at(polar(centre, radiusOf(count - 1), angleOf(way[0]!)))}`;
  const end = `M${at(polar(centre, radiusOf(0), angleOf(heart)))}L${at(centre)}`;
  const paths = maze.passages.map(([a, b]) => passage(a, b)).join('');
  return {
    ground,
    art:
      sheet(base) +
      lifted(scene, disc(centre, reach, bed), 12) +
      clip(
        scene,
        disc(centre, reach, '#000'),
        line(paths + end + entry, ink, pitch * 0.56, ROUND) +
          line(entry + marked + end, hot, pitch * 0.24, ROUND),
      ) +
      disc(centre, pitch * 0.46, hot),
  };
}

/** A maze cut into a slab that stands straight or on its corner. */
function carved(scene: Scene): Drawing {
  const { random } = scene;
  const { ground, base, inks } = chooseScheme(scene, SCHEMES);
  const [ink, hot, bed] = inks as [string, string, string];
  const isDiamond = random.chance(0.45);
  const columns = random.integer(5, 11);
  const rows = isDiamond ? columns : random.integer(Math.round(columns * 0.7), columns);
  const pitch = isDiamond ? 415 / columns : Math.min(700 / columns, 570 / rows);
  const [width, height] = [columns * pitch, rows * pitch];
  const neighbours = (id: number) => {
    const [x, y] = [id % columns, Math.floor(id / columns)];
    return [
      x > 0 && id - 1,
      x < columns - 1 && id + 1,
      y > 0 && id - columns,
      y < rows - 1 && id + columns,
    ].filter((next) => next !== false);
  };
  const place = (id: number): Point => [
    ((id % columns) + 0.5) * pitch - width / 2,
    (Math.floor(id / columns) + 0.5) * pitch - height / 2,
  ];
  const maze = carve(random, random.integer(0, columns * rows - 1), neighbours);
  const gate = random.integer(0, columns - 1);
  const goal = columns * (rows - 1) + random.integer(0, columns - 1);
  const way = maze.way(gate, goal).map(place);
  const entry: Point = [way[0]![0], -height / 2 - pitch];
  const paths =
    maze.passages.map(([a, b]) => polyline([place(a), place(b)])).join('') +
    polyline([entry, way[0]!]);
  const slab = rectangle([-width / 2, -height / 2], width, height, bed, {
    rx: round(pitch * 0.24),
  });
  const content =
    slab +
    clip(
      scene,
      slab,
      line(paths, ink, pitch * 0.58, ROUND) +
        line(polyline([entry, ...way]), hot, pitch * 0.24, ROUND),
    ) +
    disc(way.at(-1)!, pitch * 0.3, hot);
  const transform = `translate(${at([random.between(380, 420), 40 + (isDiamond ? 292 : height / 2)])}) rotate(${isDiamond ? 45 : 0})`;
  return { ground, art: sheet(base) + lifted(scene, group(content, { transform }), 12) };
}

/** Two paths wound about one another, round or with three to six corners. */
function twoPaths(scene: Scene): Drawing {
  const { random } = scene;
  const { ground, base, inks } = chooseScheme(scene, SCHEMES);
  const [first, hot, second] = inks as [string, string, string];
  const centre: Point = [random.between(320, 480), random.between(285, 325)];
  const sides = random.pick([3, 4, 5, 6, 8, 40]);
  const turns = random.between(2.2, 5.2);
  const flat = Math.cos(Math.PI / sides);
  const reach = 628 - centre[1];
  const pitch = (reach * flat) / (2 * turns + 2.2);
  const spin = random.between(0, FULL_TURN);
  const arm = (offset: number) => {
    const points: Point[] = [];
    for (let k = 0; k <= turns * sides; k++) {
      const angle = (k / sides) * FULL_TURN;
      const radius = ((angle / FULL_TURN) * 2 + offset) * pitch;
      points.push(polar(centre, radius / flat, angle + spin));
    }
    return points;
  };
  const isRound = sides > 8;
  const join =
    isRound || random.chance(0.5)
      ? ROUND
      : { 'stroke-linejoin': 'miter', 'stroke-linecap': 'round' };
  const width = pitch * random.between(0.5, 0.72);
  const drawn = (points: Point[], colour: string) => line(polyline(points), colour, width, join);
  const art = drawn(arm(0.5), first) + drawn(arm(1.5), second);
  return {
    ground,
    art: sheet(base) + lifted(scene, art, 7) + lifted(scene, disc(centre, pitch * 0.42, hot), 5),
  };
}

/** One path without a fork, as mown or laid in stone: ring after ring, turning at the axis. */
function singlePath(scene: Scene): Drawing {
  const { random } = scene;
  const { ground, base, inks } = chooseScheme(scene, SCHEMES);
  const [ink, hot, bed] = inks as [string, string, string];
  const count = random.integer(4, 8);
  const centre: Point = [random.between(290, 510), random.between(285, 325)];
  const reach = 620 - centre[1];
  const pitch = reach / (count + 1.6);
  const width = pitch * random.between(0.55, 0.72);
  const axis = random.between(0, FULL_TURN);
  const order = ringOrder(random, count);
  const radiusOf = (ring: number) => (count - ring + 0.9) * pitch;
  const gap = (radius: number) => (pitch * 0.72) / radius;
  let d = `M${at(polar(centre, reach + pitch, axis + gap(reach)))}L${at(polar(centre, radiusOf(order[0]!), axis + gap(radiusOf(order[0]!))))}`;
  for (const [i, ring] of order.slice(0, -1).entries()) {
    const [radius, sweep] = [radiusOf(ring), i % 2 === 0 ? 1 : -1];
    const end = axis - sweep * gap(radius);
    d += `A${at([radius, radius])} 0 1 ${sweep > 0 ? 1 : 0} ${at(polar(centre, radius, end))}`;
    const next = order[i + 1]!;
    if (next === count) d += `L${at(polar(centre, pitch * 0.4, end))}`;
    else d += `L${at(polar(centre, radiusOf(next), axis - sweep * gap(radiusOf(next))))}`;
  }
  const walked = line(d, ink, width, { ...ROUND, 'stroke-linejoin': 'round' });
  const thread = line(d, hot, width * 0.22, ROUND);
  return {
    ground,
    art:
      sheet(base) +
      lifted(scene, disc(centre, reach, bed), 12) +
      clip(scene, disc(centre, reach, '#000'), walked + thread) +
      lifted(scene, disc(centre, pitch * 0.8, hot), 5),
  };
}

/** A garden maze seen from a hill: its hedges stand. */
function hedges(scene: Scene): Drawing {
  const { random, palette } = scene;
  const { ground, base, inks } = chooseScheme(scene, SCHEMES);
  const [leaf, hot, bed] = inks as [string, string, string];
  const ink = luminance(leaf) < 0.06 ? mix(leaf, palette.soft, 0.35) : leaf;
  const side = random.integer(5, 9);
  const half = 350 / side;
  const tall = half * random.between(0.5, 0.9);
  const top = 628 - side * half * 1.16 - 20;
  const place = (x: number, y: number): Point => [
    400 + (x - y) * half,
    top + (x + y) * half * 0.58,
  ];
  const neighbours = (id: number) => {
    const [x, y] = [id % side, Math.floor(id / side)];
    return [
      x > 0 && id - 1,
      x < side - 1 && id + 1,
      y > 0 && id - side,
      y < side - 1 && id + side,
    ].filter((next) => next !== false);
  };
  const maze = carve(random, 0, neighbours);
  const open = new Set(maze.passages.flatMap(([a, b]) => [`${a},${b}`, `${b},${a}`]));
  const gates = new Set([`${-1},0`, `${side * side - 1},${side * side}`]);
  let hedge = '';
  for (let y = 0; y <= side; y++) {
    for (let x = 0; x <= side; x++) {
      const id = y * side + x;
      const isLeft =
        x < side &&
        !(y > 0 && y < side && open.has(`${id - side},${id}`)) &&
        !(y === side && x === side - 1 && gates.size);
      const isUp =
        y < side && !(x > 0 && x < side && open.has(`${id - 1},${id}`)) && !(x === 0 && y === 0);
      if (isLeft) hedge += polyline([place(x, y), place(x + 1, y)]);
      if (isUp) hedge += polyline([place(x, y), place(x, y + 1)]);
    }
  }
  const lawn = polygon([place(0, 0), place(side, 0), place(side, side), place(0, side)]);
  const centreOf = (id: number) => place((id % side) + 0.5, Math.floor(id / side) + 0.5);
  const way = line(polyline(maze.way(0, side * side - 1).map(centreOf)), hot, half * 0.2, ROUND);
  const width = half * 0.3;
  let walls = '';
  for (let lift = 0; lift < tall; lift += 3) {
    walls += group(line(hedge, mix(ink, palette.dark, 0.55 - (lift / tall) * 0.2), width, ROUND), {
      transform: `translate(0 ${round(-lift)})`,
    });
  }
  const crown = group(line(hedge, ink, width, ROUND), {
    transform: `translate(0 ${round(-tall)})`,
  });
  return {
    ground,
    art: sheet(base) + maybeMirrored(scene, raised(scene, lawn, bed, 14) + way + walls + crown),
  };
}

/** Walls around walls with an opening in each, on three to eight sides: the long way round is the way in. */
function corners(scene: Scene): Drawing {
  const { random, palette } = scene;
  const { ground, base, inks } = chooseScheme(scene, SCHEMES);
  const [ink, hot, bed] = inks as [string, string, string];
  const sides = random.pick([4, 5, 6, 6, 8]);
  const centre: Point = [random.between(310, 490), random.between(285, 320)];
  const reach = 616 - centre[1];
  const count = random.integer(4, 7);
  const pitch = reach / (count + 0.6);
  const spin = random.between(0, FULL_TURN);
  const corner = (radius: number, k: number) =>
    polar(centre, radius, spin + (k / sides) * FULL_TURN);
  const outline = (radius: number) => Array.from({ length: sides }, (_, k) => corner(radius, k));
  let art = raised(scene, polygon(outline(reach)), bed, 12);
  for (let ring = count; ring >= 1; ring--) {
    const radius = ring * pitch;
    const door = random.integer(0, sides - 1);
    const open = random.between(0.3, 0.7);
    const [from, to] = [corner(radius, door), corner(radius, door + 1)];
    const along = (share: number): Point => [
      from[0] + (to[0] - from[0]) * share,
      from[1] + (to[1] - from[1]) * share,
    ];
    const room = (pitch * 0.55) / Math.hypot(to[0] - from[0], to[1] - from[1]);
    const wall: Point[] = [along(Math.min(0.95, open + room))];
    for (let k = 1; k <= sides; k++) wall.push(corner(radius, door + k));
    wall.push(along(Math.max(0.05, open - room)));
    const fill = mix(bed, palette.light, (0.3 * (count - ring)) / count);
    art += shape(polygon(outline(radius)), fill);
    art += lifted(
      scene,
      line(polyline(wall), ring % 3 === 2 ? hot : ink, pitch * 0.42, {
        'stroke-linejoin': 'round',
      }),
      5,
    );
  }
  return { ground, art: sheet(base) + art + lifted(scene, disc(centre, pitch * 0.34, hot), 5) };
}
