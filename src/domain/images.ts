/**
 * Widths of covers, in pixels. A picture that Octavo draws or stores is available in several widths and three formats:
 * `/images/covers/{key}/{width}.{format}`. A changed drawing gets a new key, so the content at a URL never changes.
 */
export const COVER_WIDTHS = [320, 480, 640, 768, 960, 1280] as const;
/** Widths of authors' portraits, in pixels. */
export const AVATAR_WIDTHS = [64, 128, 256, 512] as const;

/** Picture formats in order of preference. A browser uses the first format that it supports. */
export const IMAGE_FORMATS = ['avif', 'webp', 'jpg'] as const;
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

export type PictureKind = 'covers' | 'avatars';

export const PICTURE_WIDTHS: Readonly<Record<PictureKind, readonly number[]>> = {
  covers: COVER_WIDTHS,
  avatars: AVATAR_WIDTHS,
};

/** Returns a picture's path for a given width and format. */
export function formatPicturePath(
  kind: PictureKind,
  key: string,
  width: number,
  format: ImageFormat,
): string {
  return `/images/${kind}/${key}/${width}.${format}`;
}

const OWN_PICTURE_PATH = /^(\/images\/(covers|avatars)\/([^/]+)\/)\d+\.\w+$/;

/**
 * Parses the path of one of Octavo's own pictures and returns its kind and key. Returns `undefined` for external
 * pictures.
 */
export function parsePicturePath(src: string): { kind: PictureKind; key: string } | undefined {
  const [, , kind, key] = OWN_PICTURE_PATH.exec(src) ?? [];
  return key === undefined ? undefined : { kind: kind as PictureKind, key };
}

/**
 * Separates the photograph's ID from the crop's number in the key of a photograph: `{id}.pic.{crop}`. The key of a
 * drawing has the drawing's category and variant in this place.
 */
const PHOTO_KEY_INFIX = '.pic.';
const PHOTO_KEY = /^([0-9a-f-]{36})\.pic\.([1-9]\d?)$/;

/** A reference to a crop of a photograph: the photograph's ID, and the number of the crop, counted from 1. */
export interface PhotoCropRef {
  photoId: string;
  crop: number;
}

/** Returns the key of a photograph's crop. Every crop has its own key and its own picture files. */
export function formatPhotoCropKey({ photoId, crop }: PhotoCropRef): string {
  return photoId + PHOTO_KEY_INFIX + crop;
}

/**
 * Returns the photograph and crop that a key identifies, or `undefined` if it is not the key of a photograph.
 */
export function parsePhotoCropKey(key: string): PhotoCropRef | undefined {
  const [, photoId, crop] = PHOTO_KEY.exec(key) ?? [];
  return photoId === undefined ? undefined : { photoId, crop: Number(crop) };
}

/** Returns true if a cover's URL belongs to a drawing rather than a photograph. */
export function isDrawnCoverUrl(src: string): boolean {
  return src.startsWith('/') && !src.includes(PHOTO_KEY_INFIX);
}

/** Maximum number of picture pixels per CSS pixel. More detail would hardly be visible. */
const MAX_DENSITY = 2.5;

/**
 * Returns the `srcset` of one of Octavo's own pictures in a given format. Returns `undefined` for external pictures.
 * `src` is the URL of the picture in any width and format. `sizes` is the value of the `sizes` attribute. If all its
 * lengths are in pixels, the `srcset` omits widths that no screen needs at {@link MAX_DENSITY} pixels per CSS pixel.
 */
export function createPictureSrcSet(
  src: string,
  format: ImageFormat,
  sizes = '',
): string | undefined {
  const picture = parsePictureUrl(src, sizes);
  return picture?.widths.map((width) => `${picture.folder}${width}.${format} ${width}w`).join(', ');
}

/** Maximum width in pixels of a picture for browsers without AVIF. */
const MAX_WEBP_WIDTH = 960;

/**
 * Returns the WebP URL of one of Octavo's own pictures, for browsers without AVIF support (Safari before 16.4). Returns
 * only one width, because few readers need it. Returns `undefined` for external pictures.
 */
