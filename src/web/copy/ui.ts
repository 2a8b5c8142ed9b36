/** Labels of interface pieces that any screen may show. */
export const uiCopy = {
  close: 'Close',
  dismiss: 'Dismiss',
  search: 'Search',
  clearSearch: 'Clear search',
} as const;
