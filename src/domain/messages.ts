/** The sentences readers are shown, word for word from the spec's error catalogue (spec 8). */
export const MESSAGES = {
  bookmarkFailed: 'Failed to update bookmark. Please try again.',
  followFailed: 'Failed to update follow status. Please try again.',
  feedbackFailed: 'Failed to update feedback. Please try again.',
  reportSent: 'Report submitted successfully. Thank you for your feedback!',
  reportTooMany: 'Too many reports. Please try again later.',
  reportFailed: 'Failed to submit report. Please try again.',
  contactSent: "Message sent! We'll get back to you soon.",
  contactTooMany: 'Too many submissions. Please wait before trying again.',
  contactFailed: 'Failed to send message. Please try again.',
  contactIncomplete: 'Please fill in all required fields',
  captchaNotReady: 'reCAPTCHA not ready. Please try again.',
  articlesFailed: 'Failed to load articles. Please try again.',
  moreArticlesFailed: 'Failed to load more articles. Please try again.',
  moreBookmarksFailed: 'Failed to load more bookmarks. Please try again.',
  shareFailed: 'Failed to share. Please try again.',
  sampleLoadFailed: 'Failed to load audio sample',
  samplePlayFailed: 'Failed to play audio sample',
  cookiesSaved: 'Cookie preferences saved!',
  signInExpired: 'Your login attempt has expired. Please try again.',
  checkoutFailed: 'Failed to start checkout. Please try again.',
  portalFailed: 'Failed to open subscription management. Please try again.',
  unknownError: 'Unknown error',
} as const;

/** Milliseconds (spec 9). */
export const TOAST_DURATION = 5000;
export const TOAST_CLOSING = 300;
export const COPIED_DURATION = 3000;

/** Pixels scrolled before the way back up is offered (spec 9). */
export const SCROLL_TO_TOP_AFTER = 1000;
