/** The document's root element. Style sheets read its attributes about the reader. */
export const documentRoot = document.documentElement;
