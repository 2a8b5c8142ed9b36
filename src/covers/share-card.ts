import { readFileSync } from 'node:fs';
import { SHARE_CARD_SIZE } from '#domain/share-cards.ts';
import { drawDisc, drawRectangle, svgElement } from './svg.ts';
import { type TextPlacement, Typeface, type WrappedText, wrapText } from './text-outlines.ts';

/** A picture inside a card: a drawing as SVG, or a photograph as JPEG. */
export type CardPicture = string | Uint8Array;

/** The content of the picture that other sites show for a link to Octavo. */
export interface ShareCard {
  /** The picture at the left edge: a cover (4:5) or a portrait (1:1). */
  picture: CardPicture;
  pictureShape: 'cover' | 'portrait';
  /** Line above the title, such as the name of a category. */
  label: string;
  title: string;
  /** Line below the title. Omitted for articles, whose title says enough. */
  subtitle?: string;
  /** Author of the article. */
  author?: { name: string; portrait: CardPicture };
}

const { width: WIDTH, height: HEIGHT } = SHARE_CARD_SIZE;
export const PAPER = '#FBF8F3';
const INK = '#1B1A17';
export const RED = '#C8401A';
const QUIET_INK = '#6A645A';
const PICTURE_WIDTHS = { cover: HEIGHT * 0.8, portrait: HEIGHT * 0.8 };
const MARGIN = 56;
const LABEL_SIZE = 27;
const TITLE_SIZES = [70, 64, 58, 52, 46, 42];
const MAX_TITLE_LINES = 5;
const SUBTITLE_SIZES = [32, 29, 26];
const MAX_SUBTITLE_LINES = 4;
/** Distance between two baselines, as a multiple of the font size. */
const LINE_HEIGHT = 1.14;
const PORTRAIT_RADIUS = 34;
const BASELINE_OF_FOOT = HEIGHT - MARGIN - 10;

/** The product's typefaces: for titles, and for other text. */
export interface CardTypefaces {
  display: Typeface;
  text: Typeface;
}

/** Reads the product's typefaces from their font files. */
export function readCardTypefaces(): CardTypefaces {
  const read = (name: string) =>
    readFileSync(new URL(`../ui/fonts/octavo-${name}.woff2`, import.meta.url));
  return {
    display: new Typeface([read('display'), read('display-rest')]),
    text: new Typeface([read('text'), read('text-rest')]),
  };
}

/** Draws a card of 1200 × 630 units, the proportions that X, LinkedIn and WhatsApp show, as SVG. */
export function drawShareCard(card: ShareCard, typefaces: CardTypefaces): string {
  const { display, text } = typefaces;
  const left = PICTURE_WIDTHS[card.pictureShape] + MARGIN;
  const width = WIDTH - left - MARGIN;
  const title = wrapText(display, card.title, {
    sizes: TITLE_SIZES,
    width,
    maxLines: card.subtitle ? MAX_TITLE_LINES - 2 : MAX_TITLE_LINES,
  });
  const subtitle = card.subtitle
    ? wrapText(text, card.subtitle, { sizes: SUBTITLE_SIZES, width, maxLines: MAX_SUBTITLE_LINES })
    : undefined;
  const titleTop = MARGIN + LABEL_SIZE * 2;
  const titleBottom = titleTop + heightOf(title);
  return svgElement(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${WIDTH} ${HEIGHT}` },
    drawRectangle([0, 0], WIDTH, HEIGHT, PAPER) +
      embedPicture(card.picture, 0, 0, PICTURE_WIDTHS[card.pictureShape], HEIGHT) +
      text.draw(card.label, { x: left, y: MARGIN + LABEL_SIZE, size: LABEL_SIZE, fill: RED }) +
      drawLines(display, title, left, titleTop, INK) +
      (subtitle ? drawLines(text, subtitle, left, titleBottom + LABEL_SIZE, QUIET_INK) : '') +
      drawFoot(card, left, typefaces),
  );
}

/** Draws the author, if any, at the left and Octavo's name at the right of the lower edge. */
function drawFoot({ author }: ShareCard, left: number, { display, text }: CardTypefaces): string {
  const size = 36;
  const nameStart = WIDTH - MARGIN - display.measure('Octavo', size);
  const wordmark = drawWordmark(display, { x: nameStart, y: BASELINE_OF_FOOT, size });
  if (!author) return wordmark;
  const middle = BASELINE_OF_FOOT - size / 3;
  const [x, y] = [left + PORTRAIT_RADIUS, middle];
  const clip = svgElement(
    'clipPath',
    { id: 'portrait' },
    drawDisc([x, y], PORTRAIT_RADIUS, '#000'),
  );
  const portrait = embedPicture(
    author.portrait,
    x - PORTRAIT_RADIUS,
    y - PORTRAIT_RADIUS,
    2 * PORTRAIT_RADIUS,
    2 * PORTRAIT_RADIUS,
  );
  const nameLeft = left + 2 * PORTRAIT_RADIUS + 18;
  const name = wrapText(text, author.name, {
    sizes: [29, 26, 23],
    width: nameStart - nameLeft - 24,
    maxLines: 1,
  });
  return (
    wordmark +
    clip +
    svgElement('g', { 'clip-path': 'url(#portrait)' }, portrait) +
    text.draw(name.lines[0]!, {
      x: nameLeft,
      y: middle + name.size / 3,
      size: name.size,
      fill: INK,
    })
  );
}

/** Draws Octavo's name. Its baseline begins at (`x`, `y`). */
export function drawWordmark(display: Typeface, place: Omit<TextPlacement, 'fill'>): string {
  const rest = { ...place, x: place.x + display.measure('O', place.size) };
  return display.draw('O', { ...place, fill: RED }) + display.draw('ctavo', { ...rest, fill: INK });
}

function drawLines(
  typeface: Typeface,
  { lines, size }: WrappedText,
  x: number,
  top: number,
  fill: string,
): string {
  return lines
    .map((line, at) =>
      typeface.draw(line, { x, y: top + size * (0.9 + at * LINE_HEIGHT), size, fill }),
    )
    .join('');
}

function heightOf({ lines, size }: WrappedText): number {
  return lines.length * size * LINE_HEIGHT;
}

/**
 * Embeds a picture in a rectangle that it covers completely. The picture is a document of its own, because the elements
 * of two drawings may have the same IDs.
 */
export function embedPicture(
  picture: CardPicture,
  x: number,
  y: number,
  width: number,
  height: number,
): string {
  const type = typeof picture === 'string' ? 'image/svg+xml' : 'image/jpeg';
  const href = `data:${type};base64,${Buffer.from(picture).toString('base64')}`;
  const place = { x, y, width, height, preserveAspectRatio: 'xMidYMid slice' };
  return svgElement('image', { ...place, href });
}
