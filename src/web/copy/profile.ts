/** UI text for a reader's profile: bookmarks and followed authors. */
export const profileCopy = {
  tabList: 'Profile',
  allowance: {
    bookmarks: (used: number, limit: number) =>
      used > limit ? `${used} bookmarks` : `${used} of ${limit} bookmarks`,
    authors: (used: number, limit: number) =>
      used > limit ? `${used} authors` : `${used} of ${limit} authors`,
    lines: (used: number, limit: number) =>
      used > limit ? `${used} lines` : `${used} of ${limit} lines`,
  },
  findArticles: 'Find something to read',
  signedOut: {
    bookmarks: 'Your bookmarks will appear here',
    following: 'The authors you follow will appear here',
    history: 'The articles you’ve read will appear here',
    lines: 'The lines you keep will appear here',
    text: 'Sign in to save articles and follow authors. Accounts are free, and you don’t need one to read.',
    signIn: 'Sign in',
  },
  /** Toast whose exact wording the product specification defines (spec 8). */
  loadMoreFailed: 'Failed to load more bookmarks. Please try again.',
  noBookmarks: {
    title: 'No Bookmarks Yet',
    text: 'Tap the ribbon on any article to save it here for later.',
  },
  search: {
    label: 'Search your bookmarks',
    found: (query: string, count: number, hasMore: boolean) => {
      const bookmarks = count === 1 ? '1 bookmark' : `${count} bookmarks`;
      return `${hasMore ? `The first ${bookmarks}` : bookmarks} for “${query}”`;
    },
    nothingFound: 'No bookmarks found',
    nothingFoundText: (query: string) =>
      `Nothing you’ve bookmarked matches “${query}”. Try a word from the title or the author’s name.`,
    seeAll: 'See all your bookmarks',
  },
  filter: {
    label: 'Filter your bookmarks',
    visibleLabel: 'Show',
    choices: {
      all: { name: 'All', announcement: '' },
      unread: { name: 'Unread', announcement: 'Bookmarks you haven’t read. ' },
      read: { name: 'Read', announcement: 'Bookmarks you’ve read. ' },
    },
  },
  noneToShow: {
    unread: {
      title: 'You’re all caught up',
      text: 'You’ve read every article you’ve bookmarked.',
    },
    read: {
      title: 'No read bookmarks yet',
      text: 'Articles you’ve bookmarked will appear here once you’ve read them to the end.',
    },
  },
  sort: {
    label: 'Sort your bookmarks',
    visibleLabel: 'Sort',
    orders: {
      kept: { name: 'Last saved', announcement: 'Sorted by when you saved them, latest first' },
      author: { name: 'Author', announcement: 'Sorted by author, A to Z' },
      length: { name: 'Shortest', announcement: 'Sorted by length, shortest first' },
      unread: { name: 'Unread first', announcement: 'Sorted with unread articles first' },
    },
  },
  following: {
    none: 'No Authors Followed',
    noneText: 'Follow an author you enjoy, and their new articles will show up in your feed.',
    meetAuthors: 'Meet the authors',
    meetMoreAuthors: 'Meet more authors',
    opml: {
      text: 'Take these authors to a feed reader, or follow the authors in a feed reader’s file (OPML).',
      export: 'Export',
      import: 'Import',
      imported: (followed: number, unknown: number) => {
        const summary =
          followed === 0
            ? 'This file lists no authors of Octavo.'
            : `You follow ${followed === 1 ? 'the author' : `all ${followed} authors`} in this file.`;
        return unknown === 0 || followed === 0
          ? summary
          : `${summary} ${unknown === 1 ? 'One feed is' : `${unknown} feeds are`} from elsewhere.`;
      },
      tooLarge: 'This file is too large.',
      failed: 'The file couldn’t be imported. Please try again.',
    },
  },
} as const;
