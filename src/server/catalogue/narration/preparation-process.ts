/** Entry point of the child process that prepares long articles for recording. */
import { serveTasks } from '#server/platform/child-worker.ts';
import { type PreparationTask, prepareArticle } from './preparation.ts';

serveTasks(({ article, voices }: PreparationTask) => prepareArticle(article, voices));
