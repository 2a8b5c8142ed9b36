/** The thread in which articles are prepared for recording: long texts take seconds, and no page waits for them. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Article } from '#domain/article.ts';
import { type Preparation, prepare, type Voices } from './preparation.ts';

export interface PreparationOrder {
  number: number;
  article: Article;
}

export type PreparationResult = { number: number } & (
  | { preparation: Preparation }
  | { error: unknown }
);

const voices = workerData as Voices;
const send = (result: PreparationResult) => parentPort!.postMessage(result);

parentPort!.on('message', ({ number, article }: PreparationOrder) => {
  try {
    send({ number, preparation: prepare(article, voices) });
  } catch (error) {
    send({ number, error });
  }
});
