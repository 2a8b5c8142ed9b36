/** Error messages that the settings page and its dialogs share. */
export const accountErrorsCopy = {
  dialogFailed: 'We couldn’t open this. Please try again.',
  signedOut: 'You’ve been signed out. Please sign in and try again.',
} as const;
