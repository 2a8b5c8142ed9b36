import type { CategoryId } from '#domain/categories.ts';
import { mixColors } from '../color.ts';
import type { DrawingContext } from '../drawing-context.ts';
import {
  createPolylinePath,
  createSmoothCurvePath,
  drawDisc,
  drawRing,
  drawShape,
  FULL_TURN,
  formatCoordinate,
  formatPoints,
  type Point,
  polarToPoint,
  ROUND_LINE_ATTRIBUTES,
  strokePath,
} from '../svg.ts';
import { computeVoronoiCells, createRoundedPolygonPath, insetPolygon } from '../voronoi.ts';

export interface HairColors {
  hair: string;
  strands: string;
  /** Color of the hair's highlights. */
  spark: string;
}

type Texture = (context: DrawingContext, crown: Point, colors: HairColors) => string;

/**
 * Draws the texture of hair: strands, curls and partings in the style of the author's category. The texture extends
 * beyond the head, so the caller must clip it to the outline of the hair.
 */
export const drawHairTexture: Texture = (context, crown, colors) => {
  const strands = mixColors(colors.hair, colors.strands, context.random.between(0.45, 0.9));
  return TEXTURES_BY_CATEGORY[context.category](context, crown, { ...colors, strands });
};

const drawRipples: Texture = (_, crown, { strands }) =>
  [20, 42, 64, 86, 108, 130].map((r) => drawRing(crown, r, strands, 9)).join('');

const drawNestedArches: Texture = (_, [x, y], { strands }) =>
  [14, 36, 58, 80]
    .map((r) =>
      strokePath(
        `M${formatPoints([x - r, 260])}V${formatCoordinate(y + 10)}a${r} ${r} 0 0 1 ${r * 2} 0V260`,
        strands,
        9,
      ),
    )
    .join('');

const drawCells: Texture = ({ random }, [x, y], { strands, spark }) => {
  const sites = Array.from({ length: 34 }, (_, i) =>
    polarToPoint([x, y], 16 * Math.sqrt(i + 0.5), i * 2.4),
  );
  return computeVoronoiCells(sites, [-20, -20, 276, 276])
    .map((cell) =>
      drawShape(
        createRoundedPolygonPath(insetPolygon(cell, 2.2), 7),
        random.chance(0.1) ? spark : strands,
      ),
    )
    .join('');
};

const drawRidgelines: Texture = ({ random }, [x, y], { strands }) => {
  const pitch = random.between(9, 13);
  return [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    .map((row) => {
      const points = Array.from({ length: 27 }, (_, i): Point => {
        const offset = (i - 13) * pitch;
        return [x + offset, y - 54 + row * 19 + (i % 2) * 11 + (offset / 30) ** 2];
      });
      return strokePath(createPolylinePath(points), strands, 4.5, ROUND_LINE_ATTRIBUTES);
    })
    .join('');
};

const drawSeeds: Texture = ({ random }, crown, { strands, spark }) => {
  const spread = random.pick([8.5, 10, 12]);
  const highlightInterval = random.pick([5, 8, 13]);
  return Array.from({ length: 190 }, (_, i) => {
    const size = Math.min(spread * 0.44, 2.4 + i * 0.03);
    return drawDisc(
      polarToPoint(crown, spread * Math.sqrt(i), i * 2.39996),
      size,
      i % highlightInterval === 0 ? spark : strands,
    );
  }).join('');
};

const drawTracks: Texture = ({ random }, [x, y], { strands, spark }) => {
  const highlightedTrack = random.integer(-4, 4);
  return Array.from({ length: 11 }, (_, i) => {
    const k = i - 5;
    const color = k === highlightedTrack ? spark : strands;
    const knee = y - 22 + Math.abs(k) * 7;
    const end: Point = [x + k * 17, knee + random.between(40, 130)];
    return (
      strokePath(
        `M${formatPoints([x + k * 8, -10])}V${formatCoordinate(knee - 16)}L${formatPoints([end[0], knee])}V${formatCoordinate(end[1])}`,
        color,
        4.5,
        ROUND_LINE_ATTRIBUTES,
      ) + drawDisc(end, 5, color)
    );
  }).join('');
};

const drawLocks: Texture = ({ random }, [x, y], { strands }) => {
  const sway = random.between(8, 18);
  return Array.from({ length: 13 }, (_, i) => {
    const k = i - 6;
    return strokePath(
      `M${formatPoints([x + k * 2, y - 50])}C${formatPoints([x + k * 16, y - 40], [x + k * 18 - sway, y + 20], [x + k * 15 + sway, y + 70])}S${formatPoints([x + k * 17 - sway, y + 120], [x + k * 16, 260])}`,
      strands,
      6,
      ROUND_LINE_ATTRIBUTES,
    );
  }).join('');
};

const drawDots: Texture = ({ random }, [x, y], { strands }) => {
  const angle = random.between(0, FULL_TURN);
  let screen = '';
  for (let i = -11; i <= 11; i++) {
    for (let j = -11; j <= 11; j++) {
      const [dx, dy] = [i * 11.5, j * 13 + (i & 1) * 6.5];
      const tone = 0.5 + ((dx * Math.cos(angle) + dy * Math.sin(angle)) / 90) * 0.5;
      const size = 6.6 * Math.sqrt(Math.max(0, Math.min(1, tone)));
      if (size > 1.2) screen += drawDisc([x + dx, y + dy], size, strands);
    }
  }
  return screen;
};

const drawSpirals: Texture = ({ random }, [x, y], { strands }) => {
  const turn = random.between(0, FULL_TURN);
  const points = Array.from({ length: 90 }, (_, i) =>
    polarToPoint([x, y], 4 + i * 1.55, turn + i * 0.42),
  );
  return strokePath(createSmoothCurvePath(points), strands, 9, ROUND_LINE_ATTRIBUTES);
};

const drawContours: Texture = ({ noise }, [x, y], { strands }) =>
  [16, 36, 58, 82, 108, 136]
    .map((r, k) => {
      const points = Array.from({ length: 18 }, (_, i) => {
        const angle = (i / 18) * FULL_TURN;
        return polarToPoint(
          [x, y],
          r * (1 + 0.24 * noise(Math.cos(angle) * 1.3 + 9, Math.sin(angle) * 1.3 + k * 0.2)),
          angle,
        );
      });
      return strokePath(createSmoothCurvePath(points, true), strands, k % 2 ? 5 : 8);
    })
    .join('');

const TEXTURES_BY_CATEGORY: Readonly<Record<CategoryId, Texture>> = {
  aac: drawDots,
  awd: drawSpirals,
  eag: drawRidgelines,
  haw: drawLocks,
  mab: drawRipples,
  nsm: drawSeeds,
  phv: drawNestedArches,
  sag: drawCells,
  tae: drawTracks,
  whc: drawContours,
};
