import { mixColors } from '../color.ts';
import { COLOR_SCHEMES_BY_CATEGORY } from '../color-schemes.ts';
import {
  COVER_WIDTH,
  chooseColorScheme,
  clipSvgToShape,
  type Drawing,
  type DrawingContext,
  drawAsPaperSheet,
  fillBelowY,
  fillWholeCover,
  type LayoutFunction,
} from '../drawing-context.ts';
import {
  createSvgGroup,
  drawDisc,
  drawRectangle,
  drawShape,
  drawWedge,
  FULL_TURN,
  formatCoordinate,
  formatPoints,
  interpolate,
  type Point,
  polarToPoint,
  strokePath,
} from '../svg.ts';
import { drawHalftoneDisc, drawHalftoneRectangle } from './halftone.ts';
import { drawTotem } from './totem.ts';

/** Layouts for the category Arts & Communication: arcs and halftone screens. */
export const ARC_LAYOUTS: readonly LayoutFunction[] = [
  drawStage,
  drawSoundWaves,
  drawScreens,
  drawShiftedDisc,
  drawMoon,
  drawTotem,
];

/** Draws a grid of squares. Each square contains quarter discs, a disc, a halftone screen or half discs. */
function drawStage(context: DrawingContext): Drawing {
  const { random } = context;
  const { ground, base, inks } = chooseColorScheme(context, COLOR_SCHEMES_BY_CATEGORY.aac);
  const columns = random.pick([3, 4, 4, 5]);
  const tile = COVER_WIDTH / columns;
  const rows = Math.round(600 / tile);
  const top = Math.min(0, 618 - rows * tile);
  let art = '';
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [x, y] = [column * tile, top + row * tile];
      const [first, second, third, back] = random.shuffle(inks) as [string, string, string, string];
      const quadrant = random.integer(0, 3);
      const corner: Point = [x + (quadrant & 1) * tile, y + (quadrant >> 1) * tile];
      const from = [0, Math.PI / 2, -Math.PI / 2, Math.PI][quadrant]!;
      const middle: Point = [x + tile / 2, y + tile / 2];
      const isOpen = row === rows - 1 && random.chance(0.45);
      if (!isOpen)
        art += drawRectangle([x, y], tile + 0.5, tile + 0.5, random.chance(0.75) ? back : base);
      const kind = random.unit();
      if (kind < 0.5) {
        for (const [k, fill] of [first, second, third].entries())
          art += drawWedge(corner, tile * (1 - k * 0.31), from, from + Math.PI / 2, fill);
      } else if (kind < 0.68) {
        art += drawDisc(middle, tile / 2, first) + drawDisc(middle, tile * 0.22, second);
      } else if (kind < 0.86) {
        art += drawHalftoneDisc(
          middle,
          tile / 2 - 4,
          tile / 11,
          isOpen ? first : second,
          random.between(0, FULL_TURN),
        );
      } else {
        art +=
          drawWedge([x + tile / 2, y], tile / 2, 0, Math.PI, first) +
          drawWedge(middle, tile / 2, 0, Math.PI, second);
      }
    }
  }
  return { ground, art: fillWholeCover(base) + drawAsPaperSheet(context, art, 9) };
}

/** Draws concentric arcs of different lengths, like sound waves that spread from a source. */
function drawSoundWaves(context: DrawingContext): Drawing {
  const { random } = context;
  const { ground, base, inks } = chooseColorScheme(context, COLOR_SCHEMES_BY_CATEGORY.aac);
  const colors = random.shuffle(inks);
  const foot = random.between(560, 620);
  const width = random.between(44, 76);
  const center: Point = [
    random.pick([random.between(60, 200), random.between(330, 470), random.between(600, 740)]),
    foot - width * random.integer(2, 4),
  ];
  const count = random.integer(6, 9);
  const other: Point = [800 - center[0] + random.between(-50, 50), random.between(120, 210)];
  const size = random.between(110, 180);
  let art =
    drawDisc(other, size, colors[1]!) +
    drawHalftoneDisc(other, size, random.between(18, 25), colors[3]!, random.between(0, FULL_TURN));
  let angle = random.between(0, FULL_TURN);
  for (let k = count; k >= 1; k--) {
    const radius = k * width;
    const span = random.between(0.55, 1.25) * Math.PI;
    angle += random.between(0.35, 0.8) * Math.PI;
    const [a, b] = [
      polarToPoint(center, radius, angle),
      polarToPoint(center, radius, angle + span),
    ];
    const d = `M${formatPoints(a)}A${formatPoints([radius, radius])} 0 ${span > Math.PI ? 1 : 0} 1 ${formatPoints(b)}`;
    art += drawAsPaperSheet(context, strokePath(d, colors[k % 4]!, width + 0.6), 6, 0.3);
  }
  art += drawDisc(center, width * 0.5, colors[2]!);
  return {
    ground,
    art:
      fillWholeCover(mixColors(base, inks[1]!, 0.12)) +
      art +
      drawAsPaperSheet(context, fillBelowY(base, foot), 10),
  };
}

