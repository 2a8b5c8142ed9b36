/** Entry point of the child process that builds the scripts of long articles for recording. */
import { serveTasksOfParent } from '#server/platform/child-worker.ts';
import { type ArticlePreparationTask, prepareArticleForRecording } from './preparation.ts';

serveTasksOfParent(({ article, voices }: ArticlePreparationTask) =>
  prepareArticleForRecording(article, voices),
);
