/** Limits for uploaded pictures. */
export const PHOTO_LIMITS = {
  /** Maximum size of the file, in bytes. */
  bytes: 12 * 1024 * 1024,
  /**
   * Maximum number of pixels in a picture. It is high enough for photographs from phones, and low enough for a decoded
   * picture to fit into the available memory.
   */
  pixels: 64_000_000,
  /** Minimum width of a picture that is used as a cover, in pixels. */
  minWidth: 640,
  /** Maximum number of crops per photograph. */
  crops: 60,
} as const;

/** Media types accepted for uploaded pictures. */
export const PHOTO_MEDIA_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const;
