/** The document's root element. Its attributes tell style sheets about the reader. */
export const documentRoot = document.documentElement;
