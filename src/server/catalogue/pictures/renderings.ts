import {
  AVATAR_WIDTHS,
  COVER_WIDTHS,
  formatPhotoCropKey,
  IMAGE_FORMATS,
  type ImageFormat,
  type PictureKind,
  parsePicturePath,
} from '#domain/images.ts';
import { PODCAST_ART_SIZE, type PodcastId, podcastArtKey } from '#domain/podcast.ts';
import { SHARE_CARD_SIZE } from '#domain/share-cards.ts';
import { listNewestCoverKeys } from '#server/catalogue/articles/covers.ts';
import { listPortraitKeys } from '#server/catalogue/authors/portraits.ts';
import type { StoredPhoto } from '#server/catalogue/photos/repository.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { findPicturesOfArticle } from './share-card-content.ts';
import { SITE_CARD_KEY } from './share-card-keys.ts';

/**
 * Kinds of rendered pictures: pictures on pages, the cards that other sites show for links to Octavo, and podcast
 * artwork.
 */
export type RenderingKind = PictureKind | 'cards' | 'podcasts';

/** One rendering of a picture, identified by its kind, key, width and format. */
export interface PictureRequest {
  kind: RenderingKind;
  key: string;
  width: number;
  format: ImageFormat;
}

/**
 * Maximum number of covers that are rendered in advance. The same maximum applies to portraits. In larger libraries,
 * the remaining pictures are rendered on request.
 */
const MAX_PRERENDERED = 200;
/**
 * Widths in pixels of the pictures that pages link to, by kind of picture and format. WebP is for browsers without AVIF
 * (Safari before 16.4), and JPEG is a fallback. Rendering the covers of 130 articles takes about three minutes of CPU
 * time.
 */
const LINKED_WIDTHS: Readonly<
  Record<PictureKind, Readonly<Record<ImageFormat, readonly number[]>>>
> = {
  covers: { avif: COVER_WIDTHS, webp: COVER_WIDTHS.filter((width) => width <= 960), jpg: [960] },
  avatars: { avif: AVATAR_WIDTHS, webp: AVATAR_WIDTHS, jpg: [] },
};

/** Returns the file name of a rendering in the file store. */
export function pictureFileKey({ kind, key, width, format }: PictureRequest): string {
  return `pictures/${kind}/${key}/${width}.${format}`;
}

/** Returns the file name of a photograph in the file store. */
export function originalPhotoFileKey(photoId: string): string {
  return `photos/${photoId}.jpg`;
}

/** Returns the file names of a photograph: the original and every possible rendering of its crops. */
export function listPhotoFileKeys({ id, crops }: Pick<StoredPhoto, 'id' | 'crops'>): string[] {
  const keys = crops.map((_, at) => formatPhotoCropKey({ photoId: id, crop: at + 1 }));
  const renderings = IMAGE_FORMATS.flatMap((format) =>
    createPictureRequests('covers', keys, format, COVER_WIDTHS),
  );
  return [originalPhotoFileKey(id), ...renderings.map(pictureFileKey)];
}

/**
 * Lists every rendering that pages link to, and the website's card. Formats that most browsers use come first. Within
 * each format, the newest articles come first. The cards of articles are not listed, since most are never requested;
 * they are drawn after publication (`draw-pictures-job.ts`) or on request.
 */
export async function listPicturesOnPages(queries: Queries): Promise<PictureRequest[]> {
  const covers = await listNewestCoverKeys(queries, MAX_PRERENDERED);
  const portraits = await listPortraitKeys(queries, MAX_PRERENDERED);
  const pagePictures = IMAGE_FORMATS.flatMap((format) => [
    ...createPictureRequests('avatars', portraits, format, LINKED_WIDTHS.avatars[format]),
    ...createPictureRequests('covers', covers, format, LINKED_WIDTHS.covers[format]),
  ]);
  return [...pagePictures, createCardRequest(SITE_CARD_KEY)];
}

/**
 * Lists the renderings of a published article's pictures: its card, and every rendering of its cover that pages link to.
 * The card comes first, since a new article is shared before it is in many lists. The list is empty for other articles.
 */
export async function listPicturesOfArticle(
  queries: Queries,
  articleId: string,
): Promise<PictureRequest[]> {
  const articlePictures = await findPicturesOfArticle(queries, articleId);
  if (!articlePictures) return [];
  const cover = parsePicturePath(articlePictures.coverSrc);
  return [
    createCardRequest(articlePictures.cardKey),
    ...IMAGE_FORMATS.flatMap((format) =>
      createPictureRequests(
        'covers',
        cover ? [cover.key] : [],
        format,
        LINKED_WIDTHS.covers[format],
      ),
    ),
  ];
}

/** Returns the request for a card, which has one size and one format. */
export function createCardRequest(key: string): PictureRequest {
  return { kind: 'cards', key, width: SHARE_CARD_SIZE.width, format: 'jpg' };
}

/** Returns the request for a podcast's art, which has one size and one format. */
export function createPodcastArtRequest(podcast: PodcastId): PictureRequest {
  return { kind: 'podcasts', key: podcastArtKey(podcast), width: PODCAST_ART_SIZE, format: 'jpg' };
}

function createPictureRequests(
  kind: PictureKind,
  keys: readonly string[],
  format: ImageFormat,
  widths: readonly number[],
): PictureRequest[] {
  return keys.flatMap((key) => widths.map((width) => ({ kind, key, width, format })));
}
