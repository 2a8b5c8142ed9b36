/** UI text for the cookie banner, except its question. Every page loads this object. */
export const consentBannerStatusCopy = {
  label: 'Cookies',
  announcement: 'Please choose your cookie preferences.',
  saveFailed: 'We couldn’t save your choice. Please try again.',
} as const;

/** The question in the cookie banner. Only the server renders it, so browsers do not load this object. */
export const consentQuestionCopy = {
  question:
    'We use a few necessary cookies. Can we also use cookies for analytics and ads? Every article stays free to read either way.',
  about: 'About cookies',
  rejectAll: 'Reject All',
  acceptAll: 'Accept All',
  customize: 'Customize',
} as const;
