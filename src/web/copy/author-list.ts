/** UI text for author lists. */
export const authorListCopy = {
  articles: (count: number) => (count === 1 ? '1 article' : `${count} articles`),
  loading: 'Loading authors',
  noMore: 'No more authors',
  moreFailed: 'Failed to load more authors. Please try again.',
  failed: {
    toast: 'Failed to load authors. Please try again.',
    title: 'We couldn’t load the authors',
    text: 'Check your connection and try again.',
    retry: 'Try Again',
  },
} as const;
