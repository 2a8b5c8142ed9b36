/** UI texts about articles that are saved for reading without a network. */
export const offlineCopy = {
  newVersion: 'A new version of Octavo is ready. You’ll see it on the next page you load.',
  saved: 'Saved on this device',
  search: 'Search saved articles',
  lists: {
    today: 'Today’s five',
    bookmarks: 'Bookmarks',
    read: 'Opened lately',
    downloads: 'Downloads',
  },
  found: (count: number) =>
    count === 0
      ? 'No saved article matches.'
      : `${count} saved ${count === 1 ? 'article' : 'articles'}`,
} as const;
