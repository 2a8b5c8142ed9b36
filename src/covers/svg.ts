/**
 * Functions that create SVG markup. Coordinates are rounded to a tenth of a unit, which is less than a pixel in any
 * rendered picture.
 */

export type Point = readonly [x: number, y: number];

type Attributes = Readonly<Record<string, string | number>>;

export const FULL_TURN = Math.PI * 2;

/** Attributes for lines with round caps and joins. */
export const ROUND_LINE_ATTRIBUTES: Attributes = {
  'stroke-linecap': 'round',
  'stroke-linejoin': 'round',
};

export function formatCoordinate(value: number): string {
  const rounded = Math.round(value * 10) / 10;
  return String(rounded === 0 ? 0 : rounded);
}

export function interpolate(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}

/** Returns the point at a distance and angle (radians, clockwise from the right) from a center. */
export function polarToPoint([x, y]: Point, radius: number, angle: number): Point {
  return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
}

/** Formats the coordinates of points for path data. */
export function formatPoints(...points: Point[]): string {
  return points.map(([x, y]) => `${formatCoordinate(x)} ${formatCoordinate(y)}`).join(' ');
}

export function createSvgElement(name: string, attributes: Attributes, content = ''): string {
  const attributeText = Object.entries(attributes)
    .map(
      ([key, value]) => ` ${key}="${typeof value === 'number' ? roundToThousandth(value) : value}"`,
    )
    .join('');
  return content ? `<${name}${attributeText}>${content}</${name}>` : `<${name}${attributeText}/>`;
}

export function drawRectangle(
  [x, y]: Point,
  width: number,
  height: number,
  fill: string,
  attributes: Attributes = {},
): string {
  return createSvgElement('rect', {
    ...formatCoordinates({ x, y, width, height }),
    fill,
    ...attributes,
  });
}

export function drawDisc(
  [cx, cy]: Point,
  r: number,
  fill: string,
  attributes: Attributes = {},
): string {
  return createSvgElement('circle', { ...formatCoordinates({ cx, cy, r }), fill, ...attributes });
}

/** Draws a circle's outline with a given line width. */
export function drawRing(
  [cx, cy]: Point,
  r: number,
  stroke: string,
  width: number,
  attributes: Attributes = {},
): string {
  const line = { fill: 'none', stroke, 'stroke-width': formatCoordinate(width) };
  return createSvgElement('circle', {
    ...formatCoordinates({ cx, cy, r }),
    ...line,
    ...attributes,
  });
}

export function drawShape(d: string, fill: string, attributes: Attributes = {}): string {
  return createSvgElement('path', { d, fill, ...attributes });
}

export function strokePath(
  d: string,
  stroke: string,
  width: number,
  attributes: Attributes = {},
): string {
  return createSvgElement('path', {
    d,
    fill: 'none',
    stroke,
    'stroke-width': formatCoordinate(width),
    ...attributes,
  });
}

export function createSvgGroup(content: string, attributes: Attributes = {}): string {
  return createSvgElement('g', attributes, content);
}

/** Draws a sector of a disc, clockwise from one angle to another. */
export function drawWedge(
  center: Point,
  radius: number,
  from: number,
  to: number,
  fill: string,
): string {
  const [a, b] = [polarToPoint(center, radius, from), polarToPoint(center, radius, to)];
  const large = to - from > Math.PI ? 1 : 0;
  return drawShape(
    `M${formatPoints(center)}L${formatPoints(a)}A${formatPoints([radius, radius])} 0 ${large} 1 ${formatPoints(b)}Z`,
    fill,
  );
}

/** Returns path data for a polygon with the given corners. */
export function createPolygonPath(points: readonly Point[]): string {
  return `M${points.map((point) => formatPoints(point)).join('L')}Z`;
}

/** Returns path data for an open line through points. */
export function createPolylinePath(points: readonly Point[]): string {
  return `M${points.map((point) => formatPoints(point)).join('L')}`;
}

/** Returns a circle as path data, so that circles can be combined with the even-odd fill rule. */
export function createCirclePath([x, y]: Point, r: number): string {
  const half = `a${formatCoordinate(r)} ${formatCoordinate(r)} 0 1 0`;
  return `M${formatPoints([x - r, y])}${half} ${formatCoordinate(2 * r)} 0${half} ${formatCoordinate(-2 * r)} 0Z`;
}

/** Returns path data for a smooth curve through all points (Catmull-Rom), open or closed. */
export function createSmoothCurvePath(points: readonly Point[], closed = false): string {
  return `M${formatPoints(points[0]!)}${curveSegments(points, closed)}${closed ? 'Z' : ''}`;
}

/** Returns path data for a band between two smooth curves, both given from left to right. */
export function createBandPath(top: readonly Point[], bottom: readonly Point[]): string {
  const reversed = bottom.toReversed();
  return `${createSmoothCurvePath(top)}L${formatPoints(reversed[0]!)}${curveSegments(reversed, false)}Z`;
}

function curveSegments(points: readonly Point[], closed: boolean): string {
  const count = points.length;
  const point = (i: number): Point =>
    closed ? points[(i + count) % count]! : points[Math.max(0, Math.min(count - 1, i))]!;
  let d = '';
  for (let i = 0; i < (closed ? count : count - 1); i++) {
    const [before, from, to, after] = [point(i - 1), point(i), point(i + 1), point(i + 2)];
    const firstControl: Point = [
      from[0] + (to[0] - before[0]) / 6,
      from[1] + (to[1] - before[1]) / 6,
    ];
    const secondControl: Point = [
      to[0] - (after[0] - from[0]) / 6,
      to[1] - (after[1] - from[1]) / 6,
    ];
    d += `C${formatPoints(firstControl, secondControl, to)}`;
  }
  return d;
}

function formatCoordinates(values: Record<string, number>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, formatCoordinate(value)]),
  );
}

function roundToThousandth(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
