import type { CategoryId } from '#domain/categories.ts';
import { luminance, mix } from './colour.ts';
import type { Ink, Palette } from './palettes.ts';
import { drawFace } from './portraits/face.ts';
import { drawGarment } from './portraits/garment.ts';
import { drawHair } from './portraits/hair.ts';
import { openScene, type Scene } from './scene.ts';
import { disc, element, rectangle } from './svg.ts';

/** Backdrop, hair, the second tone of the hair, and the spark in it. */
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

/** The portrait of an author, 256 × 256 units. `seed` is the author's id. Nobody in particular: a persona. */
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

/** Skins from fair to deep, each warmed by the palette so that it belongs to it. */
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

/** A skin that stands apart from what is behind it and above it. */
function skinBeside(scene: Scene, backdrop: string, hair: string): string {
  const apart = (one: string, other: string) => Math.abs(luminance(one) - luminance(other));
  const all = skins(scene.palette);
  const clear = all.filter((skin) => apart(skin, backdrop) > 0.09 && apart(skin, hair) > 0.06);
  return scene.random.pick(clear.length > 0 ? clear : all);
}

/** A quiet form behind the head: a disc, a half, an arch or a horizon. */
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
