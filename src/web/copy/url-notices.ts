/** A toast about what the server did before it led to this page. */
export const urlNoticesCopy = {
  signedOut: 'You’re signed out.',
} as const;
