/** Returns the view transition name that an article's cover has in a list and on the article's page. */
export const getCoverTransitionName = (articleId: string) => `cover-${articleId}`;
