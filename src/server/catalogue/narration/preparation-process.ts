/** Entry point of the child process that prepares long articles for recording. */
import type { Article } from '#domain/article.ts';
import { serveTasks } from '#server/platform/child-worker.ts';
import { prepareArticle, type VoiceSettings } from './preparation.ts';

export interface PreparationTask {
  article: Article;
  voices: VoiceSettings;
}

serveTasks(({ article, voices }: PreparationTask) => prepareArticle(article, voices));
