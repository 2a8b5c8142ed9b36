/** UI text for the dialog that shares an article. */
export const shareCopy = {
  title: 'Share',
  copyLink: 'Copy link',
  copied: 'Copied!',
  otherApps: 'Other apps',
} as const;
