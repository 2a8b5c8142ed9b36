/** The largest width of a card on another site, in pixels. */
export const MAX_EMBED_WIDTH = 600;
/** The smallest size in which a card is legible, in pixels. */
const MIN_WIDTH = 240;
const MIN_HEIGHT = 120;
/**
 * Heights of cards in pixels, by the smallest width. They have room for the longest titles from 360 pixels of width.
 * Narrower and lower cards cut these off, and still show the author.
 */
const HEIGHTS = [
  { from: 540, height: 220 },
  { from: MIN_WIDTH, height: 240 },
];

/** Size limits of an oEmbed request, in pixels. */
export interface SizeLimits {
  maxwidth?: number | undefined;
  maxheight?: number | undefined;
}

/** Returns the size of an article's card within the limits, or `undefined` if it would not be legible. */
export function chooseEmbedSize({
  maxwidth = MAX_EMBED_WIDTH,
  maxheight = Number.POSITIVE_INFINITY,
}: SizeLimits): { width: number; height: number } | undefined {
  if (maxwidth < MIN_WIDTH || maxheight < MIN_HEIGHT) return undefined;
  const width = Math.min(maxwidth, MAX_EMBED_WIDTH);
  const { height } = HEIGHTS.find(({ from }) => width >= from)!;
  return { width, height: Math.min(height, maxheight) };
}
