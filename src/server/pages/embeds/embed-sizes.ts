/** The maximum width, in pixels, of an article's card in a frame on another site. */
export const MAX_EMBED_WIDTH = 600;
/** The minimum width and height, in pixels, at which a card is legible. */
const MIN_WIDTH = 240;
const MIN_HEIGHT = 120;
/**
 * The heights of cards in pixels. `from` is the minimum width of a card with this height. A card with a width of at
 * least 360 pixels has room for the longest titles. Smaller cards cut off long titles, but still show the author.
 */
const HEIGHTS = [
  { from: 540, height: 220 },
  { from: MIN_WIDTH, height: 240 },
];

/** The size limits of an oEmbed request, in pixels. */
export interface OEmbedSizeLimits {
  maxwidth?: number | undefined;
  maxheight?: number | undefined;
}

/** Returns the size of an article's card within the limits, or `undefined` if it would not be legible. */
export function chooseEmbedSize({
  maxwidth = MAX_EMBED_WIDTH,
  maxheight = Number.POSITIVE_INFINITY,
}: OEmbedSizeLimits): { width: number; height: number } | undefined {
  if (maxwidth < MIN_WIDTH || maxheight < MIN_HEIGHT) return undefined;
  const width = Math.min(maxwidth, MAX_EMBED_WIDTH);
  const { height } = HEIGHTS.find(({ from }) => width >= from)!;
  return { width, height: Math.min(height, maxheight) };
}
