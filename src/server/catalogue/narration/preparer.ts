import { type Article, listArticleTexts } from '#domain/article.ts';
import { ChildWorker } from '#server/platform/child-worker.ts';
import { type PreparedArticle, prepareArticle, type VoiceSettings } from './preparation.ts';
import type { PreparationTask } from './preparation-process.ts';

const PROCESS = new URL('preparation-process.ts', import.meta.url);
/**
 * Number of characters up to which an article is prepared in this process, which is faster than starting a child
 * process. It is twice the length of the articles in the library.
 */
const MOST_AT_ONCE = 12_000;

export interface Preparer {
  /** Prepares an article for recording. Rejects if the article cannot be prepared or the child process exits. */
  prepare(article: Article): Promise<PreparedArticle>;
}

/**
 * Prepares long articles in a child process, so that page requests do not have to wait. Prepares short articles in this
 * process.
 */
export class ProcessPreparer implements Preparer {
  readonly #voices: VoiceSettings;
  readonly #worker = new ChildWorker<PreparationTask>(PROCESS);

  constructor(voices: VoiceSettings) {
    this.#voices = voices;
  }

  async prepare(article: Article): Promise<PreparedArticle> {
    const length = listArticleTexts(article.body).reduce((sum, text) => sum + text.length, 0);
    if (length <= MOST_AT_ONCE) return prepareArticle(article, this.#voices);
    return (await this.#worker.run({ article, voices: this.#voices })) as PreparedArticle;
  }
}
