export { publishingWhatIsDue } from './due.ts';
export { moveArticle, scheduleArticle } from './publishing.ts';
