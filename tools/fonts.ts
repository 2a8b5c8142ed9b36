/**
 * Cuts the fonts the product ships from Literata (`@fontsource-variable/literata`, SIL Open Font License; its text lies
 * beside the fonts). Each cut holds letters Octavo's pages use at one optical size and weight: those of English, which
 * the first lines of a page wait for, apart from the rest of Western Europe's, which are fetched where one of them
 * stands. `ui/fonts.css` says which is which, by the same ranges. The results are in the repository: run this after an
 * update of the package, or to add letters, and look at what changed.
 *
 *   node tools/fonts.ts
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import subsetFont from 'subset-font';

const SOURCE = new URL('../node_modules/@fontsource-variable/literata/files/', import.meta.url);
const TARGET = new URL('../src/ui/fonts/', import.meta.url);

/** What an English sentence is written with. */
const ENGLISH = `${characters(0x20, 0x7e)}\u00a0–—‘’“”…`;
/** Other Western European letters and signs, primes, superscripts, spaces of a set width, book marks. */
const REST = without(ENGLISH, `${characters(0xa1, 0xff)}‚„•′″⁻⁰¹²³⁴⁵⁶⁷⁸⁹−×Œœ\u2009\u202f\u2060¶†‡`);
const PRICES = '0123456789$.,';

/** `opsz` is the size in points a cut is drawn for, `wght` its weight. */
const CUTS = [
  { name: 'octavo-text', style: 'normal', text: ENGLISH, axes: { opsz: 16, wght: 400 } },
  { name: 'octavo-text-rest', style: 'normal', text: REST, axes: { opsz: 16, wght: 400 } },
  {
    name: 'octavo-text-bold',
    style: 'normal',
    text: ENGLISH + REST,
    axes: { opsz: 16, wght: 700 },
  },
  { name: 'octavo-text-italic', style: 'italic', text: ENGLISH, axes: { opsz: 16, wght: 400 } },
  { name: 'octavo-text-italic-rest', style: 'italic', text: REST, axes: { opsz: 16, wght: 400 } },
  { name: 'octavo-display', style: 'normal', text: ENGLISH, axes: { opsz: 52, wght: 500 } },
  { name: 'octavo-display-rest', style: 'normal', text: REST, axes: { opsz: 52, wght: 500 } },
  { name: 'octavo-numerals', style: 'normal', text: PRICES, axes: { opsz: 72, wght: 300 } },
] as const;

await mkdir(TARGET, { recursive: true });
let total = 0;
for (const { name, style, text, axes } of CUTS) {
  const whole = await readFile(new URL(`literata-latin-opsz-${style}.woff2`, SOURCE));
  const font = await subsetFont(whole, text, {
    targetFormat: 'woff2',
    variationAxes: axes,
  });
  await writeFile(new URL(`${name}.woff2`, TARGET), font);
  total += font.length;
  console.log(`${name}.woff2  ${font.length} bytes`);
}
console.log(`together  ${total} bytes`);

/** Every character from one code point to another, both included. */
function characters(first: number, last: number): string {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, at) => first + at));
}

function without(taken: string, text: string): string {
  return [...text].filter((character) => !taken.includes(character)).join('');
}
