/** UI text for the health page. */
export const healthCopy = {
  title: 'Service is healthy',
  lastUpdated: 'Last updated ',
} as const;
