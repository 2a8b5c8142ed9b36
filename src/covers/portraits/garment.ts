import { luminance, mix } from '../colour.ts';
import { clip, type Scene } from '../scene.ts';
import { at, disc, line, rectangle, ring, round, shape } from '../svg.ts';

/** Draws shoulders in one color of the palette, with a pattern in another color. */
export function drawGarment(scene: Scene, backdrop: string): string {
  const { random, palette } = scene;
  const { main, extra, dark, light, accent } = palette;
  const clear = [main, extra, dark, light, accent].filter(
    (colour) => Math.abs(luminance(colour) - luminance(backdrop)) > 0.06,
  );
  const cloth = random.pick(clear);
  const trim = random.pick([accent, light, dark, extra].filter((colour) => colour !== cloth));
  const half = random.between(78, 94);
  const shoulders = random.pick([sloping, padded])(half);
  const patterns = [yoke, split, breton, lapels, buttons, collar, plain];
  const pattern = random.pick(patterns)(cloth, trim);
  return clip(scene, shape(shoulders, '#000'), shape(shoulders, cloth) + pattern);
}

function sloping(half: number): string {
  const [left, right] = [128 - half, 128 + half];
  return `M${at([left, 262])}V234C${at([left, 192], [left + 40, 180], [128, 180])}S${at([right, 192], [right, 234])}V262Z`;
}

function padded(half: number): string {
  const [left, right] = [128 - half, 128 + half];
  return `M${at([left - 8, 262])}L${at([left + 16, 200])}Q${at([left + 22, 184], [94, 180])}H162Q${at([right - 22, 184], [right - 16, 200])}L${at([right + 8, 262])}Z`;
}

type Pattern = (cloth: string, trim: string) => string;

const yoke: Pattern = (_, trim) =>
  [42, 64, 86, 108].map((r) => ring([128, 172], r, trim, 7)).join('');

const split: Pattern = (cloth, trim) => rectangle([128, 160], 140, 110, mix(cloth, trim, 0.35));

const breton: Pattern = (_, trim) =>
  [206, 221, 236, 251].map((y) => rectangle([20, y], 216, 6, trim)).join('');

const lapels: Pattern = (cloth, trim) =>
  shape('M128 262L92 176H164Z', trim) +
  line('M92 176L128 262L164 176', mix(cloth, '#000000', 0.25), 4);

const buttons: Pattern = (cloth, trim) =>
  rectangle([121, 176], 14, 90, mix(cloth, trim, 0.25)) +
  [214, 238].map((y) => disc([128, y], 4.4, trim)).join('');

const collar: Pattern = (_, trim) => {
  const wing = (side: number) =>
    `M128 206L${round(128 + side * 38)} 172L${round(128 + side * 44)} 204Z`;
  return shape(wing(-1) + wing(1), trim);
};

const plain: Pattern = (cloth, trim) => ring([128, 168], 32, mix(cloth, trim, 0.6), 9);
