import { computeRelativeLuminance, mixColors } from '../color.ts';
import {
  clipSvgToShape,
  type Drawing,
  type DrawingContext,
  drawAsPaperSheet,
  drawShapeAsPaperSheet,
  fillBelowY,
  fillWholeCover,
  type LayoutFunction,
  mirrorAtRandom,
  SHAPE_BOTTOM_BEHIND_TITLE_Y,
} from '../drawing-context.ts';
import {
  createSmoothCurvePath,
  drawDisc,
  drawRectangle,
  drawShape,
  FULL_TURN,
  formatCoordinate,
  formatPoints,
  interpolate,
  type Point,
  polarToPoint,
  strokePath,
} from '../svg.ts';
import {
  chooseRockColors,
  createAreaBelowCurvePath,
  drawRockBeds,
  drawRockTexture,
  type HeightFunction,
} from './rock-beds.ts';
import { drawTerraces } from './terraces.ts';

/** Layouts for the category World History & Civilizations: strata and contour lines. */
export const STRATA_LAYOUTS: readonly LayoutFunction[] = [
  drawFault,
  drawIsland,
  drawBuriedDisc,
  drawFold,
  drawCanyon,
  drawTerraces,
];

/** Draws strata that have broken into two parts, which have slipped along the break. */
function drawFault(context: DrawingContext): Drawing {
  const { random, palette } = context;
  const { ground, base, sky, beds } = chooseRockColors(context);
  const slip = random.between(50, 100) * random.sign();
  const { art, lowerEdge } = drawRockBeds(
    context,
    beds,
    random.between(170, 260),
    560,
    random.integer(6, 9),
  );
  const section = (offset: number) =>
    `<g transform="translate(0 ${formatCoordinate(offset)})">${art}${drawShape(createAreaBelowCurvePath(lowerEdge), base)}</g>`;
  const lean = random.between(-20, 20);
  const x = random.between(290, 520);
  const half = drawRectangle([0, -600], 1600, 2600, '#000', {
    transform: `translate(${formatCoordinate(x)} 0) rotate(${formatCoordinate(lean)})`,
  });
  const slope = Math.tan((lean * Math.PI) / 180);
  const crack = strokePath(
    `M${formatPoints([x + 20 * slope, -20])}L${formatPoints([x - 640 * slope, 640])}`,
    palette.dark,
    6,
  );
  const sun = drawDisc(
    [random.between(130, 670), random.between(90, 150)],
    random.between(50, 90),
    beds[1]!,
  );
  return {
    ground,
    art:
      fillWholeCover(sky) +
      sun +
      section(-slip / 2) +
      clipSvgToShape(context, half, fillWholeCover(sky) + sun + section(slip / 2)) +
      clipSvgToShape(context, drawRectangle([0, 0], 800, 640, '#000'), crack) +
      drawShapeAsPaperSheet(
        context,
        createAreaBelowCurvePath((x) => 616 + 10 * Math.sin(x / 130)),
        base,
        8,
      ),
  };
}

/** Draws an island as contour lines, like layers of cut paper. */
function drawIsland(context: DrawingContext): Drawing {
  const { random, noise, palette } = context;
  const { ground, base, sky, beds } = chooseRockColors(context);
  const center: Point = [random.between(280, 520), random.between(280, 330)];
  const count = random.integer(6, 11);
  const key = random.between(0, 50);
  const rough = random.between(0.25, 0.5);
  const [bays, squeeze] = [random.between(0.8, 2), random.between(0.56, 0.84)];
  const ramp = [sky, ...beds].filter(
    (color) => Math.abs(computeRelativeLuminance(color) - computeRelativeLuminance(base)) > 0.05,
  );
  const drift: Point = [random.between(-80, 80), random.between(-60, 20)];
  let art = '';
  for (let k = 0; k < count; k++) {
    const scale = 1 - k / count;
    const points = Array.from({ length: 28 }, (_, i): Point => {
      const angle = (i / 28) * FULL_TURN;
      const wobble = noise(
        Math.cos(angle) * bays + key + k * 0.06,
        Math.sin(angle) * bays + k * 0.06,
      );
      const [x, y] = polarToPoint(center, 430 * scale * (1 + rough * wobble), angle);
      const lowest = 618 - (1 - scale) * 60;
      const flat = center[1] + (y - center[1]) * squeeze + drift[1] * (1 - scale);
      return [x + drift[0] * (1 - scale), Math.min(flat, lowest)];
    });
    const color = ramp[Math.min(ramp.length - 1, Math.floor((k / count) * ramp.length))]!;
    art += drawShapeAsPaperSheet(
      context,
      createSmoothCurvePath(points, true),
      k % 2 ? mixColors(color, palette.dark, 0.1) : color,
      7,
    );
  }
  return { ground, art: fillWholeCover(base) + mirrorAtRandom(context, art) };
}

