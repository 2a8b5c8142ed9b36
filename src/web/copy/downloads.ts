const formatCount = (count: number) => (count === 1 ? '1 narration' : `${count} narrations`);

/** UI text for narrations that are downloaded for listening offline. */
export const downloadsCopy = {
  title: 'Downloads',
  about: 'Narrations on this device, which play without a network.',
  openFailed: 'Failed to open your downloads. Please try again.',
  download: 'Download',
  thisNarration: 'this narration',
  forOffline: 'To listen without a network',
  cancel: 'Cancel',
  theDownload: 'the download',
  remove: 'Remove',
  removeOf: (title: string) => `Remove “${title}”`,
  update: 'Update',
  tryAgain: 'Try Again',
  waiting: 'Waiting…',
  preparing: 'Getting ready…',
  running: 'Downloading…',
  /** `progress` is the fraction that has been downloaded, from 0 to 1. */
  percent: (progress: number) => `${Math.floor(100 * progress)}%`,
  keepOpen: 'Keep this page open until it’s done.',
  keepOpenCloseThis: 'Keep this page open until it’s done. You can close this window in it.',
  saved: 'Downloaded',
  outdated: 'There is a newer recording',
  rightsExpired: 'Connect once to keep your downloads.',
  failures: {
    noRoom: 'There is no room left on this device.',
    unreachable: 'The server cannot be reached.',
    busy: 'Many narrations are being made just now. Please try again in a minute.',
    missing: 'There is no narration of this article.',
    notPremium: 'Downloads are part of Premium.',
    unsupported: 'This browser can’t store downloads.',
    unknown: 'The download failed. Please try again.',
  },
  all: {
    download: 'Download all bookmarks',
    object: 'all bookmarks',
    about: 'One after the other, read by your narrator',
    running: (position: number, total: number) =>
      total === 1 ? 'Downloading…' : `Downloading ${position} of ${total}…`,
    done: (count: number) =>
      count === 0 ? 'All your bookmarks are here.' : `${formatCount(count)} added.`,
    missing: (count: number) =>
      count === 1 ? '1 article has no narration.' : `${count} articles have no narration.`,
  },
  none: 'No downloads yet. The player has a button to download a narration.',
  total: (count: number, size: string) => `${formatCount(count)} · ${size}`,
  minutes: (seconds: number) => `${Math.max(1, Math.round(seconds / 60))} min`,
  removeAll: 'Remove all',
  removeAllQuestion: 'Remove all downloads from this device?',
  removeAllConfirmed: 'Remove them',
  keep: 'Keep them',
  mark: 'Narration downloaded',
} as const;
