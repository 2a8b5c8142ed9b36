import { readFileSync } from 'node:fs';
import { SHARE_CARD_SIZE } from '#domain/share-cards.ts';
import { THEME_COLORS } from '#domain/theme-colors.ts';
import { createSvgElement, drawDisc, drawRectangle } from './svg.ts';
import { type TextPlacement, Typeface, type WrappedText, wrapText } from './text-outlines.ts';

/** A picture on a share card: a drawing as SVG, or a photograph as JPEG. */
export type CardPicture = string | Uint8Array;

/** The content of a share card, the picture that other sites show for a link to Octavo. */
export interface ShareCard {
  /** The picture at the left edge: a cover (4:5) or a portrait (1:1). */
  picture: CardPicture;
  pictureShape: 'cover' | 'portrait';
  /** Line above the title, such as the name of a category. */
  label: string;
  title: string;
  /** Line below the title. Omitted for articles, because their title is sufficient. */
  subtitle?: string;
  /** The article's author. */
  author?: { name: string; portrait: CardPicture };
}

const { width: WIDTH, height: HEIGHT } = SHARE_CARD_SIZE;
export const PAPER_COLOR = THEME_COLORS.paper.day;
const INK = THEME_COLORS.ink.day;
export const RED_COLOR = THEME_COLORS.red.day;
const QUIET_INK = THEME_COLORS.quiet.day;
const PICTURE_WIDTHS = { cover: HEIGHT * 0.8, portrait: HEIGHT * 0.8 };
const MARGIN = 56;
const LABEL_SIZE = 27;
const TITLE_SIZES = [76, 68, 60, 52, 46, 42];
const MAX_TITLE_LINES = 4;
const SUBTITLE_SIZES = [32, 29, 26];
const MAX_SUBTITLE_LINES = 4;
/** Distance between two baselines, as a multiple of the font size. */
const LINE_HEIGHT = 1.14;
const PORTRAIT_RADIUS = 36;
const WORDMARK_SIZE = 36;

/** The typefaces on share cards: `display` for titles, and `text` for other text. */
export interface CardTypefaces {
  display: Typeface;
  text: Typeface;
}

/** Reads the typefaces for share cards from their font files. */
export function readCardTypefaces(): CardTypefaces {
  const read = (name: string) =>
    readFileSync(new URL(`../ui/fonts/octavo-${name}.woff2`, import.meta.url));
  return {
    display: new Typeface([read('display'), read('display-rest')]),
    text: new Typeface([read('text'), read('text-rest')]),
  };
}

/**
 * Draws a share card of 1200 × 630 units as SVG. X, LinkedIn and WhatsApp show cards with these proportions. The author
 * is at the upper edge, because X shows the page's title over the lower edge.
 */
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
  const titleTop = MARGIN + (card.author ? PORTRAIT_RADIUS * 2 + 28 : LABEL_SIZE * 2);
  const titleBottom = titleTop + computeHeight(title);
  return createSvgElement(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${WIDTH} ${HEIGHT}` },
    drawRectangle([0, 0], WIDTH, HEIGHT, PAPER_COLOR) +
      embedPicture(card.picture, 0, 0, PICTURE_WIDTHS[card.pictureShape], HEIGHT) +
      (card.author
        ? drawByline(card.author, card.label, left, text)
        : text.draw(card.label, {
            x: left,
            y: MARGIN + LABEL_SIZE,
            size: LABEL_SIZE,
            fill: RED_COLOR,
          })) +
      drawLines(display, title, left, titleTop, INK) +
      (subtitle ? drawLines(text, subtitle, left, titleBottom + LABEL_SIZE, QUIET_INK) : '') +
      drawWordmark(display, {
        x: WIDTH - MARGIN - display.measure('Octavo', WORDMARK_SIZE),
        y: HEIGHT - MARGIN,
        size: WORDMARK_SIZE,
      }),
  );
}

/**
 * Draws an author's portrait at the upper edge of a share card. Beside the portrait, draws two lines of text: the
 * author's name, and the card's label, such as a category.
 */
function drawByline(
  { name, portrait }: NonNullable<ShareCard['author']>,
  label: string,
  left: number,
  text: Typeface,
): string {
  const middle = MARGIN + PORTRAIT_RADIUS;
  const clip = createSvgElement(
    'clipPath',
    { id: 'portrait' },
    drawDisc([left + PORTRAIT_RADIUS, middle], PORTRAIT_RADIUS, '#000'),
  );
  const side = 2 * PORTRAIT_RADIUS;
  const picture = embedPicture(portrait, left, MARGIN, side, side);
  const x = left + side + 20;
  const draw = (content: string, y: number, fill: string) => {
    const { lines, size } = wrapText(text, content, {
      sizes: [LABEL_SIZE, 25, 23],
      width: WIDTH - MARGIN - x,
      maxLines: 1,
    });
    return text.draw(lines[0]!, { x, y, size, fill });
  };
  return (
    clip +
    createSvgElement('g', { 'clip-path': 'url(#portrait)' }, picture) +
    draw(name, middle - 8, INK) +
    draw(label, middle + LABEL_SIZE, RED_COLOR)
  );
}

/** Draws Octavo's name as a logo. Its baseline begins at (`x`, `y`). */
export function drawWordmark(display: Typeface, placement: Omit<TextPlacement, 'fill'>): string {
  const restPlacement = { ...placement, x: placement.x + display.measure('O', placement.size) };
  return (
    display.draw('O', { ...placement, fill: RED_COLOR }) +
    display.draw('ctavo', { ...restPlacement, fill: INK })
  );
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

function computeHeight({ lines, size }: WrappedText): number {
  return lines.length * size * LINE_HEIGHT;
}

/**
 * Embeds a picture so that it completely covers a rectangle. The picture is embedded as a separate document, because
 * two drawings may contain elements with the same IDs.
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
  const attributes = { x, y, width, height, preserveAspectRatio: 'xMidYMid slice' };
  return createSvgElement('image', { ...attributes, href });
}
