/**
 * The tag of tests that take ten seconds or more and are rarely the only tests that fail. The quick set (`npm test`)
 * skips them, and `npm run test:all` runs them.
 */
export const LONG_TEST_TAG = '@long';
