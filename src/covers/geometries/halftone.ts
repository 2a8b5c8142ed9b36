import { type Point, strokePath } from '../svg.ts';

/**
 * Number of dot sizes in a halftone screen. All dots of the same size share one SVG path, so a screen of a thousand
 * dots needs at most eleven paths.
 */
const DOT_SIZES = 11;

/**
 * Draws a halftone screen: dots on a rotated grid within a rectangle. `tone` returns the relative
 * area of the dot at a point, from 0 (no dot) to 1 (the largest dot).
 */
export function drawHalftoneRectangle(
  [left, top, right, bottom]: readonly [number, number, number, number],
  pitch: number,
  color: string,
  tone: (x: number, y: number) => number,
): string {
  const paths = Array.from({ length: DOT_SIZES + 1 }, () => '');
  const [cos, sin] = [Math.cos(0.4), Math.sin(0.4)];
  const [cx, cy] = [(left + right) / 2, (top + bottom) / 2];
  const reach = Math.ceil(Math.hypot(right - left, bottom - top) / 2 / pitch / 0.86) + 1;
  for (let i = -reach; i <= reach; i++) {
    for (let j = -reach; j <= reach; j++) {
      const [u, v] = [i * pitch * 0.88, (j + (i & 1) * 0.5) * pitch];
      const [x, y] = [cx + u * cos - v * sin, cy + u * sin + v * cos];
      if (x < left || x > right || y < top || y > bottom) continue;
      const size = Math.round(Math.sqrt(Math.max(0, Math.min(1, tone(x, y)))) * DOT_SIZES);
      if (size > 0) paths[size] += `M${Math.round(x)} ${Math.round(y)}h.1`;
    }
  }
  return paths
    .map(
      (d, size) =>
        d && strokePath(d, color, (pitch * 1.22 * size) / DOT_SIZES, { 'stroke-linecap': 'round' }),
    )
    .join('');
}

/**
 * Draws a disc of halftone dots. The dots become larger in the direction of `angle`, in radians.
 */
export function drawHalftoneDisc(
  [x, y]: Point,
  radius: number,
  pitch: number,
  color: string,
  angle: number,
): string {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return drawHalftoneRectangle(
    [x - radius, y - radius, x + radius, y + radius],
    pitch,
    color,
    (px, py) => {
      if (Math.hypot(px - x, py - y) > radius) return 0;
      return (((px - x) * cos + (py - y) * sin) / radius) * 0.5 + 0.5;
    },
  );
}
