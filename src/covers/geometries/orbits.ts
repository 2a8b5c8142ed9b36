import { mixColors } from '../color.ts';
import { COLOR_SCHEMES_BY_CATEGORY } from '../color-schemes.ts';
import {
  chooseColorScheme,
  type Drawing,
  type DrawingContext,
  drawAsPaperSheet,
  drawShapeAsPaperSheet,
  fillWholeCover,
  mirrorAtRandom,
} from '../drawing-context.ts';
import {
  createSmoothCurvePath,
  createSvgElement,
  createSvgGroup,
  drawDisc,
  drawRing,
  drawShape,
  FULL_TURN,
  formatCoordinate,
  formatPoints,
  interpolate,
  type Point,
  polarToPoint,
} from '../svg.ts';

/**
 * Draws bodies on elliptical orbits around a center. The orbits either have the same tilt and
 * different sizes, or the same size and different tilts.
 */
export function drawOrbits(context: DrawingContext): Drawing {
  const { random, palette } = context;
  const { ground, base, inks } = chooseColorScheme(context, COLOR_SCHEMES_BY_CATEGORY.nsm);
  const [first, second, hot] = inks as [string, string, string];
  const heart: Point = [random.between(300, 500), random.between(270, 330)];
  const count = random.integer(3, 9);
  const reach = 615 - heart[1];
  const flat = random.between(0.28, 0.62);
  const start = random.between(0, Math.PI);
  const isNested = random.chance(0.45);
  let [rings, bodies] = ['', ''];
  for (let k = 0; k < count; k++) {
    const rx = isNested ? interpolate(110, Math.max(reach * 1.35, 380), k / count) : reach;
    const ry = isNested ? Math.min(rx * flat, reach) : rx * flat;
    const tilt = isNested ? -18 : ((start + (k * Math.PI) / count) * 180) / Math.PI;
    const groupAttributes = {
      transform: `translate(${formatPoints(heart)}) rotate(${formatCoordinate(tilt)})`,
    };
    const stroke = {
      fill: 'none',
      stroke: k % 3 === 2 ? second : first,
      'stroke-width': random.between(4, 11),
    };
    const angle = random.between(0, FULL_TURN);
    const [bx, by] = [rx * Math.cos(angle), ry * Math.sin(angle)];
    rings += createSvgElement('ellipse', {
      rx: formatCoordinate(rx),
      ry: formatCoordinate(ry),
      ...stroke,
      ...groupAttributes,
    });
    bodies += createSvgGroup(
      drawDisc([bx, by], random.between(13, 34), [first, second, hot][k % 3]!),
      groupAttributes,
    );
  }
  const core = random.between(52, 84);
  const glow = drawRing(heart, core * 1.7, mixColors(base, palette.light, 0.12), core * 0.9);
  return {
    ground,
    art:
      fillWholeCover(base) +
      glow +
      rings +
      drawAsPaperSheet(context, bodies + drawDisc(heart, core, hot), 8),
  };
}

/** Draws a spiral shell of chambers. Each chamber is larger than the previous one by a constant factor. */
export function drawSpiralShell(context: DrawingContext): Drawing {
  const { random, palette } = context;
  const { ground, base, inks } = chooseColorScheme(context, COLOR_SCHEMES_BY_CATEGORY.nsm);
  const [first, second, hot] = inks as [string, string, string];
  const heart: Point = [random.between(330, 520), random.between(270, 340)];
  const growth = random.between(0.15, 0.2);
  const chambers = random.integer(14, 20);
  const reach = 622 - heart[1];
  const spiral = (angle: number, scale = 1): Point => {
    const radius =
      Math.min(reach * 1.55, reach * Math.exp(growth * (angle - Math.PI * 0.5))) * scale;
    return polarToPoint(heart, radius, angle);
  };
  const [step, last] = [FULL_TURN / chambers, FULL_TURN * 1.08];
  let art = '';
  for (let angle = last - FULL_TURN * 3.4; angle < last; angle += step) {
    const outer = Array.from({ length: 7 }, (_, i) => spiral(angle + (step * i) / 6));
    const inner = outer.map((_, i) => spiral(angle + (step * i) / 6 - FULL_TURN)).toReversed();
    const t = (angle - last) / FULL_TURN + 3.4;
    const [head, tail] = [outer[0]!, inner.at(-1)!];
    const bulge: Point = [
      (head[0] + tail[0]) / 2 + (head[1] - tail[1]) * 0.22,
      (head[1] + tail[1]) / 2 - (head[0] - tail[0]) * 0.22,
    ];
    const d = `${createSmoothCurvePath(outer)}L${inner.map((point) => formatPoints(point)).join('L')}Q${formatPoints(bulge, head)}Z`;
    const fill = mixColors(
      Math.round(t / (step / FULL_TURN)) % 2 ? first : second,
      palette.dark,
      0.04 * t,
    );
    art += t > 2.2 ? drawShapeAsPaperSheet(context, d, fill, 6) : drawShape(d, fill);
  }
  return {
    ground,
    art: fillWholeCover(base) + mirrorAtRandom(context, art + drawDisc(heart, reach * 0.045, hot)),
  };
}
