import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import type { Article } from '#domain/article.ts';
import { createVoicesWithFingerprint } from '#server/testing/humming-recorder.ts';
import { buildLexicon } from '#speech/script/lexicon.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';
import { ArticlePreparer, prepareArticleForRecording, RecordingNamesCache } from './preparation.ts';

const VOICES = {
  lexicon: buildLexicon({ Bach: 'Bark' }),
  voices: createVoicesWithFingerprint('hum-1'),
};
const createArticle = (introduction: string[]) =>
  ({
    title: 'Bach',
    authorAlias: 'Potsherd',
    body: { summary: [], introduction, keyPoints: [], conclusion: ['It ends.'] },
  }) as unknown as Article;
const SHORT = createArticle(['Bach was born on 31 March 1685.']);
const LONG = createArticle(Array(20).fill('Bach was born on 31 March 1685. '.repeat(50)));

/** Returns the IDs of the preparation processes that this process has started. */
function listPreparationPids(): number[] {
  const list = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], {
    encoding: 'utf8',
  });
  const lines = list.split('\n').filter((line) => line.includes('preparation-process'));
  return lines.map((line) => Number.parseInt(line, 10));
}

it.skipIf(process.platform === 'win32')(
  'the preparer prepares long articles in a child process, and short articles in this process',
  async () => {
    const preparer = new ArticlePreparer(VOICES);
    expect(await preparer.prepare(SHORT)).toEqual(prepareArticleForRecording(SHORT, VOICES));
    expect(listPreparationPids()).toEqual([]);
    const [first, second] = await Promise.all([preparer.prepare(LONG), preparer.prepare(LONG)]);
    expect(first).toEqual(prepareArticleForRecording(LONG, VOICES));
    expect(second).toEqual(first);
    expect(listPreparationPids()).toHaveLength(1);
  },
);

it.skipIf(process.platform === 'win32' || !isRunOfAllTests())(
  'the preparer rejects when its child process exits, and starts another one',
  async () => {
    const preparer = new ArticlePreparer(VOICES);
    const pidsBefore = listPreparationPids();
    const rejection = expect(preparer.prepare(LONG)).rejects.toThrow('child process exited');
    const [pid] = listPreparationPids().filter((each) => !pidsBefore.includes(each));
    process.kill(pid!, 'SIGKILL');
    await rejection;
    expect(await preparer.prepare(LONG)).toEqual(prepareArticleForRecording(LONG, VOICES));
  },
);

const computeNames = (article: Article) => prepareArticleForRecording(article, VOICES).names;
const [oldArticle, newArticle] = ['A wall', 'A wall, and a gate'].map(
  (title) =>
    ({
      title,
      authorAlias: 'Potsherd',
      body: { introduction: ['It stood.'], keyPoints: [], conclusion: ['It fell.'] },
    }) as unknown as Article,
);

it.each([
  ['invalidate', (names: RecordingNamesCache) => names.invalidate(['article:wall'])],
  ['markAllStale', (names: RecordingNamesCache) => names.markAllStale()],
])('calls before and after a change do not share recording names: %s', async (_, change) => {
  const names = new RecordingNamesCache({
    prepare: async (article) => prepareArticleForRecording(article, VOICES),
  });
  const lookup = Promise.withResolvers<Article | undefined>();
  const earlierNames = names.find('wall', () => lookup.promise);
  change(names);
  expect(await names.find('wall', async () => newArticle)).toEqual(computeNames(newArticle!));
  lookup.resolve(oldArticle);
  expect(await earlierNames).toEqual(computeNames(oldArticle!));
  expect(await names.find('wall', async () => oldArticle)).toEqual(computeNames(newArticle!));
});
