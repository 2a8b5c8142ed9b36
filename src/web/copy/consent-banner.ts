/** Strings of the cookie banner. Every page loads this object. The question below is only part of the server's HTML. */
export const consentBannerCopy = {
  label: 'Cookies',
  announcement: 'Please choose your cookie preferences.',
  saveFailed: 'We couldn’t save your choice. Please try again.',
} as const;

/** The question of the banner. Scripts keep the HTML that the server rendered. */
export const consentQuestionCopy = {
  question:
    'We use a few necessary cookies. Can we also use cookies for analytics and ads? Every article stays free to read either way.',
  about: 'About cookies',
  rejectAll: 'Reject All',
  acceptAll: 'Accept All',
  customize: 'Customize',
} as const;
