/** Entry point of the child process that builds the scripts of long articles for recording. */
import { runTasksOfParent } from '#server/platform/child-worker.ts';
import { type ArticlePreparationTask, prepareArticleForRecording } from './preparation.ts';

runTasksOfParent(({ article, voices }: ArticlePreparationTask) =>
  prepareArticleForRecording(article, voices),
);
