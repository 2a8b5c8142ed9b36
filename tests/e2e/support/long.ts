/**
 * For tests that take ten seconds and more, of what seldom breaks alone: `npm test` leaves them to `npm run test:all`.
 */
export const LONG = '@long';
