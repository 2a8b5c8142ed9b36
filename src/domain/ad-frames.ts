/** One-word messages from an ad frame to its page: it shows an ad, or has none. */
export const AD_FRAME_MESSAGES = {
  filled: 'octavo-ad:filled',
  unfilled: 'octavo-ad:unfilled',
} as const;

/** Permissions of an ad frame (`sandbox`), on any origin. */
export const AD_FRAME_PERMISSIONS = [
  'allow-scripts',
  'allow-popups',
  'allow-popups-to-escape-sandbox',
  'allow-top-navigation-by-user-activation',
] as const;
