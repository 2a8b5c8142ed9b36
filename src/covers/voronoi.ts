import { formatPoints, type Point } from './svg.ts';

/** The corners of a convex polygon, in order. */
export type Polygon = readonly Point[];

/** Returns the Voronoi cell of each site within a box `[left, top, right, bottom]`. */
export function computeVoronoiCells(
  sites: readonly Point[],
  [left, top, right, bottom]: readonly [number, number, number, number],
): Polygon[] {
  const box: Polygon = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
  return sites.map((site, i) => {
    let cell = box;
    for (const [j, other] of sites.entries()) {
      if (i !== j) cell = clipToNearerHalf(cell, site, other);
    }
    return cell;
  });
}

/**
 * Moves each site to the center of its Voronoi cell (Lloyd's algorithm). Afterwards, the sites are spread more evenly,
 * but their arrangement is still irregular.
 */
export function relaxSites(
  sites: readonly Point[],
  box: readonly [number, number, number, number],
): Point[] {
  return computeVoronoiCells(sites, box).map(centroid);
}

function centroid(polygon: Polygon): Point {
  let [area, x, y] = [0, 0, 0];
  for (const [i, a] of polygon.entries()) {
    const b = polygon[(i + 1) % polygon.length]!;
    const cross = a[0] * b[1] - b[0] * a[1];
    area += cross;
    x += (a[0] + b[0]) * cross;
    y += (a[1] + b[1]) * cross;
  }
  return [x / (3 * area), y / (3 * area)];
}

/** Moves each side of a convex polygon inward by a distance. Returns an empty polygon if no area is left. */
export function insetPolygon(polygon: Polygon, distance: number): Polygon {
  const middle = centroid(polygon);
  let remaining = polygon;
  for (const [i, a] of polygon.entries()) {
    const b = polygon[(i + 1) % polygon.length]!;
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    const normal: Point = [(b[1] - a[1]) / length, (a[0] - b[0]) / length];
    const inward = (middle[0] - a[0]) * normal[0] + (middle[1] - a[1]) * normal[1] < 0 ? -1 : 1;
    remaining = clipPolygon(
      remaining,
      (p) => inward * ((p[0] - a[0]) * normal[0] + (p[1] - a[1]) * normal[1]) - distance,
    );
  }
  return remaining;
}

/** Returns path data for a polygon with rounded corners. Their radius is at most `radius`. */
export function createRoundedPolygonPath(polygon: Polygon, radius: number): string {
  if (polygon.length < 3) return '';
  const count = polygon.length;
  const corners = polygon.map((corner, i) => {
    const pointTowards = (other: Point): Point => {
      const length = Math.hypot(other[0] - corner[0], other[1] - corner[1]) || 1;
      const step = Math.min(radius, length / 2) / length;
      return [corner[0] + (other[0] - corner[0]) * step, corner[1] + (other[1] - corner[1]) * step];
    };
    const entry = pointTowards(polygon[(i - 1 + count) % count]!);
    return `${formatPoints(entry)}Q${formatPoints(corner, pointTowards(polygon[(i + 1) % count]!))}`;
  });
  return `M${corners.join('L')}Z`;
}

function clipToNearerHalf(cell: Polygon, site: Point, other: Point): Polygon {
  const middle: Point = [(site[0] + other[0]) / 2, (site[1] + other[1]) / 2];
  const [dx, dy] = [other[0] - site[0], other[1] - site[1]];
  return clipPolygon(cell, (p) => (middle[0] - p[0]) * dx + (middle[1] - p[1]) * dy);
}

/**
 * Returns the part of a convex polygon on one side of a line. `side` is a linear function that is not negative on that
 * side.
 */
function clipPolygon(polygon: Polygon, side: (point: Point) => number): Polygon {
  const remaining: Point[] = [];
  for (const [i, a] of polygon.entries()) {
    const b = polygon[(i + 1) % polygon.length]!;
    const [sideOfA, sideOfB] = [side(a), side(b)];
    if (sideOfA >= 0) remaining.push(a);
    if (sideOfA * sideOfB < 0) {
      const t = sideOfA / (sideOfA - sideOfB);
      remaining.push([a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t]);
    }
  }
  return remaining;
}
