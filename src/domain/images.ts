/**
 * Addresses of the pictures Octavo draws or keeps itself. One picture is a folder that holds it at several widths
 * and in three formats: `/images/covers/{key}/{width}.{format}`. The key changes whenever the drawing does, so
 * what an address holds never changes.
 */
export const COVER_WIDTHS = [320, 480, 640, 768, 960, 1280] as const;
export const AVATAR_WIDTHS = [64, 128, 256, 512] as const;

/** Best first: browsers take the first they know. */
export const IMAGE_FORMATS = ['avif', 'webp', 'jpg'] as const;
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

export type PictureKind = 'covers' | 'avatars';

export const PICTURE_WIDTHS: Readonly<Record<PictureKind, readonly number[]>> = {
  covers: COVER_WIDTHS,
  avatars: AVATAR_WIDTHS,
};

/** The address of one rendering. */
export function picturePath(
  kind: PictureKind,
  key: string,
  width: number,
  format: ImageFormat,
): string {
  return `/images/${kind}/${key}/${width}.${format}`;
}

const OWN = /^(\/images\/(covers|avatars)\/[^/]+\/)\d+\.\w+$/;
/** What a photograph's key has in the place of a drawing's category: `{id}.pic.{crop}`. */
const PHOTO_MARK = '.pic.';
const PHOTO_KEY = /^([0-9a-f-]{36})\.pic\.([1-9]\d?)$/;

/** A photograph, by its id, and which of its crops: counted from 1. */
export interface PhotoCrop {
  photoId: string;
  crop: number;
}

/** The key of a photograph's pictures: another crop is another picture. */
export function photoKey({ photoId, crop }: PhotoCrop): string {
  return photoId + PHOTO_MARK + crop;
}

/** Which photograph a key is of; `undefined` when it is of none. */
export function parsePhotoKey(key: string): PhotoCrop | undefined {
  const [, photoId, crop] = PHOTO_KEY.exec(key) ?? [];
  return photoId === undefined ? undefined : { photoId, crop: Number(crop) };
}

/** Whether Octavo drew the cover at that address; else it is a photograph, of its own or from elsewhere. */
export function isDrawnCover(src: string): boolean {
  return src.startsWith('/') && !src.includes(PHOTO_MARK);
}

/**
 * The `srcset` of a picture of ours in one format, from the address of any of its renderings. `undefined` for a picture
 * from elsewhere.
 */
export function pictureSrcSet(src: string, format: ImageFormat): string | undefined {
  const [, folder, kind] = OWN.exec(src) ?? [];
  if (!folder || !kind) return undefined;
  return PICTURE_WIDTHS[kind as PictureKind]
    .map((width) => `${folder}${width}.${format} ${width}w`)
    .join(', ');
}

/** Where Unsplash has its pictures shown from (its API guidelines): made to measure, in the format a browser takes. */
export const UNSPLASH_IMAGES = 'https://images.unsplash.com';

/** A picture of Unsplash's as a cover of that width, cut around `focus` or as it is cut already. */
export function unsplashUrl(address: string, width: number, focus?: Focus): string {
  const url = new URL(address);
  const parameters = {
    w: width,
    h: width * COVER_HEIGHT,
    fit: 'crop',
    auto: 'format',
    q: 75,
    ...(focus && { crop: 'focalpoint', 'fp-x': focus.x, 'fp-y': focus.y }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, String(value));
  return url.href;
}

/** The `srcset` of a cover that {@link unsplashUrl} made the address of; `undefined` for any other picture. */
export function unsplashSrcSet(src: string): string | undefined {
  if (!src.startsWith(`${UNSPLASH_IMAGES}/`) || !src.includes('fit=crop')) return undefined;
  return COVER_WIDTHS.map((width) => `${unsplashUrl(src, width)} ${width}w`).join(', ');
}

/** Height of a cover, in its widths. */
export const COVER_HEIGHT = 5 / 4;

/** A point of a picture, as parts of its width and height from the left and the top: 0 to 1. */
export interface Focus {
  x: number;
  y: number;
}

/** What of a picture a cover shows, in whole pixels: as much as 4:5 leaves, around a point as near as the edges allow. */
export function cropAround(
  { width, height }: { width: number; height: number },
  { x, y }: Focus,
): { left: number; top: number; width: number; height: number } {
  const cropWidth = Math.max(1, Math.round(Math.min(width, height / COVER_HEIGHT)));
  const cropHeight = Math.max(1, Math.min(height, Math.round(cropWidth * COVER_HEIGHT)));
  const start = (at: number, of: number, whole: number) =>
    Math.round(Math.min(Math.max(at * whole - of / 2, 0), whole - of));
  return {
    left: start(x, cropWidth, width),
    top: start(y, cropHeight, height),
    width: cropWidth,
    height: cropHeight,
  };
}
