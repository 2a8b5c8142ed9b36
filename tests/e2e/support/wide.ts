/**
 * Tag for tests of wide layouts. In the quick set the desktop project runs only these; in `npm run test:all`
 * it runs every test.
 */
export const WIDE = '@wide';
