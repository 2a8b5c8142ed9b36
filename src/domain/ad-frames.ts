/**
 * Messages that an ad frame posts to the page that contains it: `filled` if the frame shows an ad, `unfilled` if it has
 * none.
 */
export const AD_FRAME_MESSAGES = {
  filled: 'octavo-ad:filled',
  unfilled: 'octavo-ad:unfilled',
} as const;

/** Permissions in the `sandbox` attribute of an ad frame. They do not depend on the frame's origin. */
export const AD_FRAME_PERMISSIONS = [
  'allow-scripts',
  'allow-popups',
  'allow-popups-to-escape-sandbox',
  'allow-top-navigation-by-user-activation',
] as const;
