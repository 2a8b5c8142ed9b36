import { mixColors } from '../color.ts';
import { COLOR_SCHEMES_BY_CATEGORY } from '../color-schemes.ts';
import {
  COVER_WIDTH,
  chooseColorScheme,
  type Drawing,
  type DrawingContext,
  drawAsPaperSheet,
  drawShapeAsPaperSheet,
  fillWholeCover,
  mirrorAtRandom,
  SHAPE_BOTTOM_BEHIND_TITLE_Y,
} from '../drawing-context.ts';
import { createSmoothCurvePath, drawDisc, FULL_TURN, type Point, polarToPoint } from '../svg.ts';

/** Draws translucent discs around a center, like lungs filling with air. */
export function drawBloom(context: DrawingContext): Drawing {
  const { random } = context;
  const { ground, base, inks } = chooseColorScheme(context, COLOR_SCHEMES_BY_CATEGORY.haw);
  const heart: Point = [random.between(320, 480), random.between(270, 330)];
  const count = random.pick([5, 6, 8, 10, 12]);
  const rounds = random.integer(1, 2);
  const turn = random.between(0, FULL_TURN);
  let art = '';
  for (let layer = 0; layer < rounds + 1; layer++) {
    const shrink = 1 - layer * random.between(0.28, 0.36);
    const radius = random.between(130, 165) * shrink;
    const distance = (622 - heart[1] - radius / shrink) * shrink;
    const color = inks[layer % inks.length]!;
    for (let i = 0; i < count; i++) {
      const angle = turn + layer * (Math.PI / count) + (i * FULL_TURN) / count;
      const petal = drawDisc(
        polarToPoint(heart, distance, angle),
        radius,
        i % 2 && layer === 0 ? inks[1]! : color,
        { opacity: count > 8 ? 0.3 : 0.42 },
      );
      art += petal;
    }
  }
  const core = drawAsPaperSheet(context, drawDisc(heart, random.between(38, 62), inks[3]!), 10);
  return { ground, art: fillWholeCover(base) + art + core };
}

/** Draws half discs along shorelines, like rising and setting suns at the horizon. */
export function drawRisingSuns(context: DrawingContext): Drawing {
  const { random } = context;
  const { ground, base, inks } = chooseColorScheme(context, COLOR_SCHEMES_BY_CATEGORY.haw);
  const rows = random.integer(3, 5);
  const pitch = 560 / rows;
  const sky = mixColors(base, inks[0]!, 0.12);
  let art = '';
  for (let row = 0; row < rows; row++) {
    const foot = 60 + pitch * (row + 1);
    const count = random.integer(2, 3 + row);
    const radius = Math.max(pitch * 0.8, COVER_WIDTH / count / 2.05);
    const offset = random.between(-0.5, 0.5);
    let waves = '';
    for (let i = -1; i <= count + 1; i++) {
      const center: Point = [((i + 0.5 + offset) / count) * COVER_WIDTH, foot];
      const steps = random.integer(3, 5);
      const colors = random.shuffle(inks.filter((ink) => ink !== base));
      for (let k = 0; k < steps; k++)
        waves += drawDisc(center, radius * (1 - k / steps), colors[k % colors.length]!);
    }
    art += drawAsPaperSheet(context, waves, 8, 0.3);
  }
  const shoreline: Point[] = Array.from({ length: 22 }, (_, i) => [
    -40 + i * 42,
    590 + 16 * Math.sin(i * 0.7),
  ]);
  return {
    ground,
    art:
      fillWholeCover(sky) +
      mirrorAtRandom(
        context,
        art +
          drawShapeAsPaperSheet(
            context,
            `${createSmoothCurvePath(shoreline)}V${SHAPE_BOTTOM_BEHIND_TITLE_Y}H-40Z`,
            base,
            10,
          ),
      ),
  };
}
