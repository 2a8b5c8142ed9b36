import {
  AVATAR_WIDTHS,
  COVER_WIDTHS,
  IMAGE_FORMATS,
  type ImageFormat,
  type PictureKind,
  photoKey,
} from '#domain/images.ts';
import { listCoverKeys } from '#server/catalogue/articles/covers.ts';
import { listPortraitKeys } from '#server/catalogue/authors/portraits.ts';
import type { StoredPhoto } from '#server/catalogue/photos/repository.ts';
import type { Queries } from '#server/platform/db/database.ts';

/** One rendering of one picture. */
export interface PictureRequest {
  kind: PictureKind;
  key: string;
  width: number;
  format: ImageFormat;
}

/** Covers and portraits that are drawn ahead; those of a larger library are drawn on request. */
const MAX_RENDERED_AHEAD = 200;
/**
 * Widths that documents name: WebP for browsers without AVIF (Safari before 16.4), and JPEG as the last resort and for
 * other sites that show a link. Covers of 130 articles take about three minutes of a processor.
 */
const NAMED_WIDTHS: Readonly<
  Record<PictureKind, Readonly<Record<ImageFormat, readonly number[]>>>
> = {
  covers: { avif: COVER_WIDTHS, webp: COVER_WIDTHS, jpg: [960, 1280] },
  avatars: { avif: AVATAR_WIDTHS, webp: AVATAR_WIDTHS, jpg: [] },
};

/** Where a rendering is kept. */
export function pictureFileName({ kind, key, width, format }: PictureRequest): string {
  return `pictures/${kind}/${key}/${width}.${format}`;
}

/** Where a photograph is kept. */
export function photoFileName(photoId: string): string {
  return `photos/${photoId}.jpg`;
}

/** Where a photograph is kept, and every rendering of its crops that there may be. */
export function listPhotoFiles({ id, crops }: Pick<StoredPhoto, 'id' | 'crops'>): string[] {
  const keys = crops.map((_, at) => photoKey({ photoId: id, crop: at + 1 }));
  const renderings = IMAGE_FORMATS.flatMap((format) =>
    createPictureRequests('covers', keys, format, COVER_WIDTHS),
  );
  return [photoFileName(id), ...renderings.map(pictureFileName)];
}

/** Returns every rendering that documents name, those of the newest articles and of most browsers first. */
export async function listPicturesToRender(queries: Queries): Promise<PictureRequest[]> {
  const covers = await listCoverKeys(queries, MAX_RENDERED_AHEAD);
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
