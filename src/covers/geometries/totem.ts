import { COLOR_SCHEMES_BY_CATEGORY } from '../color-schemes.ts';
import {
  chooseColorScheme,
  type Drawing,
  type DrawingContext,
  drawAsPaperSheet,
  fillWholeCover,
} from '../drawing-context.ts';
import { drawDisc, drawRectangle, drawWedge, FULL_TURN, type Point } from '../svg.ts';
import { drawHalftoneRectangle } from './halftone.ts';

/**
 * Draws one to three totems of half discs, balls and beams that are balanced on top of one another.
 */
export function drawTotem(context: DrawingContext): Drawing {
  const { random } = context;
  const { ground, base, inks } = chooseColorScheme(context, COLOR_SCHEMES_BY_CATEGORY.aac);
  const foot = random.between(585, 622);
  const columns = random.integer(1, 3);
  const width = 700 / columns;
  let art = '';
  for (let column = 0; column < columns; column++) {
    const x = 50 + width * (column + 0.5);
    let y = foot;
    for (let k = 0; k < 9; k++) {
      const radius = Math.min(width * 0.48, random.between(74, 150) * (columns === 1 ? 1.5 : 1.1));
      const [first, second] = [inks[(k + column) % 4]!, inks[(k + column + 1) % 4]!];
      const piece = random.pick([drawDome, drawBowl, drawBall, drawBeam])(
        [x, y],
        radius,
        first,
        second,
      );
      if (y - piece.height < 20) break;
      art = drawAsPaperSheet(context, piece.art, 7, 0.32) + art;
      y -= piece.height;
    }
  }
  return { ground, art: fillWholeCover(base) + art };
}

type Piece = (
  foot: Point,
  radius: number,
  first: string,
  second: string,
) => { art: string; height: number };

const drawDome: Piece = (foot, radius, first, second) => ({
  art:
    drawWedge(foot, radius, Math.PI, FULL_TURN, first) +
    drawWedge(foot, radius * 0.5, Math.PI, FULL_TURN, second),
  height: radius,
});

const drawBowl: Piece = ([x, y], radius, first, second) => {
  const rim: Point = [x, y - radius];
  const dots = drawHalftoneRectangle(
    [x - radius, y - radius, x + radius, y],
    radius / 8,
    second,
    (px, py) => (Math.hypot(px - x, py - rim[1]) < radius * 0.94 ? (y - py) / radius : 0),
  );
  return { art: drawWedge(rim, radius, 0, Math.PI, first) + dots, height: radius };
};

const drawBall: Piece = ([x, y], radius, first, second) => {
  const middle: Point = [x, y - radius * 0.55];
  return {
    art: drawDisc(middle, radius * 0.55, first) + drawDisc(middle, radius * 0.2, second),
    height: radius * 1.1,
  };
};

const drawBeam: Piece = ([x, y], radius, first) => ({
  art: drawRectangle([x - radius, y - radius * 0.3], radius * 2, radius * 0.3, first),
  height: radius * 0.3,
});
