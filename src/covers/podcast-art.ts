import { COVER_HEIGHT_PER_WIDTH } from '#domain/images.ts';
import { PODCAST_ART_SIZE } from '#domain/podcast.ts';
import {
  type CardTypefaces,
  drawWordmark,
  embedPicture,
  PAPER_COLOR,
  RED_COLOR,
} from './share-card.ts';
import { createSvgElement, drawRectangle } from './svg.ts';

const SIZE = PODCAST_ART_SIZE;
/**
 * Height of the drawing at the top of the art. With this height, the name below the drawing is legible even when the
 * art is 55 pixels wide, the smallest size in podcast apps.
 */
const PICTURE_HEIGHT = SIZE * 0.58;
const PICTURE_TOP = SIZE * -0.12;
const MARGIN = SIZE * 0.08;
const NAME_SIZE = SIZE * 0.245;
const LABEL_SIZE = SIZE * 0.085;

/** The content of a podcast's cover art: an article cover as SVG, and the line of text below Octavo's name. */
export interface PodcastArt {
  picture: string;
  label: string;
}

/** Draws the square cover art of a podcast as SVG. */
export function drawPodcastArt(
  { picture, label }: PodcastArt,
  { display, text }: CardTypefaces,
): string {
  const nameY = PICTURE_HEIGHT + MARGIN * 0.75 + NAME_SIZE * 0.72;
  return createSvgElement(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${SIZE} ${SIZE}` },
    // The lower part of the article cover is mostly the background for a caption, so a rectangle in the paper color
    // hides it.
    embedPicture(picture, 0, PICTURE_TOP, SIZE, SIZE * COVER_HEIGHT_PER_WIDTH) +
      drawRectangle([0, PICTURE_HEIGHT], SIZE, SIZE - PICTURE_HEIGHT, PAPER_COLOR) +
      drawWordmark(display, { x: MARGIN, y: nameY, size: NAME_SIZE }) +
      text.draw(label, { x: MARGIN, y: SIZE - MARGIN, size: LABEL_SIZE, fill: RED_COLOR }),
  );
}
