import { COVER_GROUNDS_BY_ID } from '#domain/cover-grounds.ts';
import {
  COVER_HEIGHT,
  COVER_WIDTH,
  createGradientStop,
  type Drawing,
  type DrawingContext,
  fillBelowY,
  TITLE_TOP_Y,
} from './drawing-context.ts';
import { createSeededRandom } from './random.ts';
import { createSvgElement, drawRectangle, formatCoordinate, strokePath } from './svg.ts';

const TILE = 400;
const SPECKS = 260;

/** Returns the complete SVG document of a cover: the drawing with lighting and a paper texture. */
export function createCoverSvg(context: DrawingContext, { art, ground }: Drawing): string {
  const content =
    art + drawLighting(context) + fillBelowY(COVER_GROUNDS_BY_ID[ground].hex) + drawGrain();
  return createSvgElement(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${COVER_WIDTH} ${COVER_HEIGHT}` },
    content,
  );
}

/** Lightens one upper corner of a cover and darkens the other. Both effects fade out above the title. */
function drawLighting(context: DrawingContext): string {
  const [lamp, shade] = context.random.chance(0.5) ? [0, COVER_WIDTH] : [COVER_WIDTH, 0];
  return (
    drawGlow(context, lamp, '#ffffff', 0.16) + drawGlow(context, shade, context.palette.dark, 0.16)
  );
}

function drawGlow(context: DrawingContext, x: number, color: string, opacity: number): string {
  const id = context.nextId();
  const gradientAttributes = { id, gradientUnits: 'userSpaceOnUse', cx: x, cy: 0, r: TITLE_TOP_Y };
  const stops =
    createGradientStop(0, color, opacity) +
    createGradientStop(0.5, color, opacity * 0.4) +
    createGradientStop(1, color, 0);
  return (
    createSvgElement('radialGradient', gradientAttributes, stops) +
    drawRectangle([0, 0], COVER_WIDTH, TITLE_TOP_Y, `url(#${id})`)
  );
}

/** Returns a paper texture that is the same for all covers: a repeated tile of small specks. */
function drawGrain(): string {
  const random = createSeededRandom('paper');
  const createSpecks = () =>
    Array.from({ length: SPECKS }, () => {
      const [x, y] = [random.integer(0, TILE), random.integer(0, TILE)];
      return `M${x} ${y}h${formatCoordinate(random.between(0.6, 1.6))}`;
    }).join('');
  const tile =
    strokePath(createSpecks(), '#fff', 1.3, { opacity: 0.22 }) +
    strokePath(createSpecks(), '#150f0a', 1.2, { opacity: 0.18 });
  const size = { width: TILE, height: TILE, patternUnits: 'userSpaceOnUse' };
  return (
    createSvgElement('pattern', { id: 'grain', ...size }, tile) +
    drawRectangle([0, 0], COVER_WIDTH, COVER_HEIGHT, 'url(#grain)')
  );
}
