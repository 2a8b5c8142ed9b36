/** Strings of lists of authors. */
export const authorListCopy = {
  articles: (count: number) => (count === 1 ? '1 article' : `${count} articles`),
} as const;