/** Draws a disc of concentric rings that is half buried in strata. */
function drawBuriedDisc(context: DrawingContext): Drawing {
  const { random, palette } = context;
  const { ground, base, sky, beds } = chooseRockColors(context);
  const top = random.between(290, 390);
  const { art, lowerEdge } = drawRockBeds(context, beds, top, 590, random.integer(4, 7));
  const radius = random.between(140, 250);
  const center: Point = [
    random.between(200, 600),
    Math.max(top + random.between(-70, 30), radius * 0.72),
  ];
  const count = random.integer(4, 8);
  const [first, second] = random.shuffle(
    [palette.light, palette.dark, palette.main, palette.accent].filter((color) => color !== sky),
  );
  const rings = Array.from({ length: count }, (_, k) =>
    drawDisc(center, radius * (1 - k / count), k % 2 ? first! : second!),
  ).join('');
  return {
    ground,
    art:
      fillWholeCover(sky) +
      drawAsPaperSheet(context, rings, 12) +
      art +
      drawShapeAsPaperSheet(context, createAreaBelowCurvePath(lowerEdge), base, 7) +
      fillBelowY(base),
  };
}

/** Draws folded strata whose upper edge has been worn flat by weathering. */
function drawFold(context: DrawingContext): Drawing {
  const { random, noise, palette } = context;
  const { ground, base, sky, beds } = chooseRockColors(context);
  const middle = random.between(220, 580);
  const [height, width] = [random.between(220, 360), random.between(170, 280)];
  const direction = random.chance(0.65) ? 1 : -0.55;
  const tilt = random.between(-0.12, 0.12);
  const bend = (x: number) =>
    -height * direction * Math.exp(-(((x - middle) / width) ** 2)) + (x - 400) * tilt;
  const plane = random.between(190, 270);
  let y = direction > 0 ? plane + 10 : plane - 130;
  let art = fillWholeCover(beds[3]!);
  for (let k = 0; k < 16 && y < 720; k++) {
    const thickness = random.between(28, 66);
    const strength = Math.max(0.12, 1 - k * 0.075);
    const edgeAt =
      (depth: number): HeightFunction =>
      (x) =>
        depth + bend(x) * strength;
    const color = beds[k % beds.length]!;
    art += drawShapeAsPaperSheet(context, createAreaBelowCurvePath(edgeAt(y)), color, 5);
    if (thickness > 44)
      art += drawRockTexture(
        k % 3,
        edgeAt(y),
        edgeAt(y + thickness),
        mixColors(color, computeRelativeLuminance(color) > 0.2 ? palette.dark : palette.light, 0.4),
      );
    y += thickness;
  }
  const surface: Point[] = [];
  for (let x = -40; x <= 840; x += 60) surface.push([x, plane + noise(x / 180, 5) * 30]);
  const sun = drawDisc(
    [
      random.chance(0.5) ? random.between(110, 300) : random.between(500, 690),
      plane - random.between(70, 120),
    ],
    random.between(40, 72),
    sky === palette.accent ? palette.light : palette.accent,
  );
  return {
    ground,
    art:
      art +
      drawShape(`${createSmoothCurvePath(surface)}V-40H-40Z`, sky) +
      strokePath(createSmoothCurvePath(surface), palette.dark, 6) +
      sun +
      drawShapeAsPaperSheet(
        context,
        createAreaBelowCurvePath((x) => 600 + bend(x) * 0.05 + 8 * Math.sin(x / 90)),
        base,
        8,
      ),
  };
}

/**
 * Draws a canyon in the style of layered cut paper. Each wall is nearer and lower than the wall behind it, and the sun
 * is at the far end.
 */
function drawCanyon(context: DrawingContext): Drawing {
  const { random, noise, palette } = context;
  const { ground, base, sky, beds } = chooseRockColors(context);
  const count = random.integer(4, 6);
  const gap = random.between(280, 520);
  const sun = drawAsPaperSheet(
    context,
    drawDisc(
      [gap + random.between(-50, 50), random.between(150, 270)],
      random.between(70, 120),
      sky === palette.light ? palette.accent : palette.light,
    ),
    12,
  );
  let art = '';
  for (let k = 0; k < count; k++) {
    const t = k / (count - 1);
    const open = interpolate(120, 330, t);
    const valley = interpolate(420, 612, t);
    const rim = interpolate(70, 190, t) + random.between(-40, 40);
    const wall: HeightFunction = (x) => {
      const distance = Math.max(0, Math.abs(x - gap) - open * (0.55 + 0.2 * noise(k * 5, 2)));
      const step = Math.round((distance / 44) * 0.9) / ((0.9 * 520) / 44);
      const climb = Math.min(1, (distance / 520) * 0.45 + step * 0.55);
      return (
        valley -
        (valley - rim) * climb ** 0.75 * interpolate(1, 0.62, t) -
        noise(x / 90, k * 4) * 14 * (1 - t * 0.5)
      );
    };
    const points: Point[] = [];
    for (let x = -60; x <= 870; x += 15) points.push([x, wall(x)]);
    const color = k === count - 1 ? base : beds[k % beds.length]!;
    art += drawShapeAsPaperSheet(
      context,
      `${createSmoothCurvePath(points)}V${SHAPE_BOTTOM_BEHIND_TITLE_Y}H-60Z`,
      color,
      12,
    );
  }
  return {
    ground,
    art: fillWholeCover(sky) + sun + mirrorAtRandom(context, art) + fillBelowY(base),
  };
}
