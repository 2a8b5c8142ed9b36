/** Buttons that several screens share. Every page loads it. */
export const controlsCopy = {
  bookmark: 'Bookmark',
  bookmarkArticle: (title: string) => `Bookmark ${title}`,
  removeBookmark: 'Remove a bookmark',
  follow: 'Follow',
  following: 'Following',
  unfollowAuthor: 'Unfollow an author',
  share: 'Share',
  report: 'Report this article',
} as const;
