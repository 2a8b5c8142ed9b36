/** Toasts about what a visitor wanted to do before they signed in, once it is done. */
export const finishIntentCopy = {
  bookmarked: 'Bookmarked. Find it in your profile.',
  following: (alias: string) => `You’re now following ${alias}.`,
} as const;
