/**
 * Creates Octavo's font files from the typefaces Literata and Atkinson Hyperlegible Next (`@fontsource-variable/…`).
 * Both are licensed under the SIL Open Font License, and the license texts are in the same folder as the font files.
 *
 * Each Literata file has one optical size and weight. The English letters in the regular, italic and display styles
 * have separate files, because the first lines of a page need them. Other Western European letters in these styles have
 * files that browsers load only when such a letter occurs. `ui/fonts.css` declares the same character ranges. Atkinson
 * Hyperlegible Next is one file with all letters and weights, because only readers who choose this typeface load it
 * (`ui/reading.css`).
 *
 * The font files are committed. Run this script after updating a font package or to add letters, and review the
 * changes.
 *
 * node tools/fonts.ts
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import subsetFont from 'subset-font';

const SOURCE = new URL('../node_modules/@fontsource-variable/', import.meta.url);
const TARGET = new URL('../src/ui/fonts/', import.meta.url);

/** Characters of English text. */
const ENGLISH = `${listCharacters(0x20, 0x7e)}\u00a0–—‘’“”…`;
/**
 * Other characters: Western European letters and signs, primes, superscripts, fixed-width spaces, and footnote marks.
 */
const OTHER_CHARACTERS = removeCharacters(
  ENGLISH,
  `${listCharacters(0xa1, 0xff)}‚„•′″⁻⁰¹²³⁴⁵⁶⁷⁸⁹−×Œœ\u2009\u202f\u2060¶†‡`,
);
const PRICES = '0123456789$.,';

const LITERATA = {
  normal: 'literata/files/literata-latin-opsz-normal.woff2',
  italic: 'literata/files/literata-latin-opsz-italic.woff2',
};
const LEGIBLE =
  'atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2';

/** The font files to create. `opsz` is the optical size in points, and `wght` is the weight. */
const FONT_FILES = [
  { name: 'octavo-text', source: LITERATA.normal, text: ENGLISH, axes: { opsz: 16, wght: 400 } },
  {
    name: 'octavo-text-rest',
    source: LITERATA.normal,
    text: OTHER_CHARACTERS,
    axes: { opsz: 16, wght: 400 },
  },
  {
    name: 'octavo-text-bold',
    source: LITERATA.normal,
    text: ENGLISH + OTHER_CHARACTERS,
    axes: { opsz: 16, wght: 700 },
  },
  {
    name: 'octavo-text-italic',
    source: LITERATA.italic,
    text: ENGLISH,
    axes: { opsz: 16, wght: 400 },
  },
  {
    name: 'octavo-text-italic-rest',
    source: LITERATA.italic,
    text: OTHER_CHARACTERS,
    axes: { opsz: 16, wght: 400 },
  },
  { name: 'octavo-display', source: LITERATA.normal, text: ENGLISH, axes: { opsz: 52, wght: 500 } },
  {
    name: 'octavo-display-rest',
    source: LITERATA.normal,
    text: OTHER_CHARACTERS,
    axes: { opsz: 52, wght: 500 },
  },
  { name: 'octavo-numerals', source: LITERATA.normal, text: PRICES, axes: { opsz: 72, wght: 300 } },
  {
    name: 'octavo-legible',
    source: LEGIBLE,
    text: ENGLISH + OTHER_CHARACTERS,
    axes: { wght: { min: 400, max: 700 } },
  },
] as const;

await mkdir(TARGET, { recursive: true });
let totalBytes = 0;
for (const { name, source, text, axes } of FONT_FILES) {
  const sourceFont = await readFile(new URL(source, SOURCE));
  const font = await subsetFont(sourceFont, text, {
    targetFormat: 'woff2',
    variationAxes: axes,
  });
  await writeFile(new URL(`${name}.woff2`, TARGET), font);
  totalBytes += font.length;
  console.log(`${name}.woff2  ${font.length} bytes`);
}
console.log(`together  ${totalBytes} bytes`);

/** Returns every character between two code points, inclusive. */
function listCharacters(first: number, last: number): string {
  return String.fromCodePoint(
    ...Array.from({ length: last - first + 1 }, (_, index) => first + index),
  );
}

function removeCharacters(excluded: string, text: string): string {
  return [...text].filter((character) => !excluded.includes(character)).join('');
}
