import { mixColors } from '../color.ts';
import { COLOR_SCHEMES_BY_CATEGORY } from '../color-schemes.ts';
import {
  COVER_HEIGHT,
  COVER_WIDTH,
  type ColorScheme,
  chooseColorScheme,
  type Drawing,
  type DrawingContext,
  drawAsPaperSheet,
  drawShapeAsPaperSheet,
  fillWholeCover,
  type LayoutFunction,
  mirrorAtRandom,
} from '../drawing-context.ts';
import { drawDisc, drawShape, FULL_TURN, interpolate, type Point, polarToPoint } from '../svg.ts';
import {
  computeVoronoiCells,
  createRoundedPolygonPath,
  insetPolygon,
  type Polygon,
  relaxSites,
} from '../voronoi.ts';
import { drawParliamentSeats, drawTown } from './towns.ts';

/** Layouts for the category Societies & Governance: cells and the borders between them. */
export const CELL_LAYOUTS: readonly LayoutFunction[] = [
  drawNations,
  drawCapital,
  drawTwoPowers,
  drawFences,
  drawParliamentSeats,
  drawTown,
];

const BOX = [-160, -160, 960, 1160] as const;

/** Vertical position of the coast. All land areas end above it. */
const COAST = 632;

interface Cell {
  site: Point;
  polygon: Polygon;
}

/** Returns evenly spaced Voronoi cells. Omits cells that would extend into the title area. */
function createLandCells(context: DrawingContext, count: number, coast: number = COAST): Cell[] {
  const { random } = context;
  let sites = Array.from(
    { length: count },
    (): Point => [random.between(-60, COVER_WIDTH + 60), random.between(-60, COVER_HEIGHT)],
  );
  for (let i = 0; i < 2; i++)
    sites = relaxSites(sites, [-80, -80, COVER_WIDTH + 80, COVER_HEIGHT + 60]);
  return computeLandCells(sites, coast);
}

function computeLandCells(sites: readonly Point[], coast: number = COAST): Cell[] {
  return computeVoronoiCells(sites, BOX)
    .map((polygon, i): Cell => ({ site: sites[i]!, polygon }))
    .filter(({ polygon }) => polygon.every(([, y]) => y < coast));
}

/** Draws countries. Each country is a group of cells in one color with a capital. */
function drawNations(context: DrawingContext): Drawing {
  const { random, palette } = context;
  const { ground, base, inks } = chooseColorScheme(context, COLOR_SCHEMES_BY_CATEGORY.sag);
  const cells = createLandCells(context, random.integer(70, 130));
  const count = random.integer(4, 6);
  const capitals = Array.from({ length: count }, (_, i): Point => {
    return [random.between(70, 730), interpolate(60, 540, (i + 0.5) / count)];
  });
  const colors = random.shuffle(inks).slice(0, 4);
  const gap = random.between(3, 6);
  const findNation = ([x, y]: Point) => {
    const distances = capitals.map((capital) => Math.hypot(x - capital[0], (y - capital[1]) * 1.1));
    return distances.indexOf(Math.min(...distances));
  };
  const countries = capitals.map((_, nation) => {
    const color = colors[nation % colors.length]!;
    return cells
      .filter(({ site }) => findNation(site) === nation)
      .map(({ polygon }) => {
        const tone = random.pick([
          color,
          color,
          mixColors(color, palette.dark, 0.12),
          mixColors(color, palette.light, 0.16),
        ]);
        return drawShape(createRoundedPolygonPath(insetPolygon(polygon, gap), 9), tone);
      })
      .join('');
  });
  const marks = cells
    .filter(({ site }) => capitals.some((c) => Math.hypot(site[0] - c[0], site[1] - c[1]) < 46))
    .map(({ site }) => drawDisc(site, 12, base));
  return {
    ground,
    art:
      fillWholeCover(base) +
      countries.map((country) => drawAsPaperSheet(context, country, 7)).join('') +
      marks.join(''),
  };
}

/**
 * Draws small cells around a center, surrounded by increasingly large cells, like a capital and its
 * provinces.
 */
