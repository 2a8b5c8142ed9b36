/** Toasts that confirm an action that a visitor requested before signing in. The action runs after the sign-in. */
export const resumeIntentCopy = {
  bookmarked: 'Bookmarked. Find it in your profile.',
  following: (alias: string) => `You’re now following ${alias}.`,
} as const;
