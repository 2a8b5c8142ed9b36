/** What a frame tells its page, in one word: there is an ad, or none. */
export const AD_FRAME_MESSAGES = {
  filled: 'octavo-ad:filled',
  unfilled: 'octavo-ad:unfilled',
} as const;

/** What a frame may do, wherever it is. */
export const AD_FRAME_PERMISSIONS = [
  'allow-scripts',
  'allow-popups',
  'allow-popups-to-escape-sandbox',
  'allow-top-navigation-by-user-activation',
] as const;
