import { setTimeout } from 'node:timers/promises';
import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ArticleIdentity, ArticleMeta } from '#domain/article.ts';
import type { ListeningPosition, StoredListeningPosition } from '#domain/listening.ts';
import { NARRATORS_BY_ID, type NarratorId } from '#domain/narrators.ts';
import { articles } from '#server/catalogue/articles/schema.ts';
import { updatePreferences } from '#server/readers/accounts/repository.ts';
import { users } from '#server/readers/accounts/schema.ts';
import { createLibraryTestApp, type LibraryTestApp } from '#server/testing/app.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { emptyTables } from '#server/testing/empty-tables.ts';
import { insertArticleCopies } from '#server/testing/insert-article-copies.ts';
import { createApiCaller, signInTestReader, type TestReader } from '#server/testing/reader.ts';
import { isRunOfAllTests } from '../../../../../scripts/test-scope.mjs';
import { storeListeningPosition } from './repository.ts';
import { listeningPositions } from './schema.ts';

const databases = await selectTestDatabaseEngines({ dependsOnEngine: true });

const POSITION = { anchor: 'keyPoints.1.paragraphs.0', start: 120, seconds: 133.5 };
const NEXT_POSITION = { anchor: 'keyPoints.1.takeaway', start: 0, seconds: 140.25 };

interface ListeningState {
  narrator: NarratorId | null;
  places: StoredListeningPosition[];
}

