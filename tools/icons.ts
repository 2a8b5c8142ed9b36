/**
 * Creates the icons for a phone's home screen, and `favicon.ico`, from the SVG favicon. The favicon is a red O on a
 * light background. The icons are committed. Run this script when the favicon changes.
 *
 * node tools/icons.ts
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const PUBLIC = new URL('../src/web/public/', import.meta.url);
const DRAWING_SIZE = 64;
const PAPER = '#FBF8F3';

/**
 * The icons to create. In an icon with `bleed`, the O is smaller, because phones crop the icon by
 * up to a tenth on every side.
 */
const ICONS = [
  { name: 'icons/192', size: 192, bleed: false },
  { name: 'icons/512', size: 512, bleed: false },
  { name: 'icons/maskable-512', size: 512, bleed: true },
  // Safari requests /apple-touch-icon.png by default, so pages do not have to link to it.
  { name: 'apple-touch-icon', size: 180, bleed: true },
];

const drawing = await readFile(new URL('favicon.svg', PUBLIC));
await mkdir(new URL('icons/', PUBLIC), { recursive: true });
for (const { name, size, bleed } of ICONS) {
  const scaledSize = Math.round(size * (bleed ? 0.84 : 1));
  const margin = Math.floor((size - scaledSize) / 2);
  await sharp(drawing, { density: (72 * scaledSize) / DRAWING_SIZE })
    .resize(scaledSize, scaledSize)
    .extend({
      top: margin,
      left: margin,
      bottom: size - scaledSize - margin,
      right: size - scaledSize - margin,
      background: PAPER,
    })
    .flatten(bleed ? { background: PAPER } : false)
    .png({ palette: true })
    .toFile(fileURLToPath(new URL(`${name}.png`, PUBLIC)));
}

/** Widths of the pictures in `favicon.ico`, in pixels, for browsers and feed readers that do not support SVG. */
const FAVICON_SIZES = [16, 32, 48];
const pictures = await Promise.all(
  FAVICON_SIZES.map((size) =>
    sharp(drawing, { density: (72 * size) / DRAWING_SIZE })
      .resize(size, size)
      .png({ palette: true })
      .toBuffer(),
  ),
);
await writeFile(new URL('favicon.ico', PUBLIC), createIco(pictures, FAVICON_SIZES));

/**
 * Combines square PNG pictures into an ICO file, which consists of a header, an entry for each picture, and the
 * pictures.
 */
function createIco(pictures: readonly Buffer[], sizes: readonly number[]): Buffer {
  const HEADER = 6;
  const ENTRY = 16;
  const header = Buffer.alloc(HEADER + ENTRY * pictures.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = header.length;
  for (const [index, picture] of pictures.entries()) {
    const entryOffset = HEADER + ENTRY * index;
    header.writeUInt8(sizes[index]!, entryOffset);
    header.writeUInt8(sizes[index]!, entryOffset + 1);
    header.writeUInt16LE(1, entryOffset + 4);
    header.writeUInt16LE(32, entryOffset + 6);
    header.writeUInt32LE(picture.length, entryOffset + 8);
    header.writeUInt32LE(offset, entryOffset + 12);
    offset += picture.length;
  }
  return Buffer.concat([header, ...pictures]);
}
