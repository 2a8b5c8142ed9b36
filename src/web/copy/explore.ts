const articles = (count: number) => (count === 1 ? '1 article' : `${formatNumber(count)} articles`);
const authors = (count: number) => (count === 1 ? '1 author' : `${formatNumber(count)} authors`);

/** UI text for Explore: its two tabs, the category filter, search results and empty states. */
export const exploreCopy = {
  label: 'Explore',
  tabs: {
    '/articles': {
      name: 'Articles',
      heading: 'Explore articles',
      search: 'Search articles and authors',
      /** The word after the number of articles. The number is in a separate element. */
      unit: (count: number) => (count === 1 ? 'article' : 'articles'),
      empty: {
        title: 'No articles found',
        anywhere: 'There aren’t any articles yet. Check back soon.',
        here: (topic: string) => `We don’t have any articles on ${topic} yet.`,
        all: 'See all articles',
      },
    },
    '/authors': {
      name: 'Authors',
      heading: 'Explore authors',
      search: 'Search authors',
      unit: (count: number) => (count === 1 ? 'author' : 'authors'),
      empty: {
        title: 'No authors found',
        anywhere: 'There aren’t any authors yet. Check back soon.',
        here: (topic: string) => `None of our authors write about ${topic} yet.`,
        all: 'See all authors',
      },
    },
  },
  lists: {
    label: 'Lists of articles',
    names: { new: 'New', popular: 'Popular this month', short: 'Short' },
    empty: {
      popular: 'No article here was read this month.',
      short: 'No article here takes three minutes or less yet.',
    },
  },
  filter: {
    label: 'Categories',
    within: (category: string) => `Topics in ${category}`,
    all: 'All',
    none: 'None yet',
  },
  /** Sentence that follows the message about an empty subcategory. */
  moreInCategory: (count: number, category: string) =>
    ` You’ll find ${formatNumber(count)} in ${category}.`,
  browse: (category: string) => `Browse ${category}`,
  startHere: 'Start here',
  writtenBy: 'Authors',
  newestFirst: 'Newest first',
  related: 'Related articles',
  authorsFound: (count: number, hasMore: boolean) => {
    if (count === 0) return 'No authors found';
    return hasMore ? `Showing the first ${authors(count)}` : authors(count);
  },
  noAuthorMatch: {
    title: 'No authors found',
    text: (query: string) => `No authors match “${query}”. Check the spelling, or try a topic.`,
    all: 'See all authors',
    searchArticles: 'Search articles instead',
  },
  search: {
    pending: (query: string) => `Searching for “${query}”`,
    authors,
    articles,
    firstArticles: (count: number) =>
      count === 1 ? 'the first article' : `the first ${count} articles`,
    found: (count: string, query: string) => `${count} for “${query}”`,
    showing: (shown: string) => `Showing results for ${shown}`,
    insteadOf: (count: string, typed: string) => `. ${count}. No results for ${typed}.`,
  },
  noResults: {
    title: 'No articles found',
    text: (query: string) =>
      `No results for “${query}”. Check the spelling, or search for something broader.`,
    clear: 'Clear search',
    browseAuthors: 'Browse authors',
  },
  searchFailed: {
    title: 'We couldn’t run your search',
    text: 'Check your connection and try again.',
    retry: 'Try Again',
  },
} as const;

function formatNumber(count: number): string {
  return count.toLocaleString('en-US');
}
