import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Article } from '#domain/article.ts';
import { buildLexicon } from '#speech/script/lexicon.ts';
import { prepare } from './preparation.ts';
import { ThreadPreparer } from './preparer.ts';

const VOICES = { lexicon: buildLexicon({ Bach: 'Bark' }), voices: 'hum-1' };
const articleOf = (introduction: string[]) =>
  ({
    title: 'Bach',
    authorAlias: 'Potsherd',
    body: { summary: [], introduction, keyPoints: [], conclusion: ['It ends.'] },
  }) as unknown as Article;
const SHORT = articleOf(['Bach was born on 31 March 1685.']);
const LONG = articleOf(Array(20).fill('Bach was born on 31 March 1685. '.repeat(50)));

const threads: Worker[] = [];
const remember = (thread: Worker) => void threads.push(thread);
beforeEach(() => void process.on('worker', remember));
afterEach(async () => {
  process.off('worker', remember);
  for (const thread of threads.splice(0)) await thread.terminate();
});

it('prepares long articles in one thread, and short ones without', async () => {
  const preparer = new ThreadPreparer(VOICES);
  expect(await preparer.prepare(SHORT)).toEqual(prepare(SHORT, VOICES));
  expect(threads).toEqual([]);
  const [one, other] = await Promise.all([preparer.prepare(LONG), preparer.prepare(LONG)]);
  expect(one).toEqual(prepare(LONG, VOICES));
  expect(other).toEqual(one);
  expect(threads).toHaveLength(1);
});

it('rejects when its thread ends, and starts another', async () => {
  const preparer = new ThreadPreparer(VOICES);
  const started = once(process, 'worker');
  const lost = expect(preparer.prepare(LONG)).rejects.toThrow('thread exited');
  const [thread] = (await started) as [Worker];
  await thread.terminate();
  await lost;
  expect(await preparer.prepare(LONG)).toEqual(prepare(LONG, VOICES));
  expect(threads).toHaveLength(2);
});
