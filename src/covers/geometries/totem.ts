import { chooseScheme, type Drawing, fillPage, liftContent, type Scene } from '../scene.ts';
import { SCHEMES } from '../schemes.ts';
import { disc, FULL_TURN, type Point, rectangle, wedge } from '../svg.ts';
import { drawHalftone } from './halftone.ts';

/** Draws half discs, balls and beams balanced on one another. */
export function drawTotem(scene: Scene): Drawing {
  const { random } = scene;
  const { ground, base, inks } = chooseScheme(scene, SCHEMES.aac);
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
      const piece = random.pick([dome, bowl, ball, beam])([x, y], radius, first, second);
      if (y - piece.height < 20) break;
      art = liftContent(scene, piece.art, 7, 0.32) + art;
      y -= piece.height;
    }
  }
  return { ground, art: fillPage(base) + art };
}

type Piece = (
  foot: Point,
  radius: number,
  first: string,
  second: string,
) => { art: string; height: number };

const dome: Piece = (foot, radius, first, second) => ({
  art:
    wedge(foot, radius, Math.PI, FULL_TURN, first) +
    wedge(foot, radius * 0.5, Math.PI, FULL_TURN, second),
  height: radius,
});

const bowl: Piece = ([x, y], radius, first, second) => {
  const rim: Point = [x, y - radius];
  const dots = drawHalftone(
    [x - radius, y - radius, x + radius, y],
    radius / 8,
    second,
    (px, py) => (Math.hypot(px - x, py - rim[1]) < radius * 0.94 ? (y - py) / radius : 0),
  );
  return { art: wedge(rim, radius, 0, Math.PI, first) + dots, height: radius };
};

const ball: Piece = ([x, y], radius, first, second) => {
  const middle: Point = [x, y - radius * 0.55];
  return {
    art: disc(middle, radius * 0.55, first) + disc(middle, radius * 0.2, second),
    height: radius * 1.1,
  };
};

const beam: Piece = ([x, y], radius, first) => ({
  art: rectangle([x - radius, y - radius * 0.3], radius * 2, radius * 0.3, first),
  height: radius * 0.3,
});
