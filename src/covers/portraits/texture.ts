import type { CategoryId } from '#domain/categories.ts';
import { mix } from '../colour.ts';
import type { Scene } from '../scene.ts';
import {
  at,
  curve,
  disc,
  FULL_TURN,
  line,
  type Point,
  polar,
  polyline,
  ROUND,
  ring,
  round,
  shape,
} from '../svg.ts';
import { insetPolygon, roundedPath, voronoi } from '../voronoi.ts';

export interface HairColours {
  hair: string;
  strands: string;
  /** Color of a few highlights in the hair. */
  spark: string;
}

type Texture = (scene: Scene, crown: Point, colours: HairColours) => string;

/**
 * Draws the texture of hair: the geometry of the author's category as strands, curls and partings. It is
 * larger than the head, and the caller clips it to the hair.
 */
export const drawTexture: Texture = (scene, crown, colours) => {
  const strands = mix(colours.hair, colours.strands, scene.random.between(0.45, 0.9));
  return TEXTURES[scene.category](scene, crown, { ...colours, strands });
};

const ripples: Texture = (_, crown, { strands }) =>
  [20, 42, 64, 86, 108, 130].map((r) => ring(crown, r, strands, 9)).join('');

const nestedArches: Texture = (_, [x, y], { strands }) =>
  [14, 36, 58, 80]
    .map((r) =>
      line(`M${at([x - r, 260])}V${round(y + 10)}a${r} ${r} 0 0 1 ${r * 2} 0V260`, strands, 9),
    )
    .join('');

const cells: Texture = ({ random }, [x, y], { strands, spark }) => {
  const sites = Array.from({ length: 34 }, (_, i) =>
    polar([x, y], 16 * Math.sqrt(i + 0.5), i * 2.4),
  );
  return voronoi(sites, [-20, -20, 276, 276])
    .map((cell) =>
      shape(roundedPath(insetPolygon(cell, 2.2), 7), random.chance(0.1) ? spark : strands),
    )
    .join('');
};

const ridgelines: Texture = ({ random }, [x, y], { strands }) => {
  const pitch = random.between(9, 13);
  return [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    .map((row) => {
      const points = Array.from({ length: 27 }, (_, i): Point => {
        const away = (i - 13) * pitch;
        return [x + away, y - 54 + row * 19 + (i % 2) * 11 + (away / 30) ** 2];
      });
      return line(polyline(points), strands, 4.5, ROUND);
    })
    .join('');
};

const seeds: Texture = ({ random }, crown, { strands, spark }) => {
  const spread = random.pick([8.5, 10, 12]);
  const every = random.pick([5, 8, 13]);
  return Array.from({ length: 190 }, (_, i) => {
    const size = Math.min(spread * 0.44, 2.4 + i * 0.03);
    return disc(
      polar(crown, spread * Math.sqrt(i), i * 2.39996),
      size,
      i % every === 0 ? spark : strands,
    );
  }).join('');
};

const tracks: Texture = ({ random }, [x, y], { strands, spark }) => {
  const marked = random.integer(-4, 4);
  return Array.from({ length: 11 }, (_, i) => {
    const k = i - 5;
    const colour = k === marked ? spark : strands;
    const knee = y - 22 + Math.abs(k) * 7;
    const end: Point = [x + k * 17, knee + random.between(40, 130)];
    return (
      line(
        `M${at([x + k * 8, -10])}V${round(knee - 16)}L${at([end[0], knee])}V${round(end[1])}`,
        colour,
        4.5,
        ROUND,
      ) + disc(end, 5, colour)
    );
  }).join('');
};

const locks: Texture = ({ random }, [x, y], { strands }) => {
  const sway = random.between(8, 18);
  return Array.from({ length: 13 }, (_, i) => {
    const k = i - 6;
    return line(
      `M${at([x + k * 2, y - 50])}C${at([x + k * 16, y - 40], [x + k * 18 - sway, y + 20], [x + k * 15 + sway, y + 70])}S${at([x + k * 17 - sway, y + 120], [x + k * 16, 260])}`,
      strands,
      6,
      ROUND,
    );
  }).join('');
};

const dots: Texture = ({ random }, [x, y], { strands }) => {
  const angle = random.between(0, FULL_TURN);
  let screen = '';
  for (let i = -11; i <= 11; i++) {
    for (let j = -11; j <= 11; j++) {
      const [dx, dy] = [i * 11.5, j * 13 + (i & 1) * 6.5];
      const tone = 0.5 + ((dx * Math.cos(angle) + dy * Math.sin(angle)) / 90) * 0.5;
      const size = 6.6 * Math.sqrt(Math.max(0, Math.min(1, tone)));
      if (size > 1.2) screen += disc([x + dx, y + dy], size, strands);
    }
  }
  return screen;
};

const spirals: Texture = ({ random }, [x, y], { strands }) => {
  const turn = random.between(0, FULL_TURN);
  const points = Array.from({ length: 90 }, (_, i) => polar([x, y], 4 + i * 1.55, turn + i * 0.42));
  return line(curve(points), strands, 9, ROUND);
};

const contours: Texture = ({ noise }, [x, y], { strands }) =>
  [16, 36, 58, 82, 108, 136]
    .map((r, k) => {
      const points = Array.from({ length: 18 }, (_, i) => {
        const angle = (i / 18) * FULL_TURN;
        return polar(
          [x, y],
          r * (1 + 0.24 * noise(Math.cos(angle) * 1.3 + 9, Math.sin(angle) * 1.3 + k * 0.2)),
          angle,
        );
      });
      return line(curve(points, true), strands, k % 2 ? 5 : 8);
    })
    .join('');

const TEXTURES: Readonly<Record<CategoryId, Texture>> = {
  aac: dots,
  awd: spirals,
  eag: ridgelines,
  haw: locks,
  mab: ripples,
  nsm: seeds,
  phv: nestedArches,
  sag: cells,
  tae: tracks,
  whc: contours,
};