export function createWebpPictureUrl(src: string, sizes = ''): string | undefined {
  const picture = parsePictureUrl(src, sizes);
  const width = picture?.widths.findLast((each) => each <= MAX_WEBP_WIDTH);
  return picture && `${picture.folder}${width}.webp`;
}

/**
 * Parses the URL of one of Octavo's own pictures. Returns the folder in the URL, and the picture widths that a page
 * needs for the given `sizes` attribute. Returns `undefined` for external pictures.
 */
function parsePictureUrl(
  src: string,
  sizes: string,
): { folder: string; widths: readonly number[] } | undefined {
  const [, folder, kind] = OWN_PICTURE_PATH.exec(src) ?? [];
  if (!folder || !kind) return undefined;
  const widths = PICTURE_WIDTHS[kind as PictureKind];
  const neededWidth = MAX_DENSITY * parseMaxPixels(sizes);
  const lastIndex = widths.findIndex((width) => width >= neededWidth);
  return { folder, widths: widths.slice(0, lastIndex < 0 ? widths.length : lastIndex + 1) };
}

/** Returns the largest length in a `sizes` attribute, in pixels, or `Infinity` if a length has another unit. */
function parseMaxPixels(sizes: string): number {
  const lengths = sizes
    .split(',')
    .map((each) => /([\d.]+)px$/.exec(each)?.[1] ?? Number.POSITIVE_INFINITY);
  return Math.max(...lengths.map(Number));
}

/**
 * Origin of Unsplash's pictures. Unsplash's API guidelines require pages to load pictures from this origin,
 * which resizes them and negotiates their format.
 */
export const UNSPLASH_IMAGE_ORIGIN = 'https://images.unsplash.com';

/**
 * Returns the URL of an Unsplash picture for use as a cover: scaled to a width in pixels, and cropped around
 * `focus` if given.
 */
export function createUnsplashCoverUrl(src: string, width: number, focus?: FocalPoint): string {
  const url = new URL(src);
  const parameters = {
    w: width,
    h: width * COVER_HEIGHT_PER_WIDTH,
    fit: 'crop',
    auto: 'format',
    q: 75,
    ...(focus && { crop: 'focalpoint', 'fp-x': focus.x, 'fp-y': focus.y }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, String(value));
  return url.href;
}

/**
 * Returns the `srcset` of an Unsplash picture. `src` must be a URL from {@link createUnsplashCoverUrl}. Returns
 * `undefined` for other pictures.
 */
export function createUnsplashCoverSrcSet(src: string): string | undefined {
  if (!src.startsWith(`${UNSPLASH_IMAGE_ORIGIN}/`) || !src.includes('fit=crop')) return undefined;
  return COVER_WIDTHS.map((width) => `${createUnsplashCoverUrl(src, width)} ${width}w`).join(', ');
}

/** Height of a cover, as a multiple of its width. */
export const COVER_HEIGHT_PER_WIDTH = 5 / 4;

/**
 * A point in a picture: its distances from the left and top edges, as fractions (0 to 1) of the picture's
 * width and height.
 */
export interface FocalPoint {
  x: number;
  y: number;
}

/**
 * Returns the largest 4:5 crop of a picture around a point, in whole pixels. If the crop would extend beyond an edge of
 * the picture, it is shifted inside.
 */
export function computeCoverCrop(
  { width, height }: { width: number; height: number },
  { x, y }: FocalPoint,
): { left: number; top: number; width: number; height: number } {
  const cropWidth = Math.max(1, Math.round(Math.min(width, height / COVER_HEIGHT_PER_WIDTH)));
  const cropHeight = Math.max(1, Math.min(height, Math.round(cropWidth * COVER_HEIGHT_PER_WIDTH)));
  const start = (center: number, cropSize: number, size: number) =>
    Math.round(Math.min(Math.max(center * size - cropSize / 2, 0), size - cropSize));
  return {
    left: start(x, cropWidth, width),
    top: start(y, cropHeight, height),
    width: cropWidth,
    height: cropHeight,
  };
}
