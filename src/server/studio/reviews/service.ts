export { closeReviewOf, dropReviewOf } from './deciding.ts';
export { IMPROVEMENTS } from './improvement-kind.ts';
export { REVIEWS } from './review-kind.ts';
export { countWaitingReviews } from './showing.ts';
