/**
 * Messages that an ad frame posts to its parent page. `filled`: the frame shows an ad. `unfilled`: no ad is available.
 */
export const AD_FRAME_MESSAGES = {
  filled: 'octavo-ad:filled',
  unfilled: 'octavo-ad:unfilled',
} as const;

/**
 * Permissions in the `sandbox` attribute of every ad frame. An ad frame on a separate origin gets additional
 * permissions.
 */
export const AD_FRAME_PERMISSIONS = [
  'allow-scripts',
  'allow-popups',
  'allow-popups-to-escape-sandbox',
  'allow-top-navigation-by-user-activation',
] as const;
