import type { CategoryId } from '#domain/categories.ts';
import { computeRelativeLuminance, mixColors } from './color.ts';
import { createDrawingContext, type DrawingContext } from './drawing-context.ts';
import type { Palette, PaletteColorKey } from './palettes.ts';
import { drawGarment } from './portraits/garment.ts';
import { drawHair } from './portraits/hair.ts';
import { drawHeadAndNeck } from './portraits/head-and-neck.ts';
import { createSvgElement, drawDisc, drawRectangle } from './svg.ts';

/** A portrait's palette colors: the backdrop, the hair, the strands in the hair, and the highlights on the hair. */
type Look = readonly [
  backdrop: PaletteColorKey,
  hair: PaletteColorKey,
  strands: PaletteColorKey,
  spark: PaletteColorKey,
];

const LOOKS: readonly Look[] = [
  ['accent', 'dark', 'main', 'light'],
  ['soft', 'dark', 'extra', 'accent'],
  ['main', 'dark', 'accent', 'soft'],
  ['extra', 'dark', 'main', 'accent'],
  ['light', 'main', 'dark', 'accent'],
  ['dark', 'soft', 'light', 'accent'],
  ['soft', 'main', 'dark', 'light'],
  ['dark', 'extra', 'soft', 'accent'],
  ['light', 'dark', 'soft', 'accent'],
  ['main', 'light', 'soft', 'accent'],
];

/** Draws a portrait of a fictional author as an SVG of 256 × 256 units. `seed` is the author's ID. */
export function drawAvatar({ category, seed }: { category: CategoryId; seed: string }): string {
  const context = createDrawingContext(category, `avatar:${category}:${seed}`);
  const { random, palette } = context;
  const look = random.pick(LOOKS).map((ink) => palette[ink]);
  const [backdrop, hair, strands, spark] = look as [string, string, string, string];
  const head = {
    x: 128,
    y: 114,
    halfWidth: random.between(37, 43),
    halfHeight: random.between(48, 54),
  };
  const skin = chooseSkinColor(context, backdrop, hair);
  const { behind, over, suitsBeard } = drawHair(context, head, { hair, strands, spark });
  const isBearded = suitsBeard && random.chance(0.4);
  const art =
    drawBackdrop(context, backdrop) +
    behind +
    drawGarment(context, backdrop) +
    drawHeadAndNeck(context, head, { skin, hair, blush: palette.accent, isBearded }) +
    over;
  return createSvgElement(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', viewBox: '0 0 256 256' },
    art,
  );
}

/** Returns skin colors from light to dark, each tinted with a palette color. */
function listSkinColors(palette: Palette): string[] {
  return [
    mixColors('#F2C7A1', palette.light, 0.25),
    mixColors('#E5A87C', palette.light, 0.15),
    mixColors('#C98A5E', palette.accent, 0.12),
    mixColors('#A76B45', palette.main, 0.08),
    mixColors('#84533A', palette.main, 0.1),
    mixColors('#5E3B2B', palette.dark, 0.12),
  ];
}

/**
 * Returns a random skin color that contrasts sufficiently with the backdrop and the hair, or any
 * skin color if none does.
 */
function chooseSkinColor(context: DrawingContext, backdrop: string, hair: string): string {
  const difference = (a: string, b: string) =>
    Math.abs(computeRelativeLuminance(a) - computeRelativeLuminance(b));
  const skinColors = listSkinColors(context.palette);
  const distinctColors = skinColors.filter(
    (skin) => difference(skin, backdrop) > 0.09 && difference(skin, hair) > 0.06,
  );
  return context.random.pick(distinctColors.length > 0 ? distinctColors : skinColors);
}

/** Draws a backdrop with a simple shape behind the head: a disc, a half-width rectangle, a horizon or an arch. */
function drawBackdrop(context: DrawingContext, color: string): string {
  const { random, palette } = context;
  const tone = mixColors(
    color,
    computeRelativeLuminance(color) > 0.3 ? palette.dark : palette.light,
    0.12,
  );
  const forms = [
    drawDisc([128, 128], 104, tone),
    drawRectangle([128, 0], 128, 256, tone),
    drawRectangle([0, 168], 256, 90, tone),
    drawRectangle([34, 40], 188, 260, tone, { rx: 94 }),
    drawDisc([random.pick([52, 204]), 62], 44, tone),
  ];
  return drawRectangle([0, 0], 256, 256, color) + random.pick(forms);
}
