/**
 * The tag for tests that take at least ten seconds and rarely find an error that other tests miss. The quick set (`npm
 * test`) skips them, and `npm run test:all` runs them.
 */
export const LONG_TEST_TAG = '@long';
