/** What a picture that an editor puts in may be. */
export const PHOTO_LIMITS = {
  /** Bytes of the file. */
  bytes: 12 * 1024 * 1024,
  /** Pixels: what phones take, and no more than a decoder has room for. */
  pixels: 64_000_000,
  /** Pixels a cover made of it has in width at least. */
  narrowest: 640,
  /** Crops one photograph may have. */
  crops: 60,
} as const;

/** The kinds of file that are taken. */
export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const;
