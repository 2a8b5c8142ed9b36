/** The child process in which long articles are prepared for recording. */
import type { Article } from '#domain/article.ts';
import { serveTasks } from '#server/platform/child-worker.ts';
import { prepare, type Voices } from './preparation.ts';

export interface PreparationTask {
  article: Article;
  voices: Voices;
}

serveTasks(({ article, voices }: PreparationTask) => prepare(article, voices));
