/** UI text for horizontally scrolling carousels, and for the small cards in them. */
export const articleCarouselCopy = {
  seeAll: 'See all',
  previous: 'Scroll left',
  next: 'Scroll right',
  minutes: (minutes: number) => `${minutes} min`,
} as const;
