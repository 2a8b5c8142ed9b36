/**
 * Addresses of the pictures Octavo draws itself. One picture is a folder that holds it at several widths
 * and in three formats: `/images/covers/{key}/{width}.{format}`. The key changes whenever the drawing does, so
 * what an address holds never changes.
 */
export const COVER_WIDTHS = [320, 480, 640, 768, 960, 1280] as const;
const AVATAR_WIDTHS = [64, 128, 256, 512] as const;

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

const DRAWN = /^(\/images\/(covers|avatars)\/[^/]+\/)\d+\.\w+$/;

/** Whether Octavo drew the picture at that address; else it is a photograph, or from elsewhere. */
export function isDrawn(src: string): boolean {
  return DRAWN.test(src);
}

/**
 * The `srcset` of a drawn picture in one format, from the address of any of its renderings.
 * `undefined` for a picture from elsewhere, which has one address only.
 */
export function pictureSrcSet(src: string, format: ImageFormat): string | undefined {
  const [, folder, kind] = DRAWN.exec(src) ?? [];
  if (!folder || !kind) return undefined;
  return PICTURE_WIDTHS[kind as PictureKind]
    .map((width) => `${folder}${width}.${format} ${width}w`)
    .join(', ');
}
