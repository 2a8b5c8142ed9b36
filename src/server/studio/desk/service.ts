export { publishingWhatIsDue } from './due.ts';
export { moveArticle } from './publishing.ts';
