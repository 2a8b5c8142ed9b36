/**
 * Tag of tests for wide layouts. In the quick set, the desktop project runs only these tests. In `npm run test:all`, it
 * runs every test.
 */
export const WIDE_SCREEN_TAG = '@wide';
