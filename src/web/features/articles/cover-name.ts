/** Returns the view transition name that the cover on an article's card shares with the cover on the article's page. */
export const coverName = (articleId: string) => `cover-${articleId}`;
