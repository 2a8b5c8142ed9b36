/**
 * Widths of covers, in pixels. A picture that Octavo draws or stores is a folder with several widths and
 * three formats: `/images/covers/{key}/{width}.{format}`. The key changes with the drawing, so the content of
 * a URL never changes.
 */
export const COVER_WIDTHS = [320, 480, 640, 768, 960, 1280] as const;
/** Widths of authors' portraits, in pixels. */
export const AVATAR_WIDTHS = [64, 128, 256, 512] as const;

/** Formats of pictures, best first. A browser uses the first format that it supports. */
export const IMAGE_FORMATS = ['avif', 'webp', 'jpg'] as const;
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

export type PictureKind = 'covers' | 'avatars';

export const PICTURE_WIDTHS: Readonly<Record<PictureKind, readonly number[]>> = {
  covers: COVER_WIDTHS,
  avatars: AVATAR_WIDTHS,
};

/** Returns the path of a picture in one width and format. */
export function picturePath(
  kind: PictureKind,
  key: string,
  width: number,
  format: ImageFormat,
): string {
  return `/images/${kind}/${key}/${width}.${format}`;
}

const OWN = /^(\/images\/(covers|avatars)\/[^/]+\/)\d+\.\w+$/;
/**
 * Middle part of a photograph's key: `{id}.pic.{crop}`. The key of a drawing contains a category instead of
 * `pic`.
 */
const PHOTO_MARK = '.pic.';
const PHOTO_KEY = /^([0-9a-f-]{36})\.pic\.([1-9]\d?)$/;

/** A photograph's id, and the number of its crop, counted from 1. */
export interface PhotoCrop {
  photoId: string;
  crop: number;
}

/** Returns the key of a photograph's crop. Each crop has its own renderings. */
export function photoKey({ photoId, crop }: PhotoCrop): string {
  return photoId + PHOTO_MARK + crop;
}

/** Returns the photograph and crop that a key names; `undefined` if it is not a photograph's key. */
export function parsePhotoKey(key: string): PhotoCrop | undefined {
  const [, photoId, crop] = PHOTO_KEY.exec(key) ?? [];
  return photoId === undefined ? undefined : { photoId, crop: Number(crop) };
}

/** Returns true if a cover's URL belongs to a drawing rather than a photograph. */
export function isDrawnCover(src: string): boolean {
  return src.startsWith('/') && !src.includes(PHOTO_MARK);
}

/**
 * Returns the `srcset` of one of Octavo's pictures in one format, given the URL of any of its renderings.
 * Returns `undefined` for external pictures.
 */
export function pictureSrcSet(src: string, format: ImageFormat): string | undefined {
  const [, folder, kind] = OWN.exec(src) ?? [];
  if (!folder || !kind) return undefined;
  return PICTURE_WIDTHS[kind as PictureKind]
    .map((width) => `${folder}${width}.${format} ${width}w`)
    .join(', ');
}

/**
 * Origin of Unsplash's pictures. The guidelines of Unsplash's API require pages to load pictures from this
 * origin, which resizes them and negotiates the format.
 */
export const UNSPLASH_IMAGES = 'https://images.unsplash.com';

/**
 * Returns the URL of an Unsplash picture as a cover: scaled to a width in pixels, and cropped around `focus`
 * if given.
 */
export function unsplashUrl(address: string, width: number, focus?: FocalPoint): string {
  const url = new URL(address);
  const parameters = {
    w: width,
    h: width * COVER_ASPECT_RATIO,
    fit: 'crop',
    auto: 'format',
    q: 75,
    ...(focus && { crop: 'focalpoint', 'fp-x': focus.x, 'fp-y': focus.y }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, String(value));
  return url.href;
}

/** Returns the `srcset` of a cover URL from {@link unsplashUrl}; `undefined` for other pictures. */
export function unsplashSrcSet(src: string): string | undefined {
  if (!src.startsWith(`${UNSPLASH_IMAGES}/`) || !src.includes('fit=crop')) return undefined;
  return COVER_WIDTHS.map((width) => `${unsplashUrl(src, width)} ${width}w`).join(', ');
}

/** Height of a cover, as a multiple of its width. */
export const COVER_ASPECT_RATIO = 5 / 4;

/** A point in a picture, as fractions of width and height from the left and the top: 0 to 1. */
export interface FocalPoint {
  x: number;
  y: number;
}

/**
 * Returns the largest 4:5 section of a picture around a point, in whole pixels. A section that would cross an
 * edge is moved inside.
 */
export function cropAroundPoint(
  { width, height }: { width: number; height: number },
  { x, y }: FocalPoint,
): { left: number; top: number; width: number; height: number } {
  const cropWidth = Math.max(1, Math.round(Math.min(width, height / COVER_ASPECT_RATIO)));
  const cropHeight = Math.max(1, Math.min(height, Math.round(cropWidth * COVER_ASPECT_RATIO)));
  const start = (at: number, of: number, whole: number) =>
    Math.round(Math.min(Math.max(at * whole - of / 2, 0), whole - of));
  return {
    left: start(x, cropWidth, width),
    top: start(y, cropHeight, height),
    width: cropWidth,
    height: cropHeight,
  };
}