function drawCapital(context: DrawingContext): Drawing {
  const { random } = context;
  const { ground, base, inks } = chooseColorScheme(context, COLOR_SCHEMES_BY_CATEGORY.sag);
  const heart: Point = [random.between(200, 600), random.between(190, 360)];
  const spread = random.between(17, 27);
  const power = random.between(0.74, 0.88);
  const turn = random.between(0, FULL_TURN);
  const sites = Array.from({ length: 150 }, (_, i) => {
    const radius = spread * i ** power + 8;
    const jitter = () => random.between(-5, 5);
    const [x, y] = polarToPoint(heart, radius, i * 2.39996 + turn);
    return [x + jitter(), y + jitter()] as Point;
  }).filter(([x, y]) => x > -150 && x < 950 && y > -150 && y < 1150);
  const ramp = random.shuffle(inks).slice(0, 4);
  const art = computeLandCells(sites).map(({ site, polygon }) => {
    const distance = Math.hypot(site[0] - heart[0], site[1] - heart[1]) / 560;
    const zone = distance + context.noise(site[0] / 150, site[1] / 150) * 0.14;
    const fill = random.chance(0.05)
      ? inks[1]!
      : ramp[Math.max(0, Math.min(3, Math.floor(zone * 4)))]!;
    return drawShape(
      createRoundedPolygonPath(insetPolygon(polygon, 2 + distance * 5), 5 + distance * 26),
      fill,
    );
  });
  return {
    ground,
    art:
      fillWholeCover(base) +
      drawAsPaperSheet(context, art.join(''), 8) +
      drawDisc(heart, random.between(14, 24), base),
  };
}

/**
 * Color schemes for {@link drawTwoPowers}. The inks are the colors of the first power, of the second
 * power, and of the border posts along their frontier, unless `chooseColorScheme` shuffles them.
 */
const POWERS: readonly ColorScheme[] = [
  { ground: 'dark', inks: ['main', 'light', 'accent'] },
  { ground: 'light', inks: ['dark', 'accent', 'main'] },
  { ground: 'extra', inks: ['light', 'main', 'accent'] },
  { ground: 'soft', inks: ['dark', 'light', 'main'] },
  { ground: 'main', inks: ['accent', 'dark', 'light'] },
  { ground: 'accent', inks: ['extra', 'light', 'dark'] },
];

/** Draws two groups of cells, one on each side of a frontier. Each group has an enclave on the other group's side. */
function drawTwoPowers(context: DrawingContext): Drawing {
  const { random, noise } = context;
  const { ground, base, inks } = chooseColorScheme(context, POWERS);
  const [ours, theirs, postColor] = inks as [string, string, string];
  const lean = random.between(-0.55, 0.55);
  const middle = random.between(330, 470);
  const frontier = (y: number) => middle + (y - 310) * lean + noise(y / 150, 3) * 95;
  const cells = createLandCells(context, random.integer(90, 150));
  const enclaves = [-1, 1].map((side): Point => {
    const y = random.between(140, 440);
    return [frontier(y) + side * random.between(150, 220), y];
  });
  const sides: [string, string] = ['', ''];
  for (const { site, polygon } of cells) {
    const distanceFromFrontier = site[0] - frontier(site[1]);
    if (Math.abs(distanceFromFrontier) < 30) continue;
    const isEnclave = enclaves.some(([x, y]) => Math.hypot(site[0] - x, site[1] - y) < 52);
    const isOurs = distanceFromFrontier < 0 !== isEnclave;
    const depth = Math.min(1, Math.abs(distanceFromFrontier) / 420);
    const fill = isEnclave
      ? isOurs
        ? ours
        : theirs
      : mixColors(isOurs ? ours : theirs, base, depth * 0.55);
    const cell = drawShape(
      createRoundedPolygonPath(insetPolygon(polygon, isOurs ? 2 : 4.5), isOurs ? 3 : 26),
      fill,
    );
    sides[isEnclave ? (isOurs ? 1 : 0) : isOurs ? 0 : 1] += cell;
  }
  let posts = '';
  for (let y = 24; y < 560; y += 38) {
    const isInland = cells.some(({ site }) => Math.hypot(site[0] - frontier(y), site[1] - y) < 62);
    if (isInland) posts += drawDisc([frontier(y), y], 6.5, postColor);
  }
  return {
    ground,
    art:
      fillWholeCover(base) +
      mirrorAtRandom(
        context,
        sides.map((side) => drawAsPaperSheet(context, side, 8)).join('') + posts,
      ),
  };
}

/** Draws a few large cells. Each cell contains several fences, one inside the other. */
function drawFences(context: DrawingContext): Drawing {
  const { random, palette } = context;
  const { ground, base, inks } = chooseColorScheme(context, COLOR_SCHEMES_BY_CATEGORY.sag);
  const colors = random.shuffle(inks);
  const cells = createLandCells(context, random.integer(15, 26));
  const art = cells.map(({ polygon }, i) => {
    const outer = colors[i % 4]!;
    const inner = random.pick(
      [palette.light, palette.dark, colors[(i + 1) % 4]!].filter((c) => c !== outer),
    );
    const step = random.between(11, 22);
    let rings = '';
    for (let k = 0, fence = insetPolygon(polygon, 6); k < 9 && fence.length > 2; k++) {
      const d = createRoundedPolygonPath(fence, 30);
      rings += k
        ? drawShape(d, k % 2 ? inner : outer)
        : drawShapeAsPaperSheet(context, d, outer, 7);
      fence = insetPolygon(polygon, 6 + (k + 1) * step);
    }
    return rings;
  });
  return { ground, art: fillWholeCover(base) + art.join('') };
}
