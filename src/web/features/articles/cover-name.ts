/** What a card and its article share: under one name, the cover of the one grows into that of the other. */
export const coverName = (articleId: string) => `cover-${articleId}`;
