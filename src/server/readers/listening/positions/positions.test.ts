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
import { savePosition } from './repository.ts';
import { listeningPositions } from './schema.ts';

const databases = await selectTestDatabaseEngines({ dependsOnEngine: true });

const PLACE = { anchor: 'keyPoints.1.paragraphs.0', start: 120, seconds: 133.5 };
const NEXT = { anchor: 'keyPoints.1.takeaway', start: 0, seconds: 140.25 };

interface Listening {
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

  const address = ({ authorAlias, id }: ArticleIdentity) => `/articles/${authorAlias}/${id}/place`;
  const stopAt = async (place: unknown, of: ArticleIdentity = article) =>
    (await call('PUT', address(of), place)).statusCode;
  const listening = async (as = call): Promise<Listening> =>
    (await as('GET', '/user/listening')).json().data;
  const places = async () => (await listening()).places;
  const idsOf = (some: readonly { articleId: string }[]) => some.map(({ articleId }) => articleId);
  const become = (status: 'archived' | 'published', some: readonly ArticleIdentity[]) => {
    const ids = some.map(({ id }) => id);
    return test.database.queries.update(articles).set({ status }).where(inArray(articles.id, ids));
  };
  const deleteAccount = () => test.database.queries.update(users).set({ deletedAt: sql`now()` });

  it('is empty at first', async () => {
    expect(await listening()).toEqual({ narrator: null, places: [] });
  });

  describe('a position', () => {
    it('is the last one that any device has stored', async () => {
      expect(await stopAt(PLACE)).toBe(204);
      const [first] = await places();
      const phone = createApiCaller(test, await signInTestReader(test.database, 'ada'));
      expect((await phone('PUT', address(article), NEXT)).statusCode).toBe(204);
      const then = await places();
      expect(then).toEqual([{ articleId: article.id, ...NEXT, heardAt: expect.any(String) }]);
      const [before, after] = [first!, then[0]!].map(({ heardAt }) => Date.parse(heardAt));
      expect(after).toBeGreaterThanOrEqual(before!);
      expect(Math.abs(after! - Date.now())).toBeLessThan(60_000);
    });

    it('is the one heard last, even if another arrives later', async () => {
      const place = async () => (await places())[0];
      expect(await stopAt({ ...PLACE, heardAgo: 60_000 })).toBe(204);
      expect(await place()).toMatchObject(PLACE);
      expect(Date.now() - Date.parse((await place())!.heardAt)).toBeGreaterThan(30_000);
      expect(await stopAt({ ...NEXT, heardAgo: 61_000 })).toBe(204);
      expect(await place()).toMatchObject(PLACE);
      expect(await stopAt({ ...NEXT, heardAgo: 20 })).toBe(204);
      expect(await place()).toMatchObject(NEXT);
    });

    it('is the one heard last among concurrent writes', async () => {
      const told = Array.from({ length: 20 }, (_, at) => ({
        ...{ anchor: `introduction.${at}`, start: at, seconds: at },
        heardAgo: (20 - at) * 1000,
      }));
      const inAnyOrder = told.toSorted((one, other) => (one.start % 7) - (other.start % 7));
      await Promise.all(inAnyOrder.map((place) => stopAt(place)));
      expect(await places()).toMatchObject([{ start: 19 }]);
    });

    it('is deleted after the end, repeatedly without error', async () => {
      await stopAt(PLACE);
      for (const _ of [1, 2]) expect((await call('DELETE', address(article))).statusCode).toBe(204);
      expect(await places()).toEqual([]);
    });

    it('exists once per article, newest first', async () => {
      const some = library.slice(0, 3);
      for (const each of [...some, some[0]!]) await stopAt(PLACE, each);
      expect(idsOf(await places())).toEqual([0, 2, 1].map((at) => some[at]!.id));
    });

    it('is dated by its write, even if the write waited for a lock', async () => {
      const { queries } = test.database;
      const [some, other] = library as [ArticleMeta, ArticleMeta];
      for (const [first, last] of [
        [some, other],
        [other, some],
      ] as const) {
        await queries.transaction(async (transaction) => {
          await savePosition(transaction, ada.user, first.id, { ...PLACE, heardAgo: 0 });
          await setTimeout(5);
          await savePosition(transaction, ada.user, last.id, { ...PLACE, heardAgo: 0 });
        });
        expect(idsOf(await places())).toEqual([last.id, first.id]);
      }
    });

    it('is private to the reader', async () => {
      await stopAt(PLACE);
      const eve = createApiCaller(test, await signInTestReader(test.database, 'eve'));
      expect(await listening(eve)).toEqual({ narrator: null, places: [] });
      await eve('PUT', address(article), NEXT);
      await eve('DELETE', address(article));
      expect(await places()).toMatchObject([PLACE]);
    });

    it('is never mixed from concurrent writes', async () => {
      const written: ListeningPosition[] = Array.from({ length: 20 }, (_, at) => {
        return { anchor: `introduction.${at}`, start: at, seconds: at };
      });
      const statuses = await Promise.all(written.map((place) => stopAt(place)));
      expect(new Set(statuses)).toEqual(new Set([204]));
      const kept = await places();
      expect(kept).toHaveLength(1);
      const { anchor, start, seconds } = kept[0]!;
      expect(written).toContainEqual({ anchor, start, seconds });
    });

    it.each([
      [{}, 'anchor: must be text'],
      [{ ...PLACE, anchor: 'summary.0' }, 'anchor: is not part of the narration.'],
      [{ ...PLACE, start: -1 }, 'start: must not be negative.'],
      [{ ...PLACE, seconds: 86_401 }, 'seconds: must be at most 86400.'],
      [{ ...PLACE, heardAgo: -1 }, 'heardAgo: must not be negative.'],
      [{ ...PLACE, heardAt: '2030-01-01T00:00:00.000Z' }, 'heardAt'],
      [[PLACE], ''],
    ])('is rejected as %j', async (body, sentence) => {
      const refused = await call('PUT', address(article), body);
      expect([refused.statusCode, refused.json().error]).toEqual([
        400,
        expect.stringContaining(sentence),
      ]);
      expect(await places()).toEqual([]);
    });

    it('is rejected with a wrong content hash', async () => {
      const type = { 'content-type': 'application/json' };
      for (const hash of [{}, { 'x-content-sha256': '0'.repeat(64) }]) {
        const { statusCode } = await test.app.inject({
          method: 'PUT',
          url: `/api/v1${address(article)}`,
          headers: { ...type, ...hash },
          payload: JSON.stringify(PLACE),
          cookies: ada.cookies,
        });
        expect(statusCode).toBe(400);
      }
      expect(await places()).toEqual([]);
    });

    it('is not created in a withdrawn article, and is listed again when the article returns', async () => {
      await stopAt(PLACE);
      await become('archived', [article]);
      expect(await stopAt(NEXT)).toBe(404);
      expect(await places()).toEqual([]);
      await become('published', [article]);
      expect(await places()).toMatchObject([PLACE]);
    });

    it('can be deleted while its article is withdrawn', async () => {
      await stopAt(PLACE);
      await become('archived', [article]);
      expect((await call('DELETE', address(article))).statusCode).toBe(204);
      expect(await test.database.queries.$count(listeningPositions)).toBe(0);
    });

    it('is not stored for an account that was just deleted', async () => {
      const { queries } = test.database;
      await stopAt(PLACE);
      await deleteAccount();
      for (const { id } of library.slice(0, 2))
        await expect(savePosition(queries, ada.user, id, { ...NEXT, heardAgo: 0 })).rejects.toThrow(
          'Sign in first.',
        );
      expect(await queries.select().from(listeningPositions)).toMatchObject([PLACE]);
      expect(await stopAt(NEXT)).toBe(401);
    });
  });

