export { chooseCover, coversSoFar } from './covers-so-far.ts';
export { shelveArticle, withdrawArticles } from './shelving.ts';
