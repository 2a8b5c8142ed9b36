/** What the shared components say. */
export const uiCopy = {
  close: 'Close',
  dismiss: 'Dismiss',
  search: 'Search',
  clearSearch: 'Clear search',
} as const;
