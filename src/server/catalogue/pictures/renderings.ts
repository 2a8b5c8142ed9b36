import {
  IMAGE_FORMATS,
  type ImageFormat,
  PICTURE_WIDTHS,
  type PictureKind,
  photoKey,
} from '#domain/images.ts';
import { listCoverKeys } from '#server/catalogue/articles/service.ts';
import { listPortraitKeys } from '#server/catalogue/authors/service.ts';
import type { StoredPhoto } from '#server/catalogue/photos/service.ts';
import type { Queries } from '#server/platform/db/database.ts';

/** One rendering of one picture. */
export interface PictureRequest {
  kind: PictureKind;
  key: string;
  width: number;
  format: ImageFormat;
}

/** Pictures drawn before anyone asks; a larger library draws the rest when asked. */
const MOST_DRAWN_AHEAD = 200;
/**
 * Covers that are drawn ahead for browsers without AVIF, too (Safari before 16.4): the newest, which they meet first.
 * All of 130 articles in all formats are about eleven minutes of a processor, and this about half of it.
 */
const MOST_IN_ALL_FORMATS = 24;

/** Where a rendering is kept. */
export function fileOf({ kind, key, width, format }: PictureRequest): string {
  return `pictures/${kind}/${key}/${width}.${format}`;
}

/** Where a photograph is kept. */
export function originalOf(photoId: string): string {
  return `photos/${photoId}.jpg`;
}

/** Where a photograph is kept, and every rendering of its crops that there may be. */
export function filesOfPhoto({ id, crops }: Pick<StoredPhoto, 'id' | 'crops'>): string[] {
  const keys = crops.map((_, at) => photoKey({ photoId: id, crop: at + 1 }));
  const renderings = atEveryWidth('covers', keys, IMAGE_FORMATS);
  return [originalOf(id), ...renderings.map(fileOf)];
}

/** Every rendering a page can ask for, those the newest pages show first. */
export async function listRequests(queries: Queries): Promise<PictureRequest[]> {
  const covers = await listCoverKeys(queries, MOST_DRAWN_AHEAD);
  const portraits = await listPortraitKeys(queries, MOST_DRAWN_AHEAD);
  const [avif, ...fallbacks] = IMAGE_FORMATS;
  return [
    ...atEveryWidth('avatars', portraits, [avif]),
    ...atEveryWidth('covers', covers, [avif]),
    ...atEveryWidth('avatars', portraits, fallbacks),
    ...atEveryWidth('covers', covers.slice(0, MOST_IN_ALL_FORMATS), fallbacks),
  ];
}

/** Pictures at every width. */
function atEveryWidth(
  kind: PictureKind,
  keys: readonly string[],
  formats: readonly ImageFormat[],
): PictureRequest[] {
  return formats.flatMap((format) =>
    keys.flatMap((key) => PICTURE_WIDTHS[kind].map((width) => ({ kind, key, width, format }))),
  );
}
