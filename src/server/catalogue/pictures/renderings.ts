import {
  AVATAR_WIDTHS,
  COVER_WIDTHS,
  formatPhotoCropKey,
  IMAGE_FORMATS,
  type ImageFormat,
  type PictureKind,
  parsePicturePath,
} from '#domain/images.ts';
import { createPodcastArtKey, PODCAST_ART_SIZE, type PodcastKind } from '#domain/podcast.ts';
import { SHARE_CARD_SIZE } from '#domain/share-cards.ts';
import { listNewestCoverKeys } from '#server/catalogue/articles/covers.ts';
import { listPortraitKeys } from '#server/catalogue/authors/portraits.ts';
import type { StoredPhoto } from '#server/catalogue/photos/repository.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { findArticleCoverSrcAndCardKey } from './share-card-content.ts';
import { SITE_SHARE_CARD_KEY } from './share-card-keys.ts';

/**
 * The kinds of pictures that are rendered: pictures on pages, share cards, and podcast artwork. A share card is the
 * picture that other sites show for a link to Octavo.
 */
export type RenderingKind = PictureKind | 'cards' | 'podcasts';

/** A request for a picture in one width and format. */
export interface PictureRequest {
  kind: RenderingKind;
  key: string;
  width: number;
  format: ImageFormat;
}

/**
 * Maximum number of covers, and maximum number of portraits, that are rendered in advance. The other pictures of a
 * larger library are rendered when they are first requested.
 */
const MAX_PRERENDERED = 200;
/**
 * The widths in pixels of the pictures that pages link to, by kind of picture and format. Browsers without AVIF (Safari
 * before 16.4) use WebP. JPEG is a fallback. Rendering the covers of 130 articles takes three to ten minutes of
 * processor time.
 */
const LINKED_WIDTHS: Readonly<
  Record<PictureKind, Readonly<Record<ImageFormat, readonly number[]>>>
> = {
  covers: { avif: COVER_WIDTHS, webp: COVER_WIDTHS.filter((width) => width <= 960), jpg: [960] },
  avatars: { avif: AVATAR_WIDTHS, webp: AVATAR_WIDTHS, jpg: [] },
};

/** Returns the key of a rendered picture's file in the file store. */
export function getPictureFileKey({ kind, key, width, format }: PictureRequest): string {
  return `pictures/${kind}/${key}/${width}.${format}`;
}

/** Returns the key of a photograph's original file in the file store. */
export function getOriginalPhotoFileKey(photoId: string): string {
  return `photos/${photoId}.jpg`;
}

/**
 * Returns the keys of all files that the file store may contain for a photograph: the original, and every possible
 * rendering of its crops.
 */
export function listPhotoFileKeys({ id, crops }: Pick<StoredPhoto, 'id' | 'crops'>): string[] {
  const keys = crops.map((_, at) => formatPhotoCropKey({ photoId: id, crop: at + 1 }));
  const renderings = IMAGE_FORMATS.flatMap((format) =>
    createPictureRequests('covers', keys, format, COVER_WIDTHS),
  );
  return [getOriginalPhotoFileKey(id), ...renderings.map(getPictureFileKey)];
}

/**
 * Lists the pictures that pages link to, for up to {@link MAX_PRERENDERED} authors and the {@link MAX_PRERENDERED}
 * newest articles, and the website's share card. Formats that most browsers use come first. Within a format, portraits
 * come first, then covers from the newest article to the oldest.
 *
 * Does not list the share cards of articles, because most of them are never requested. They are drawn when an article
 * is published (`draw-pictures-job.ts`), or when they are first requested.
 */
export async function listPicturesOnPages(queries: Queries): Promise<PictureRequest[]> {
  const covers = await listNewestCoverKeys(queries, MAX_PRERENDERED);
  const portraits = await listPortraitKeys(queries, MAX_PRERENDERED);
  const pagePictures = IMAGE_FORMATS.flatMap((format) => [
    ...createPictureRequests('avatars', portraits, format, LINKED_WIDTHS.avatars[format]),
    ...createPictureRequests('covers', covers, format, LINKED_WIDTHS.covers[format]),
  ]);
  return [...pagePictures, createShareCardRequest(SITE_SHARE_CARD_KEY)];
}

/**
 * Lists the pictures of a published article: its share card, and its cover in each size and format that pages link to.
 * The share card comes first, because a new article is shared before many lists show it. Returns an empty list if the
 * article is not published.
 */
export async function listPicturesOfArticle(
  queries: Queries,
  articleId: string,
): Promise<PictureRequest[]> {
  const articlePictures = await findArticleCoverSrcAndCardKey(queries, articleId);
  if (!articlePictures) return [];
  const cover = parsePicturePath(articlePictures.coverSrc);
  return [
    createShareCardRequest(articlePictures.cardKey),
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

/** Returns the request for a share card. Share cards have only one size and one format. */
export function createShareCardRequest(key: string): PictureRequest {
  return { kind: 'cards', key, width: SHARE_CARD_SIZE.width, format: 'jpg' };
}

/** Returns the request for the artwork of a podcast. Artwork has only one size and one format. */
export function createPodcastArtRequest(podcast: PodcastKind): PictureRequest {
  return {
    kind: 'podcasts',
    key: createPodcastArtKey(podcast),
    width: PODCAST_ART_SIZE,
    format: 'jpg',
  };
}

function createPictureRequests(
  kind: PictureKind,
  keys: readonly string[],
  format: ImageFormat,
  widths: readonly number[],
): PictureRequest[] {
  return keys.flatMap((key) => widths.map((width) => ({ kind, key, width, format })));
}
