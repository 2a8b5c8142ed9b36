import type { CategoryId } from '#domain/categories.ts';
import { luminance, mix } from './colour.ts';
import type { Ink, Palette } from './palettes.ts';
import { drawFace } from './portraits/face.ts';
import { drawGarment } from './portraits/garment.ts';
import { drawHair } from './portraits/hair.ts';
import { openScene, type Scene } from './scene.ts';
import { disc, element, rectangle } from './svg.ts';

/** Palette colors of a portrait: the backdrop, the hair, its second tone, and its highlights. */
type Look = readonly [backdrop: Ink, hair: Ink, strands: Ink, spark: Ink];

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

/**
 * Draws an author's portrait as SVG of 256 × 256 units. It shows an invented person. `seed` is the author's
 * id.
 */
export function drawAvatar({ category, seed }: { category: CategoryId; seed: string }): string {
  const scene = openScene(category, `avatar:${category}:${seed}`);
  const { random, palette } = scene;
  const look = random.pick(LOOKS).map((ink) => palette[ink]);
  const [backdrop, hair, strands, spark] = look as [string, string, string, string];
  const head = {
    x: 128,
    y: 114,
    halfWidth: random.between(37, 43),
    halfHeight: random.between(48, 54),
  };
  const skin = skinBeside(scene, backdrop, hair);
  const { behind, over, suitsBeard } = drawHair(scene, head, { hair, strands, spark });
  const isBearded = suitsBeard && random.chance(0.4);
  const art =
    drawBackdrop(scene, backdrop) +
    behind +
    drawGarment(scene, backdrop) +
    drawFace(scene, head, { skin, hair, blush: palette.accent, isBearded }) +
    over;
  return element('svg', { xmlns: 'http://www.w3.org/2000/svg', viewBox: '0 0 256 256' }, art);
}

/** Returns skin colors from light to dark, each mixed with a color of the palette. */
function skins(palette: Palette): string[] {
  return [
    mix('#F2C7A1', palette.light, 0.25),
    mix('#E5A87C', palette.light, 0.15),
    mix('#C98A5E', palette.accent, 0.12),
    mix('#A76B45', palette.main, 0.08),
    mix('#84533A', palette.main, 0.1),
    mix('#5E3B2B', palette.dark, 0.12),
  ];
}

/** Returns a skin color with enough contrast to the backdrop and the hair. */
function skinBeside(scene: Scene, backdrop: string, hair: string): string {
  const apart = (one: string, other: string) => Math.abs(luminance(one) - luminance(other));
  const all = skins(scene.palette);
  const clear = all.filter((skin) => apart(skin, backdrop) > 0.09 && apart(skin, hair) > 0.06);
  return scene.random.pick(clear.length > 0 ? clear : all);
}

/** Draws a simple shape behind the head: a disc, a half disc, an arch or a horizon. */
function drawBackdrop(scene: Scene, colour: string): string {
  const { random, palette } = scene;
  const tone = mix(colour, luminance(colour) > 0.3 ? palette.dark : palette.light, 0.12);
  const forms = [
    disc([128, 128], 104, tone),
    rectangle([128, 0], 128, 256, tone),
    rectangle([0, 168], 256, 90, tone),
    rectangle([34, 40], 188, 260, tone, { rx: 94 }),
    disc([random.pick([52, 204]), 62], 44, tone),
  ];
  return rectangle([0, 0], 256, 256, colour) + random.pick(forms);
}
