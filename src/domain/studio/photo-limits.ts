/** Limits for uploaded pictures. */
export const PHOTO_LIMITS = {
  /** Size of the file in bytes. */
  bytes: 12 * 1024 * 1024,
  /** Number of pixels: enough for phones, and limited by the decoder's memory. */
  pixels: 64_000_000,
  /** Minimum width of a cover, in pixels. */
  narrowest: 640,
  /** Maximum number of crops of a photograph. */
  crops: 60,
} as const;

/** Accepted file types. */
export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const;
