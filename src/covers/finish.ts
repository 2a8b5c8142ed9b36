import { GROUNDS } from '#domain/grounds.ts';
import { seededRandom } from './random.ts';
import { type Drawing, fillBelow, HEIGHT, type Scene, stop, TITLE_TOP, WIDTH } from './scene.ts';
import { element, line, rectangle, round } from './svg.ts';

const TILE = 400;
const SPECKS = 260;

/** Returns the complete SVG document of a cover: the drawing with light and paper texture. */
export function toDocument(scene: Scene, { art, ground }: Drawing): string {
  const content = art + light(scene) + fillBelow(GROUNDS[ground].hex) + grain();
  return element(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${WIDTH} ${HEIGHT}` },
    content,
  );
}

/** Lightens one upper corner of a cover and darkens the other. Both effects fade out above the title. */
function light(scene: Scene): string {
  const [lamp, shade] = scene.random.chance(0.5) ? [0, WIDTH] : [WIDTH, 0];
  return glow(scene, lamp, '#ffffff', 0.16) + glow(scene, shade, scene.palette.dark, 0.16);
}

function glow(scene: Scene, x: number, colour: string, opacity: number): string {
  const id = scene.nextId();
  const place = { id, gradientUnits: 'userSpaceOnUse', cx: x, cy: 0, r: TITLE_TOP };
  const stops = stop(0, colour, opacity) + stop(0.5, colour, opacity * 0.4) + stop(1, colour, 0);
  return (
    element('radialGradient', place, stops) + rectangle([0, 0], WIDTH, TITLE_TOP, `url(#${id})`)
  );
}

/** Returns a paper texture, which is the same for all covers: a small tile of specks, repeated. */
function grain(): string {
  const random = seededRandom('paper');
  const specks = () =>
    Array.from({ length: SPECKS }, () => {
      const [x, y] = [random.integer(0, TILE), random.integer(0, TILE)];
      return `M${x} ${y}h${round(random.between(0.6, 1.6))}`;
    }).join('');
  const tile =
    line(specks(), '#fff', 1.3, { opacity: 0.22 }) +
    line(specks(), '#150f0a', 1.2, { opacity: 0.18 });
  const size = { width: TILE, height: TILE, patternUnits: 'userSpaceOnUse' };
  return (
    element('pattern', { id: 'grain', ...size }, tile) +
    rectangle([0, 0], WIDTH, HEIGHT, 'url(#grain)')
  );
}
