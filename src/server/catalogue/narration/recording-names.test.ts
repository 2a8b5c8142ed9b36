import { expect, it } from 'vitest';
import type { Article } from '#domain/article.ts';
import { buildLexicon } from '#speech/script/lexicon.ts';
import { prepareArticle } from './preparation.ts';
import { RecordingNames } from './recording-names.ts';

const VOICES = { lexicon: buildLexicon({}), voices: 'hum-1' };
const namesOf = (article: Article) => prepareArticle(article, VOICES).names;
const [former, present] = ['A wall', 'A wall, and a gate'].map(
  (title) =>
    ({
      title,
      authorAlias: 'Potsherd',
      body: { introduction: ['It stood.'], keyPoints: [], conclusion: ['It fell.'] },
    }) as unknown as Article,
);

it.each([
  ['invalidate', (names: RecordingNames) => names.invalidate(['article:wall'])],
  ['markAllStale', (names: RecordingNames) => names.markAllStale()],
])('calls before and after a change do not share recording names: %s', async (_, change) => {
  const names = new RecordingNames({ prepare: async (article) => prepareArticle(article, VOICES) });
  const found = Promise.withResolvers<Article | undefined>();
  const before = names.find('wall', () => found.promise);
  change(names);
  expect(await names.find('wall', async () => present)).toEqual(namesOf(present!));
  found.resolve(former);
  expect(await before).toEqual(namesOf(former!));
  expect(await names.find('wall', async () => former)).toEqual(namesOf(present!));
});
