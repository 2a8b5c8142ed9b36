import { Worker } from 'node:worker_threads';
import { type Article, textsOf } from '#domain/article.ts';
import { type Preparation, prepare, type Voices } from './preparation.ts';
import type { PreparationOrder, PreparationResult } from './preparation-thread.ts';

const THREAD = new URL('preparation-thread.ts', import.meta.url);
/** Milliseconds without work after which the thread is ended. */
const IDLE = 5000;
/** Characters that are prepared sooner than a thread starts, and while a page may wait: twice as many as articles have. */
const MOST_AT_ONCE = 12_000;

/** Prepares articles for recording. */
export interface Preparer {
  prepare(article: Article): Promise<Preparation>;
}

/** Prepares long articles in a thread of its own, one after the other, which exists while there is something to prepare. */
export class ThreadPreparer implements Preparer {
  readonly #voices: Voices;
  readonly #waiting = new Map<number, PromiseWithResolvers<Preparation>>();
  #thread: Worker | undefined;
  #ending: NodeJS.Timeout | undefined;
  #lastNumber = 0;

  constructor(voices: Voices) {
    this.#voices = voices;
  }

  /** Rejects if the article cannot be prepared, or the thread ends while it is being prepared. */
  async prepare(article: Article): Promise<Preparation> {
    const length = textsOf(article.body).reduce((sum, text) => sum + text.length, 0);
    return length > MOST_AT_ONCE ? this.#prepareInThread(article) : prepare(article, this.#voices);
  }

  async #prepareInThread(article: Article): Promise<Preparation> {
    clearTimeout(this.#ending);
    this.#thread ??= this.#start();
    const number = ++this.#lastNumber;
    const waiting = Promise.withResolvers<Preparation>();
    this.#waiting.set(number, waiting);
    this.#thread.ref();
    this.#thread.postMessage({ number, article } satisfies PreparationOrder);
    try {
      return await waiting.promise;
    } finally {
      this.#waiting.delete(number);
      if (!this.#waiting.size) this.#rest();
    }
  }

  #start(): Worker {
    const thread = new Worker(THREAD, { workerData: this.#voices });
    return thread
      .on('message', (result: PreparationResult) => {
        const waiting = this.#waiting.get(result.number);
        if ('error' in result) waiting?.reject(result.error);
        else waiting?.resolve(result.preparation);
      })
      .once('error', (error) => this.#lose(thread, error))
      .once('exit', () => this.#lose(thread, new Error('The preparation thread exited.')));
  }

  #lose(thread: Worker, error: unknown): void {
    if (this.#thread !== thread) return;
    this.#thread = undefined;
    for (const { reject } of this.#waiting.values()) reject(error);
  }

  /** An idle thread does not keep the process alive, and is ended after a while. */
  #rest(): void {
    const thread = this.#thread;
    thread?.unref();
    this.#ending = setTimeout(() => {
      this.#thread = undefined;
      thread?.terminate();
    }, IDLE).unref();
  }
}
