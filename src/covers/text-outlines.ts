import * as fontkit from 'fontkit';
import { createSvgElement, formatCoordinate } from './svg.ts';

/**
 * A typeface that draws text as outlines, so that a picture looks the same on machines without the font. A typeface may
 * consist of several font files. Each letter is taken from the first file that contains it. Letters that no file
 * contains are omitted.
 */
export class Typeface {
  readonly #fonts: readonly fontkit.Font[];

  /** Creates a typeface from font files in the format WOFF2, WOFF, TrueType or OpenType. */
  constructor(files: readonly Uint8Array[]) {
    this.#fonts = files.map((file) => fontkit.create(Buffer.from(file)) as fontkit.Font);
  }

  /** Returns the width of a line of text in a given font size. Both are in the drawing's units. */
  measure(text: string, size: number): number {
    return this.#layOut(text, size).width;
  }

  /** Draws a line of text whose baseline begins at (`x`, `y`). */
  draw(text: string, { x, y, size, fill }: TextPlacement): string {
    const { glyphs } = this.#layOut(text, size);
    const outlines = glyphs.map(({ outline, left, scale }) => {
      const position = `${formatCoordinate(x + left)} ${formatCoordinate(y)}`;
      return `<path transform="translate(${position}) scale(${scale} ${-scale})" d="${outline}"/>`;
    });
    return createSvgElement('g', { fill }, outlines.join(''));
  }

  #layOut(text: string, size: number): { glyphs: PlacedGlyph[]; width: number } {
    const glyphs: PlacedGlyph[] = [];
    let left = 0;
    for (const { font, run } of this.#splitByFont(text)) {
      const scale = size / font.unitsPerEm;
      const layout = font.layout(run);
      for (const [index, glyph] of layout.glyphs.entries()) {
        const { xAdvance, xOffset } = layout.positions[index]!;
        const outline = glyph.path.toSVG();
        if (outline) glyphs.push({ outline, left: left + xOffset * scale, scale });
        left += xAdvance * scale;
      }
    }
    return { glyphs, width: left };
  }

  /** Splits a text into runs of consecutive letters that are in the same font file. */
  #splitByFont(text: string): { font: fontkit.Font; run: string }[] {
    const runs: { font: fontkit.Font; run: string }[] = [];
    for (const character of text) {
      const font = this.#fonts.find((each) => each.hasGlyphForCodePoint(character.codePointAt(0)!));
      if (!font) continue;
      const last = runs.at(-1);
      if (last?.font === font) last.run += character;
      else runs.push({ font, run: character });
    }
    return runs;
  }
}

interface PlacedGlyph {
  /** SVG path data for the letter, in font units. */
  outline: string;
  /** Distance of the letter from the beginning of the line. */
  left: number;
  scale: number;
}

export interface TextPlacement {
  x: number;
  y: number;
  size: number;
  fill: string;
}

/** A text that has been broken into lines, and its font size. */
export interface WrappedText {
  lines: readonly string[];
  size: number;
}

/**
 * Breaks a text into at most `maxLines` lines that are at most `width` wide and about equally long. Uses the first of
 * `sizes` (the font sizes, largest first) at which the text fits. If the text does not fit even at the smallest size,
 * lines that are too wide are cut off with an ellipsis. If the text needs more than `maxLines` lines, the last of these
 * lines also ends with an ellipsis.
 */
export function wrapText(
  typeface: Typeface,
  text: string,
  { sizes, width, maxLines }: { sizes: readonly number[]; width: number; maxLines: number },
): WrappedText {
  const words = text.split(/\s+/).filter(Boolean);
  for (const size of sizes) {
    const lines = breakLines(typeface, words, size, width);
    const fits = lines.every((line) => typeface.measure(line, size) <= width);
    if (fits && lines.length <= maxLines)
      return { lines: balanceLines(typeface, words, size, width, lines.length), size };
  }
  const size = sizes.at(-1)!;
  const lines = breakLines(typeface, words, size, width);
  const isCut = lines.length > maxLines;
  const shownLines = lines
    .slice(0, maxLines)
    .map((line, index) =>
      (isCut && index === maxLines - 1) || typeface.measure(line, size) > width
        ? shorten(typeface, line, size, width)
        : line,
    );
  return { lines: shownLines, size };
}

/** Breaks words into lines greedily. A word that is wider than `width` gets a line of its own. */
function breakLines(
  typeface: Typeface,
  words: readonly string[],
  size: number,
  width: number,
): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && typeface.measure(`${last} ${word}`, size) <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Number of steps in the binary search for the narrowest width in {@link balanceLines}. */
const BALANCING_STEPS = 8;

/**
 * Breaks words into lines that are about equally long: uses the narrowest width at which the words fit on `count`
 * lines.
 */
function balanceLines(
  typeface: Typeface,
  words: readonly string[],
  size: number,
  width: number,
  count: number,
): string[] {
  let [narrow, wide] = [width / 2, width];
  for (let step = 0; step < BALANCING_STEPS; step++) {
    const middle = (narrow + wide) / 2;
    const lines = breakLines(typeface, words, size, middle);
    const fits = lines.every((line) => typeface.measure(line, size) <= middle);
    if (fits && lines.length <= count) wide = middle;
    else narrow = middle;
  }
  return breakLines(typeface, words, size, wide);
}

/** Removes words or letters from the end of a line until the line fits with an ellipsis. */
function shorten(typeface: Typeface, line: string, size: number, width: number): string {
  let shortened = line;
  while (shortened && typeface.measure(`${shortened}…`, size) > width) {
    const space = shortened.lastIndexOf(' ');
    shortened = space > 0 ? shortened.slice(0, space) : shortened.slice(0, -1);
  }
  return `${shortened.replace(/[\s,;:.–—-]+$/, '')}…`;
}
