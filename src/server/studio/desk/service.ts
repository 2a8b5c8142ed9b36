export { publishingWhatIsDue } from './due.ts';
export { lockArticles, moveArticle, scheduleArticle } from './publishing.ts';
