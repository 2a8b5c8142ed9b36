/** The root element, whose attributes tell style sheets about the reader. */
export const root = document.documentElement;