describe.each(databases)('the listening state, on $name', ({ openFilled }) => {
  let test: LibraryTestApp;
  let library: ArticleMeta[];
  let article: ArticleMeta;
  let ada: TestReader;
  let call: ReturnType<typeof createApiCaller>;

  beforeAll(async () => {
    test = await createLibraryTestApp(openFilled);
    ({ library } = test);
    article = library[0]!;
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    const { queries } = test.database;
    await emptyTables(queries, 'users');
    await queries.update(articles).set({ status: 'published' });
    ada = await signInTestReader(test.database, 'ada');
    call = createApiCaller(test, ada);
  });

  const getPositionUrl = ({ authorAlias, id }: ArticleIdentity) =>
    `/articles/${authorAlias}/${id}/place`;
  const putPosition = async (position: unknown, target: ArticleIdentity = article) =>
    (await call('PUT', getPositionUrl(target), position)).statusCode;
  const fetchState = async (callAs = call): Promise<ListeningState> =>
    (await callAs('GET', '/user/listening')).json().data;
  const fetchPositions = async () => (await fetchState()).places;
  const getArticleIds = (positions: readonly { articleId: string }[]) =>
    positions.map(({ articleId }) => articleId);
  const setStatus = (status: 'archived' | 'published', changed: readonly ArticleIdentity[]) => {
    const ids = changed.map(({ id }) => id);
    return test.database.queries.update(articles).set({ status }).where(inArray(articles.id, ids));
  };
  const deleteAccount = () => test.database.queries.update(users).set({ deletedAt: sql`now()` });

  it('is empty at first', async () => {
    expect(await fetchState()).toEqual({ narrator: null, places: [] });
  });

  describe('a position', () => {
    it('is the last one that any device has stored', async () => {
      expect(await putPosition(POSITION)).toBe(204);
      const [first] = await fetchPositions();
      const phone = createApiCaller(test, await signInTestReader(test.database, 'ada'));
      expect((await phone('PUT', getPositionUrl(article), NEXT_POSITION)).statusCode).toBe(204);
      const updated = await fetchPositions();
      expect(updated).toEqual([
        { articleId: article.id, ...NEXT_POSITION, heardAt: expect.any(String) },
      ]);
      const [before, after] = [first!, updated[0]!].map(({ heardAt }) => Date.parse(heardAt));
      expect(after).toBeGreaterThanOrEqual(before!);
      expect(Math.abs(after! - Date.now())).toBeLessThan(60_000);
    });

    it('is the one heard last, even if another arrives later', async () => {
      const fetchPosition = async () => (await fetchPositions())[0];
      expect(await putPosition({ ...POSITION, heardAgo: 60_000 })).toBe(204);
      expect(await fetchPosition()).toMatchObject(POSITION);
      expect(Date.now() - Date.parse((await fetchPosition())!.heardAt)).toBeGreaterThan(30_000);
      expect(await putPosition({ ...NEXT_POSITION, heardAgo: 61_000 })).toBe(204);
      expect(await fetchPosition()).toMatchObject(POSITION);
      expect(await putPosition({ ...NEXT_POSITION, heardAgo: 20 })).toBe(204);
      expect(await fetchPosition()).toMatchObject(NEXT_POSITION);
    });

    it('is the one heard last among concurrent writes', async () => {
      const updates = Array.from({ length: 20 }, (_, at) => ({
        ...{ anchor: `introduction.${at}`, start: at, seconds: at },
        heardAgo: (20 - at) * 1000,
      }));
      const shuffled = updates.toSorted((one, other) => (one.start % 7) - (other.start % 7));
      await Promise.all(shuffled.map((position) => putPosition(position)));
      expect(await fetchPositions()).toMatchObject([{ start: 19 }]);
    });

    it('is deleted after the end, repeatedly without error', async () => {
      await putPosition(POSITION);
      for (const _ of [1, 2])
        expect((await call('DELETE', getPositionUrl(article))).statusCode).toBe(204);
      expect(await fetchPositions()).toEqual([]);
    });

    it('exists once per article, newest first', async () => {
      const firstThree = library.slice(0, 3);
      for (const each of [...firstThree, firstThree[0]!]) await putPosition(POSITION, each);
      expect(getArticleIds(await fetchPositions())).toEqual(
        [0, 2, 1].map((at) => firstThree[at]!.id),
      );
    });

    it('is dated by its write, even if the write waited for a lock', async () => {
      const { queries } = test.database;
      const [one, other] = library as [ArticleMeta, ArticleMeta];
      for (const [first, last] of [
        [one, other],
        [other, one],
      ] as const) {
        await queries.transaction(async (transaction) => {
          await storeListeningPosition(transaction, ada.user, first.id, {
            ...POSITION,
            heardAgo: 0,
          });
          await setTimeout(5);
          await storeListeningPosition(transaction, ada.user, last.id, {
            ...POSITION,
            heardAgo: 0,
          });
        });
        expect(getArticleIds(await fetchPositions())).toEqual([last.id, first.id]);
      }
    });

    it('is private to the reader', async () => {
      await putPosition(POSITION);
      const callAsEve = createApiCaller(test, await signInTestReader(test.database, 'eve'));
      expect(await fetchState(callAsEve)).toEqual({ narrator: null, places: [] });
      await callAsEve('PUT', getPositionUrl(article), NEXT_POSITION);
      await callAsEve('DELETE', getPositionUrl(article));
      expect(await fetchPositions()).toMatchObject([POSITION]);
    });

    it('is never mixed from concurrent writes', async () => {
      const written: ListeningPosition[] = Array.from({ length: 20 }, (_, at) => {
        return { anchor: `introduction.${at}`, start: at, seconds: at };
      });
      const statuses = await Promise.all(written.map((position) => putPosition(position)));
      expect(new Set(statuses)).toEqual(new Set([204]));
      const stored = await fetchPositions();
      expect(stored).toHaveLength(1);
      const { anchor, start, seconds } = stored[0]!;
      expect(written).toContainEqual({ anchor, start, seconds });
    });

    it.each([
      [{}, 'anchor: must be text'],
      [{ ...POSITION, anchor: 'summary.0' }, 'anchor: is not part of the narration.'],
      [{ ...POSITION, start: -1 }, 'start: must not be negative.'],
      [{ ...POSITION, seconds: 86_401 }, 'seconds: must be at most 86400.'],
      [{ ...POSITION, heardAgo: -1 }, 'heardAgo: must not be negative.'],
      [{ ...POSITION, heardAt: '2030-01-01T00:00:00.000Z' }, 'heardAt'],
      [[POSITION], ''],
    ])('is rejected as %j', async (body, sentence) => {
      const response = await call('PUT', getPositionUrl(article), body);
      expect([response.statusCode, response.json().error]).toEqual([
        400,
        expect.stringContaining(sentence),
      ]);
      expect(await fetchPositions()).toEqual([]);
    });

    it('is rejected with a wrong content hash', async () => {
      const type = { 'content-type': 'application/json' };
      for (const hash of [{}, { 'x-content-sha256': '0'.repeat(64) }]) {
        const { statusCode } = await test.app.inject({
          method: 'PUT',
          url: `/api/v1${getPositionUrl(article)}`,
          headers: { ...type, ...hash },
          payload: JSON.stringify(POSITION),
          cookies: ada.cookies,
        });
        expect(statusCode).toBe(400);
      }
      expect(await fetchPositions()).toEqual([]);
    });

    it('is not created in a withdrawn article, and is listed again when the article returns', async () => {
      await putPosition(POSITION);
      await setStatus('archived', [article]);
      expect(await putPosition(NEXT_POSITION)).toBe(404);
      expect(await fetchPositions()).toEqual([]);
      await setStatus('published', [article]);
      expect(await fetchPositions()).toMatchObject([POSITION]);
    });

    it('can be deleted while its article is withdrawn', async () => {
      await putPosition(POSITION);
      await setStatus('archived', [article]);
      expect((await call('DELETE', getPositionUrl(article))).statusCode).toBe(204);
      expect(await test.database.queries.$count(listeningPositions)).toBe(0);
    });

    it('is not stored for an account that was just deleted', async () => {
      const { queries } = test.database;
      await putPosition(POSITION);
      await deleteAccount();
      for (const { id } of library.slice(0, 2))
        await expect(
          storeListeningPosition(queries, ada.user, id, { ...NEXT_POSITION, heardAgo: 0 }),
        ).rejects.toThrow('Sign in first.');
      expect(await queries.select().from(listeningPositions)).toMatchObject([POSITION]);
      expect(await putPosition(NEXT_POSITION)).toBe(401);
    });
  });

  it.runIf(isRunOfAllTests())(
    'is limited to two hundred, of which the last hundred are listed',
    async () => {
      const { queries } = test.database;
      const copies = await insertArticleCopies(queries, 203);
      for (const each of copies.slice(0, 199)) await putPosition(POSITION, each);
      // Listening again to the article with the oldest position makes that position the newest one, so it is not
      // replaced when the limit is exceeded. Another reader's positions do not count toward the limit.
      await putPosition(NEXT_POSITION, copies[0]);
      const eve = await signInTestReader(test.database, 'eve');
      await storeListeningPosition(queries, eve.user, copies[1]!.id, { ...POSITION, heardAgo: 0 });
      await Promise.all(copies.slice(199).map((each) => putPosition(NEXT_POSITION, each)));

      const isAdasPosition = eq(listeningPositions.userId, ada.user.id);
      const storedIds = getArticleIds(
        await queries.select().from(listeningPositions).where(isAdasPosition),
      );
      const newest = [copies[0]!, ...copies.slice(4)].map(({ id }) => id);
      expect(storedIds.toSorted()).toEqual(newest.toSorted());
      expect(await queries.$count(listeningPositions)).toBe(201);
      const listedIds = getArticleIds(await fetchPositions());
      expect(listedIds).toHaveLength(100);
      const last = [...copies.slice(104, 199), copies[0]!].toReversed();
      expect(listedIds.slice(4)).toEqual(last.map(({ id }) => id));
      await setStatus('archived', copies.slice(150));
      expect(await fetchPositions()).toHaveLength(100);
    },
  );

  describe('the narrator', () => {
    const chooseNarrator = (body: unknown) => call('PUT', '/user/narrator', body);

    it.each(Object.keys(NARRATORS_BY_ID))('can be %s, on every device', async (narrator) => {
      expect((await chooseNarrator({ narrator })).statusCode).toBe(204);
      const phone = createApiCaller(test, await signInTestReader(test.database, 'ada'));
      expect((await fetchState(phone)).narrator).toBe(narrator);
    });

    it('is the last choice, private to the reader', async () => {
      const callAsEve = createApiCaller(test, await signInTestReader(test.database, 'eve'));
      for (const narrator of ['bm', 'bf']) await chooseNarrator({ narrator });
      expect((await fetchState()).narrator).toBe('bf');
      expect((await fetchState(callAsEve)).narrator).toBeNull();
    });

    it.each([
      [{ narrator: 'xx' }, 'narrator: must be one of af, am, bf, bm.'],
      [{ narrator: 'AF' }, 'narrator: must be one of af, am, bf, bm.'],
      [{ narrator: null }, 'narrator: must be one of af, am, bf, bm.'],
      [{ narrator: ['af'] }, 'narrator: must be one of af, am, bf, bm.'],
      [{ narrator: 'toString' }, 'narrator: must be one of af, am, bf, bm.'],
      [{}, 'narrator: must be one of af, am, bf, bm.'],
      [{ narrator: 'af', tier: 'premium' }, 'The body does not know “tier”.'],
      ['af', 'The body must be an object.'],
      [undefined, 'The body must be an object.'],
    ])('is rejected as %j', async (body, sentence) => {
      const response = await chooseNarrator(body);
      expect([response.statusCode, response.json()]).toEqual([400, { error: sentence }]);
      expect((await fetchState()).narrator).toBeNull();
    });

    it('is not stored for an account that was just deleted', async () => {
      const { queries } = test.database;
      await deleteAccount();
      await expect(updatePreferences(queries, ada.user, { narrator: 'bm' })).rejects.toThrow(
        'Sign in first.',
      );
      expect(await queries.select().from(users)).toMatchObject([{ narrator: null }]);
    });
  });
});
