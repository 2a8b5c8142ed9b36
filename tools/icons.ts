/**
 * Creates the icons for a phone's home screen from the favicon, a red O on a paper-colored background. The icons are
 * committed. Run this script when the favicon changes.
 *
 * node tools/icons.ts
 */
import { mkdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const PUBLIC = new URL('../src/web/public/', import.meta.url);
const DRAWN_AT = 64;
const PAPER = '#FBF8F3';

/** The icons to create. The system crops an icon with `bleed` by up to a fifth on every side, so its O is smaller. */
const ICONS = [
  { name: '192', size: 192, bleed: false },
  { name: '512', size: 512, bleed: false },
  { name: 'maskable-512', size: 512, bleed: true },
  { name: 'apple-touch-icon', size: 180, bleed: true },
];

const drawing = await readFile(new URL('favicon.svg', PUBLIC));
await mkdir(new URL('icons/', PUBLIC), { recursive: true });
for (const { name, size, bleed } of ICONS) {
  const inner = Math.round(size * (bleed ? 0.84 : 1));
  const margin = Math.floor((size - inner) / 2);
  await sharp(drawing, { density: (72 * inner) / DRAWN_AT })
    .resize(inner, inner)
    .extend({
      top: margin,
      left: margin,
      bottom: size - inner - margin,
      right: size - inner - margin,
      background: PAPER,
    })
    .flatten(bleed ? { background: PAPER } : false)
    .png({ palette: true })
    .toFile(fileURLToPath(new URL(`icons/${name}.png`, PUBLIC)));
}
