/** The document's root element. Style sheets read its attributes about the reader. */
export const root = document.documentElement;
