/**
 * For tests of what a wide window shows or does differently. In the quick set the desktop project runs these alone; in
 * `npm run test:all` it runs every test.
 */
export const WIDE = '@wide';
