/** Returns the view transition name that a card's cover shares with its article's. */
export const coverName = (articleId: string) => `cover-${articleId}`;
