import { type Article, listTexts } from '#domain/article.ts';
import { ChildWorker } from '#server/platform/child-worker.ts';
import { type PreparedArticle, prepareArticle, type VoiceSettings } from './preparation.ts';
import type { PreparationTask } from './preparation-process.ts';

const PROCESS = new URL('preparation-process.ts', import.meta.url);
/** Characters that are prepared faster than a process starts: twice the length of our articles. */
const MOST_AT_ONCE = 12_000;

/** Prepares articles for recording. */
export interface Preparer {
  /** Rejects if the article cannot be prepared, or the process that prepares it exits. */
  prepare(article: Article): Promise<PreparedArticle>;
}

/** Prepares long articles in a child process, which no page waits for, and all others at once. */
export class ProcessPreparer implements Preparer {
  readonly #voices: VoiceSettings;
  readonly #worker = new ChildWorker<PreparationTask>(PROCESS);

  constructor(voices: VoiceSettings) {
    this.#voices = voices;
  }

  async prepare(article: Article): Promise<PreparedArticle> {
    const length = listTexts(article.body).reduce((sum, text) => sum + text.length, 0);
    if (length <= MOST_AT_ONCE) return prepareArticle(article, this.#voices);
    return (await this.#worker.run({ article, voices: this.#voices })) as PreparedArticle;
  }
}