/** Draws overlapping discs, each with a halftone screen at its own angle. */
function drawScreens(context: DrawingContext): Drawing {
  const { random } = context;
  const { ground, base, inks } = chooseColorScheme(context, COLOR_SCHEMES_BY_CATEGORY.aac);
  const count = random.integer(3, 5);
  const discs = Array.from({ length: count }, (_, k) => {
    const radius = random.between(110, 235);
    const y = random.between(Math.min(radius, 200), 618 - radius);
    return {
      center: [interpolate(120, 680, (k + 0.5) / count) + random.between(-60, 60), y] as Point,
      radius,
    };
  });
  const art = random.shuffle(discs).map(({ center, radius }, k) => {
    const angle = random.between(0, FULL_TURN);
    const shifted: Point = [
      center[0] + random.between(-10, 10),
      center[1] + random.between(-10, 10),
    ];
    return (
      drawAsPaperSheet(context, drawDisc(center, radius, inks[k % 4]!), 9, 0.3) +
      drawHalftoneDisc(shifted, radius, random.between(14, 24), inks[(k + 2) % 4]!, angle)
    );
  });
  return { ground, art: fillWholeCover(base) + art.join('') };
}

/** Draws a disc of concentric rings that is cut in half, with the halves shifted along the cut. */
function drawShiftedDisc(context: DrawingContext): Drawing {
  const { random } = context;
  const { ground, base, inks } = chooseColorScheme(context, COLOR_SCHEMES_BY_CATEGORY.aac);
  const center: Point = [random.between(300, 500), random.between(250, 320)];
  const count = random.integer(3, 6);
  const angle = random.pick([0, 90, 45, -45, 20, -25, 70]);
  const reach = 612 - center[1];
  const offset = (reach / count) * random.pick([1, 1, 2]);
  const radius = reach - (angle ? (offset / 2) * Math.abs(Math.sin((angle * Math.PI) / 180)) : 0);
  const colors = random.shuffle(inks);
  const half = (isTop: boolean) =>
    Array.from({ length: count }, (_, k) => {
      const r = radius * (1 - k / count);
      const place = (k >> 1) + (k % 2 === (isTop ? 0 : 1) ? 0 : 2);
      return drawShape(
        `M${formatCoordinate(-r)} 0A${formatPoints([r, r])} 0 0 ${isTop ? 1 : 0} ${formatCoordinate(r)} 0Z`,
        colors[place % 4]!,
      );
    }).join('');
  const dots = drawHalftoneDisc(
    [0, 0],
    radius,
    radius / random.between(13, 19),
    base,
    random.between(0, FULL_TURN),
  );
  const screenedHalf = random.chance(0.75)
    ? clipSvgToShape(context, drawRectangle([-600, -600], 1200, 600, '#000'), dots)
    : '';
  const shift = (content: string, x: number) =>
    createSvgGroup(content, { transform: `translate(${formatCoordinate(x)} 0)` });
  const halves = shift(half(true) + screenedHalf, offset / 2) + shift(half(false), -offset / 2);
  const rotatedHalves = createSvgGroup(halves, {
    transform: `translate(${formatPoints(center)}) rotate(${angle})`,
  });
  return { ground, art: fillWholeCover(base) + drawAsPaperSheet(context, rotatedHalves, 12) };
}

/** Draws a sphere that is lit from one side, in front of a sky. Halftone dots shade both. */
function drawMoon(context: DrawingContext): Drawing {
  const { random, noise } = context;
  const { ground, base, inks } = chooseColorScheme(context, COLOR_SCHEMES_BY_CATEGORY.aac);
  const [first, second] = random.shuffle(inks) as [string, string];
  const center: Point = [random.between(250, 550), random.between(240, 320)];
  const radius = random.between(170, 250);
  const pitch = random.between(15, 24);
  const angle = random.between(0, FULL_TURN);
  const [lx, ly] = [Math.cos(angle), Math.sin(angle)];
  const sphere = (x: number, y: number) => {
    const [u, v] = [(x - center[0]) / radius, (y - center[1]) / radius];
    const inside = 1 - u * u - v * v;
    if (inside < 0) return 0;
    return 0.12 + 0.95 * Math.max(0, u * lx + v * ly + Math.sqrt(inside) * 0.35);
  };
  const sky = (x: number, y: number) => {
    const distance = Math.hypot(x - center[0], y - center[1]) / radius;
    if (distance < 1.06) return 0;
    const wave = 0.5 + 0.5 * noise(x / 170, y / 110);
    return wave * Math.min(1, Math.max(0, (620 - y) / 330)) * 0.8;
  };
  const backdrop = drawHalftoneRectangle([-20, -20, 820, 630], pitch, first, sky);
  const bodyDots = drawHalftoneRectangle([0, 0, 800, 630], pitch * 0.8, base, (x, y) =>
    1.02 - sphere(x, y) > 1 ? 0 : (1 - sphere(x, y)) * 0.75,
  );
  const body =
    drawAsPaperSheet(context, drawDisc(center, radius, second), 10) +
    clipSvgToShape(context, drawDisc(center, radius, '#000'), bodyDots);
  return { ground, art: fillWholeCover(base) + backdrop + body };
}
