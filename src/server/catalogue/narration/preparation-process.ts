/** Entry point of the child process that prepares long articles for recording. */
import { serveTasksOfParent } from '#server/platform/child-worker.ts';
import { type PreparationTask, prepareArticle } from './preparation.ts';

serveTasksOfParent(({ article, voices }: PreparationTask) => prepareArticle(article, voices));
