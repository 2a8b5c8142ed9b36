/** The dialog with the ways to share an article. */
export const shareCopy = {
  title: 'Share',
  copyLink: 'Copy link',
  copied: 'Copied!',
  otherApps: 'Other apps',
} as const;
