/** Toasts about something that was done on the way to a page: signing in or signing out. */
export const noticesCopy = {
  signedOut: 'You’re signed out.',
  bookmarked: 'Bookmarked. Find it in your profile.',
  following: (alias: string) => `You’re now following ${alias}.`,
} as const;
