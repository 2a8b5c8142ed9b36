/**
 * Functions that create SVG as text. Coordinates are rounded to a tenth of a unit, which is finer than any
 * rendered pixel.
 */

export type Point = readonly [x: number, y: number];

type Attributes = Readonly<Record<string, string | number>>;

export const FULL_TURN = Math.PI * 2;

/** Attributes of a line with round caps and joins. */
export const ROUND: Attributes = { 'stroke-linecap': 'round', 'stroke-linejoin': 'round' };

export function round(value: number): string {
  const rounded = Math.round(value * 10) / 10;
  return String(rounded === 0 ? 0 : rounded);
}

export function lerp(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}

/** Returns the point at a distance and angle (radians, clockwise from the right) from a center. */
export function polar([x, y]: Point, radius: number, angle: number): Point {
  return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
}

/** Formats the coordinates of points for path data. */
export function at(...points: Point[]): string {
  return points.map(([x, y]) => `${round(x)} ${round(y)}`).join(' ');
}

export function element(name: string, attributes: Attributes, content = ''): string {
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? precise(value) : value}"`)
    .join('');
  return content ? `<${name}${written}>${content}</${name}>` : `<${name}${written}/>`;
}

export function rectangle(
  [x, y]: Point,
  width: number,
  height: number,
  fill: string,
  more: Attributes = {},
): string {
  return element('rect', { ...coordinates({ x, y, width, height }), fill, ...more });
}

export function disc([cx, cy]: Point, r: number, fill: string, more: Attributes = {}): string {
  return element('circle', { ...coordinates({ cx, cy, r }), fill, ...more });
}

/** Draws a circle as a line of a width. */
export function ring(
  [cx, cy]: Point,
  r: number,
  stroke: string,
  width: number,
  more: Attributes = {},
): string {
  const line = { fill: 'none', stroke, 'stroke-width': round(width) };
  return element('circle', { ...coordinates({ cx, cy, r }), ...line, ...more });
}

export function shape(d: string, fill: string, more: Attributes = {}): string {
  return element('path', { d, fill, ...more });
}

export function line(d: string, stroke: string, width: number, more: Attributes = {}): string {
  return element('path', { d, fill: 'none', stroke, 'stroke-width': round(width), ...more });
}

export function group(content: string, attributes: Attributes = {}): string {
  return element('g', attributes, content);
}

/** Draws a sector of a disc, from one angle clockwise to another. */
export function wedge(
  centre: Point,
  radius: number,
  from: number,
  to: number,
  fill: string,
): string {
  const [a, b] = [polar(centre, radius, from), polar(centre, radius, to)];
  const large = to - from > Math.PI ? 1 : 0;
  return shape(`M${at(centre)}L${at(a)}A${at([radius, radius])} 0 ${large} 1 ${at(b)}Z`, fill);
}

/** Returns the path data of a polygon with the given corners. */
export function polygon(points: readonly Point[]): string {
  return `M${points.map((point) => at(point)).join('L')}Z`;
}

/** Returns the path data of an open line through points. */
export function polyline(points: readonly Point[]): string {
  return `M${points.map((point) => at(point)).join('L')}`;
}

/** Returns a circle as path data, so that circles can be combined by the even-odd rule. */
export function circlePath([x, y]: Point, r: number): string {
  const half = `a${round(r)} ${round(r)} 0 1 0`;
  return `M${at([x - r, y])}${half} ${round(2 * r)} 0${half} ${round(-2 * r)} 0Z`;
}

/** Returns the path data of a smooth curve through all points (Catmull-Rom), open or closed. */
export function curve(points: readonly Point[], closed = false): string {
  return `M${at(points[0]!)}${segments(points, closed)}${closed ? 'Z' : ''}`;
}

/** Returns the path data of a band between two smooth curves, both given from left to right. */
export function band(top: readonly Point[], bottom: readonly Point[]): string {
  const back = bottom.toReversed();
  return `${curve(top)}L${at(back[0]!)}${segments(back, false)}Z`;
}

function segments(points: readonly Point[], closed: boolean): string {
  const count = points.length;
  const point = (i: number): Point =>
    closed ? points[(i + count) % count]! : points[Math.max(0, Math.min(count - 1, i))]!;
  let d = '';
  for (let i = 0; i < (closed ? count : count - 1); i++) {
    const [before, from, to, after] = [point(i - 1), point(i), point(i + 1), point(i + 2)];
    const leaving: Point = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6];
    const arriving: Point = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6];
    d += `C${at(leaving, arriving, to)}`;
  }
  return d;
}

function coordinates(values: Record<string, number>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, round(value)]));
}

function precise(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