  it.runIf(isRunOfAllTests())(
    'is limited to two hundred, of which the last hundred are listed',
    async () => {
      const { queries } = test.database;
      const shelf = await insertArticleCopies(queries, 203);
      for (const each of shelf.slice(0, 199)) await stopAt(PLACE, each);
      // Listening to the article with the oldest position again makes it the newest one. Positions of other readers are
      // counted separately.
      await stopAt(NEXT, shelf[0]);
      const eve = await signInTestReader(test.database, 'eve');
      await savePosition(queries, eve.user, shelf[1]!.id, { ...PLACE, heardAgo: 0 });
      await Promise.all(shelf.slice(199).map((each) => stopAt(NEXT, each)));

      const isAdas = eq(listeningPositions.userId, ada.user.id);
      const kept = idsOf(await queries.select().from(listeningPositions).where(isAdas));
      const newest = [shelf[0]!, ...shelf.slice(4)].map(({ id }) => id);
      expect(kept.toSorted()).toEqual(newest.toSorted());
      expect(await queries.$count(listeningPositions)).toBe(201);
      const told = idsOf(await places());
      expect(told).toHaveLength(100);
      const last = [...shelf.slice(104, 199), shelf[0]!].toReversed();
      expect(told.slice(4)).toEqual(last.map(({ id }) => id));
      await become('archived', shelf.slice(150));
      expect(await places()).toHaveLength(100);
    },
  );

  describe('the narrator', () => {
    const choose = (body: unknown) => call('PUT', '/user/narrator', body);

    it.each(Object.keys(NARRATORS_BY_ID))('can be %s, on every device', async (narrator) => {
      expect((await choose({ narrator })).statusCode).toBe(204);
      const phone = createApiCaller(test, await signInTestReader(test.database, 'ada'));
      expect((await listening(phone)).narrator).toBe(narrator);
    });

    it('is the last choice, private to the reader', async () => {
      const eve = createApiCaller(test, await signInTestReader(test.database, 'eve'));
      for (const narrator of ['bm', 'bf']) await choose({ narrator });
      expect((await listening()).narrator).toBe('bf');
      expect((await listening(eve)).narrator).toBeNull();
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
      const refused = await choose(body);
      expect([refused.statusCode, refused.json()]).toEqual([400, { error: sentence }]);
      expect((await listening()).narrator).toBeNull();
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
