/** The root element, whose attributes about the reader are read by style sheets. */
export const root = document.documentElement;
