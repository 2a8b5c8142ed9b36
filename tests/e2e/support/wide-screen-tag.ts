/**
 * The tag for tests of wide layouts. In the quick set (`npm test`), only these tests run in a desktop window. `npm run
 * test:all` runs every test in a desktop window.
 */
export const WIDE_SCREEN_TAG = '@wide';
