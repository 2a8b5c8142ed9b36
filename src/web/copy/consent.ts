/** UI text for the individual cookie choices, in the banner and on the settings page. */
export const consentCopy = {
  necessary: {
    name: 'Necessary',
    meaning: 'For signing in and saving your choices. Always on.',
  },
  purposes: {
    analytics: { name: 'Analytics', meaning: 'Shows us which articles people finish.' },
    advertising: {
      name: 'Advertising',
      meaning: 'Shows ads from an ad network instead of our own.',
    },
  },
  rejectAll: 'Reject All',
  acceptAll: 'Accept All',
  save: 'Save',
  /** Toast whose exact wording the product specification defines (spec 8). */
  saved: 'Cookie preferences saved!',
  notSaved:
    'Your browser didn’t save your choice, so analytics and ads stay off. It may be blocking cookies or out of space.',
} as const;
