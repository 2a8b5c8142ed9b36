/**
 * Messages for readers, verbatim from the error catalog in section 8 of the product specification. Every page loads
 * them. Messages that only one screen uses are in `src/web/copy`.
 */
export const ERROR_MESSAGES = {
  bookmarkFailed: 'Failed to update bookmark. Please try again.',
  followFailed: 'Failed to update follow status. Please try again.',
  feedbackFailed: 'Failed to update feedback. Please try again.',
  reportFailed: 'Failed to submit report. Please try again.',
  articlesFailed: 'Failed to load articles. Please try again.',
  moreArticlesFailed: 'Failed to load more articles. Please try again.',
  shareFailed: 'Failed to share. Please try again.',
  sampleLoadFailed: 'Failed to load audio sample',
  samplePlayFailed: 'Failed to play audio sample',
  checkoutFailed: 'Failed to start checkout. Please try again.',
  portalFailed: 'Failed to open subscription management. Please try again.',
  unknownError: 'Unknown error',
} as const;

/** Milliseconds until a toast closes (spec 9). */
export const TOAST_DURATION = 5000;
/** Duration of a toast's closing animation, in milliseconds (spec 9). */
export const TOAST_CLOSE_ANIMATION_DURATION = 300;
/** Milliseconds until the share sheet hides the confirmation that a link was copied (spec 9). */
export const COPIED_MESSAGE_DURATION = 3000;

/** Number of pixels that a reader must scroll before the back-to-top button appears (spec 9). */
export const SCROLL_TO_TOP_THRESHOLD = 1000;
