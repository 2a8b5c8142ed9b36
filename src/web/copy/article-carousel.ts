/** Interface texts of shelves that scroll sideways, and of the small cards on them. */
export const articleCarouselCopy = {
  seeAll: 'See all',
  previous: 'Scroll left',
  next: 'Scroll right',
  minutes: (minutes: number) => `${minutes} min`,
} as const;
