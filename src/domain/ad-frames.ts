/** Messages that an ad frame posts to its page: the frame shows an ad (`filled`) or has none (`unfilled`). */
export const AD_FRAME_MESSAGES = {
  filled: 'octavo-ad:filled',
  unfilled: 'octavo-ad:unfilled',
} as const;

/** Permissions in the `sandbox` attribute of an ad frame, the same for every origin. */
export const AD_FRAME_PERMISSIONS = [
  'allow-scripts',
  'allow-popups',
  'allow-popups-to-escape-sandbox',
  'allow-top-navigation-by-user-activation',
] as const;
