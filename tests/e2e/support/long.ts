/**
 * For tests that take ten seconds or more and rarely fail alone. The quick set (`npm test`) leaves them to
 * `npm run test:all`.
 */
export const LONG = '@long';
