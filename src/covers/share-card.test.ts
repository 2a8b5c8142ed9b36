import sharp from 'sharp';
import { expect, it } from 'vitest';
import { ARTICLE_MAX_LENGTHS } from '#domain/article.ts';
import { SHARE_CARD_SIZE } from '#domain/share-cards.ts';
import { drawAvatar } from './avatar.ts';
import { drawCover } from './cover.ts';
import { drawShareCard, PAPER_COLOR, readCardTypefaces } from './share-card.ts';

const typefaces = readCardTypefaces();
const picture = drawCover({ category: 'nsm', seed: 'one' }).svg;
const portrait = drawAvatar({ category: 'nsm', seed: 'one' });

/** Height, in pixels, of the area at the lower edge of a card that the site X covers with the page's title. */
const COVERED_HEIGHT = 90;
/** Left edge and width, in pixels, of the area between the cover and Octavo's name at the lower right. */
const TEXT = { left: 520, width: 460 };

it.each([
  ['a short title', 'One'],
  [
    'the longest title',
    'A title that goes on and on '.repeat(4).slice(0, ARTICLE_MAX_LENGTHS.title),
  ],
  [
    'the longest words',
    'Counterrevolutionaries misunderstood internationalization, electroencephalographically so',
  ],
])('leaves the edge that X covers free, with %s', async (_, title) => {
  const author = { name: 'Quintessentially', portrait };
  const label = 'Natural Sciences & Mathematics';
  const card = drawShareCard({ picture, pictureShape: 'cover', label, title, author }, typefaces);
  const edge = await sharp(Buffer.from(card))
    .resize({ width: SHARE_CARD_SIZE.width })
    .removeAlpha()
    .extract({ ...TEXT, top: SHARE_CARD_SIZE.height - COVERED_HEIGHT, height: COVERED_HEIGHT })
    .png()
    .toBuffer();
  const { channels } = await sharp(edge).stats();
  const color = Number.parseInt(PAPER_COLOR.slice(1), 16);
  const expected = [color >> 16, (color >> 8) & 255, color & 255];
  expect(channels.map(({ min, max }) => [min, max])).toEqual(expected.map((each) => [each, each]));
});
