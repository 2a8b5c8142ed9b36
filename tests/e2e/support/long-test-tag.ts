/**
 * The tag of tests that take at least ten seconds, and that rarely find an error that no other test finds. The quick
 * set (`npm test`) skips them, and `npm run test:all` runs them.
 */
export const LONG_TEST_TAG = '@long';
