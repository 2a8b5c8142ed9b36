import {
  AVATAR_WIDTHS,
  COVER_WIDTHS,
  formatPhotoCropKey,
  IMAGE_FORMATS,
  type ImageFormat,
  type PictureKind,
} from '#domain/images.ts';
import { listNewestCoverKeys } from '#server/catalogue/articles/covers.ts';
import { listPortraitKeys } from '#server/catalogue/authors/portraits.ts';
import type { StoredPhoto } from '#server/catalogue/photos/repository.ts';
import type { Queries } from '#server/platform/db/database.ts';

/**
 * Kinds of rendered pictures: those on pages, the cards that other sites show for links to Octavo, and the art of
 * podcasts.
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
const MAX_RENDERED_AHEAD = 200;
/**
 * Widths in pixels of the pictures that pages link to, by kind of picture and format. WebP is for browsers without AVIF
 * (Safari before 16.4), and JPEG is a fallback. Rendering the covers of 130 articles takes about three minutes of CPU
 * time.
 */
const NAMED_WIDTHS: Readonly<
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
 * Lists every rendering that pages link to. Formats that most browsers use come first. Within each format, the newest
 * articles come first.
 */
export async function listPicturesOnPages(queries: Queries): Promise<PictureRequest[]> {
  const covers = await listNewestCoverKeys(queries, MAX_RENDERED_AHEAD);
  const portraits = await listPortraitKeys(queries, MAX_RENDERED_AHEAD);
  return IMAGE_FORMATS.flatMap((format) => [
    ...createPictureRequests('avatars', portraits, format, NAMED_WIDTHS.avatars[format]),
    ...createPictureRequests('covers', covers, format, NAMED_WIDTHS.covers[format]),
  ]);
}

function createPictureRequests(
  kind: PictureKind,
  keys: readonly string[],
  format: ImageFormat,
  widths: readonly number[],
): PictureRequest[] {
  return keys.flatMap((key) => widths.map((width) => ({ kind, key, width, format })));
}
