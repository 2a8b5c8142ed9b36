/** UI text for the keyboard shortcuts. */
export const shortcutsCopy = {
  title: 'Keyboard shortcuts',
  /** The shortcuts, in display order. */
  list: [
    ['/', 'Search'],
    ['J', 'Go to the next article in a list'],
    ['K', 'Go to the previous article'],
    ['B', 'Bookmark the article, or remove its bookmark'],
    ['L', 'Listen to the article, or pause'],
    ['?', 'Show this list'],
  ],
  about:
    'B and L are for the article you’ve opened, or the one you’ve gone to in a list. Shortcuts do nothing while you type.',
  switch: {
    name: 'Use keyboard shortcuts',
    text: 'Single keys search, go through lists, bookmark and play. We remember your choice in this browser.',
    blocked: 'Your browser doesn’t let us remember a choice, so keyboard shortcuts are off.',
  },
  show: 'See all shortcuts',
  helpFailed: 'The list of shortcuts didn’t load. Please try again.',
  bookmarked: 'Bookmarked.',
  unbookmarked: 'Bookmark removed.',
  noNarration: 'There is no narration of this article.',
} as const;
