/** Dialogs, whatever is in them. */
export const dialogCopy = {
  close: 'Close',
} as const;
