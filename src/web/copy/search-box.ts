/** The buttons of a search box. */
export const searchBoxCopy = {
  search: 'Search',
  clear: 'Clear search',
} as const;
