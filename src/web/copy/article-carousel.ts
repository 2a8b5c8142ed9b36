/** UI texts of horizontally scrolling carousels, and of the small cards in them. */
export const articleCarouselCopy = {
  seeAll: 'See all',
  previous: 'Scroll left',
  next: 'Scroll right',
  minutes: (minutes: number) => `${minutes} min`,
} as const;
