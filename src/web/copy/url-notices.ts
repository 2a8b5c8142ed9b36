/** Toasts about an action that the server completed before it redirected to the current page. */
export const urlNoticesCopy = {
  signedOut: 'You’re signed out.',
} as const;
