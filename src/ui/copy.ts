/** Interface text for the shared components. */
export const uiCopy = {
  close: 'Close',
  dismiss: 'Dismiss',
  search: 'Search',
  clearSearch: 'Clear search',
} as const;
