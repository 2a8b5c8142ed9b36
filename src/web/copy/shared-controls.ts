/** Text that several screens share, such as button labels. Every page loads this object. */
export const sharedControlsCopy = {
  bookmark: 'Bookmark',
  bookmarkOf: (title: string) => `Bookmark ${title}`,
  unbookmark: 'Remove a bookmark',
  follow: 'Follow',
  following: 'Following',
  unfollow: 'Unfollow an author',
  share: 'Share',
  reading: 'Reading settings',
  readingFailed: 'Failed to open the settings. Please try again.',
  report: 'Report this article',
  read: 'Read',
} as const;
