/** UI text for article cards, and for lists that load page by page. */
export const articleListsCopy = {
  minutes: (minutes: number) => `${minutes} min`,
  hasAudio: 'Audio available',
  loading: 'Loading articles',
  loadMore: 'Load More',
  loadingMore: 'Loading...',
  backToStart: 'Back to the start of the list',
  noMore: 'No more articles',
  failed: {
    title: 'We couldn’t load the articles',
    text: 'Check your connection and try again.',
    retry: 'Try Again',
  },
} as const;
