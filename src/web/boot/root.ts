/** The root element, which carries what the stylesheet must know of the reader. */
export const root = document.documentElement;
