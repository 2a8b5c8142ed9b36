import { createHash } from 'node:crypto';
import { eq, getTableColumns, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ArticleMeta } from '#domain/article.ts';
import { articles, follows, linkOffers, users } from '../db/schema.ts';
import { fillWithShippedLibrary, post, type TestApp, testApp } from '../testing/app.ts';
import { passTime } from '../testing/clock.ts';
import { testDatabases } from '../testing/databases.ts';
import { signInReader, type TestReader } from '../testing/reader.ts';
import { addWithinLimit } from './limits.ts';
import { READERS_ROWS } from './readers-rows.ts';

describe.each(await testDatabases())('what is a reader’s own, on $name', ({ open }) => {
  let test: TestApp;
  let library: ArticleMeta[];
  let ada: TestReader;
  let grace: TestReader;

  beforeAll(async () => {
    const database = await open();
    await fillWithShippedLibrary(database);
    test = await testApp(database);
    library = (await test.app.inject('/api/v1/articles?limit=50')).json().data.metas;
  });
  afterAll(() => test.close());
  afterEach(() => vi.restoreAllMocks());
  beforeEach(async () => {
    await test.database.queries.execute(sql`TRUNCATE users CASCADE`);
    ada = await signInReader(test.database, 'ada');
    grace = await signInReader(test.database, 'grace');
  });

  const get = ({ cookies }: TestReader, path: string) =>
    test.app.inject({ url: `/api/v1${path}`, cookies });
  const put = ({ cookies }: TestReader, path: string, body?: unknown) =>
    test.app.inject({
      ...(body === undefined ? {} : post('', body)),
      method: 'PUT',
      url: `/api/v1${path}`,
      cookies,
    });
  const askToDelete = ({ cookies }: TestReader, confirmation: unknown) =>
    test.app.inject({ ...post('/api/v1/user/deletion', { confirmation }), cookies });
  const about = ({ authorAlias, id }: ArticleMeta, what: string) =>
    `/articles/${authorAlias}/${id}/${what}`;
  const followersOf = async (alias: string): Promise<number> => {
    // Public counts may be a minute old.
    await passTime(61);
    return (await test.app.inject('/api/v1/authors')).json().data.authors[alias].followerCount;
  };
  /** Has a reader do everything a reader can. */
  const doEverything = async (reader: TestReader, article: ArticleMeta) => {
    await put(reader, about(article, 'bookmark'));
    await put(reader, `/authors/${article.authorAlias}/follow`);
    await put(reader, about(article, 'feedback'), { feedbackType: 'EYE_OPENING' });
    const report = { reason: 'OTHER', explanation: `${reader.user.name} says so` };
    await put(reader, about(article, 'report'), report);
  };
  const rowsOf = async ({ user }: TestReader) => {
    const counts: Record<string, number> = {};
    for (const [name, { table }] of Object.entries(READERS_ROWS))
      counts[name] = await test.database.queries.$count(table, eq(table.userId, user.id));
    return counts;
  };

  it('is nobody’s without a session', async () => {
    for (const request of [
      '/api/v1/user/data',
      post('/api/v1/user/deletion', { confirmation: 'ada@example.org' }),
    ]) {
      const response = await test.app.inject(request);
      expect([response.statusCode, response.json()]).toEqual([401, { error: 'Sign in first.' }]);
    }
  });

  describe('the file', () => {
    it('is one to keep, that no cache does', async () => {
      const { headers, body } = await get(ada, '/user/data');
      expect(headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': 'attachment; filename="octavo-data.json"',
        'cache-control': 'private, no-store',
      });
      expect(body).toMatch(/^\{\n {2}"account": \{\n {4}"id": /);
    });

    it('says what there is, in words a reader knows', async () => {
      const article = library[0]!;
      const { authorAlias: author, id: articleId, title, path } = article;
      await doEverything(ada, article);
      const { user } = ada;
      await test.database.queries
        .update(users)
        .set({ tier: 'premium', subscriptionStatus: 'active', subscriptionExpiresAt: new Date(0) })
        .where(eq(users.id, user.id));

      const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
      const named = { articleId, author, title, path };
      expect((await get(ada, '/user/data')).json()).toEqual({
        account: {
          id: user.id,
          name: 'ada',
          email: 'ada@example.org',
          role: 'reader',
          tier: 'premium',
          subscription: { status: 'active', expiresAt: '1970-01-01T00:00:00.000Z' },
          createdAt: user.createdAt.toISOString(),
        },
        identities: [{ provider: 'mock', subject: 'ada', createdAt: at }],
        sessions: [
          {
            id: expect.any(String),
            provider: 'mock',
            userAgent: 'test',
            createdAt: at,
            lastSeenAt: at,
            expiresAt: at,
          },
        ],
        bookmarks: [{ ...named, createdAt: at }],
        follows: [{ authorId: expect.any(String), author, createdAt: at }],
        feedback: [{ ...named, type: 'EYE_OPENING', updatedAt: at }],
        reports: [
          { ...named, reason: 'OTHER', explanation: 'ada says so', createdAt: at, updatedAt: at },
        ],
      });
    });

    it('names an article that is published no longer', async () => {
      const { id, title } = library[0]!;
      await put(ada, about(library[0]!, 'bookmark'));
      const setStatus = (status: 'archived' | 'published') =>
        test.database.queries.update(articles).set({ status }).where(eq(articles.id, id));
      await setStatus('archived');
      const { bookmarks } = (await get(ada, '/user/data')).json();
      await setStatus('published');
      expect(bookmarks).toMatchObject([{ articleId: id, title }]);
    });

    it('puts the newest first', async () => {
      const three = library.slice(0, 3);
      for (const article of three) await put(ada, about(article, 'bookmark'));
      const { bookmarks } = (await get(ada, '/user/data')).json();
      expect(bookmarks.map(({ title }: ArticleMeta) => title)).toEqual(
        three.map(({ title }) => title).reverse(),
      );
    });

    it('has nothing of another reader, and no secret', async () => {
      for (const reader of [ada, grace]) await doEverything(reader, library[0]!);
      const { body } = await get(ada, '/user/data');
      expect(body).toContain('ada says so');
      expect(body).not.toContain('grace');
      expect(body).not.toContain(grace.user.id);
      const { session } = ada.cookies;
      expect(body).not.toContain(session);
      expect(body).not.toContain(createHash('sha256').update(session).digest('hex'));
      expect(body).not.toMatch(/token|hash|secret/i);
    });

    it('has every fact of the account', async () => {
      const { account } = (await get(ada, '/user/data')).json();
      const told = [
        ...Object.keys(account),
        ...['subscriptionStatus', 'subscriptionExpiresAt'].filter(() => 'subscription' in account),
        // The address again, and what nobody has who is signed in.
        ...['emailKey', 'deletedAt'],
      ];
      expect(told).toEqual(expect.arrayContaining(Object.keys(getTableColumns(users))));
    });
  });

  describe('deletion', () => {
    it.each(['', 'ada', 'grace@example.org', 'ada@example.org.', 'delete my account'])(
      'confirmed with "%s" changes nothing',
      async (confirmation) => {
        await doEverything(ada, library[0]!);
        const before = await rowsOf(ada);
        const response = await askToDelete(ada, confirmation);
        expect([response.statusCode, response.json()]).toEqual([
          400,
          { error: 'Type the e-mail address of your account to delete it.' },
        ]);
        expect(response.headers['set-cookie']).toBeUndefined();
        expect(await rowsOf(ada)).toEqual(before);
        expect((await get(ada, '/user/profile')).statusCode).toBe(200);
      },
    );

    it.each([undefined, null, 7, 'x'.repeat(401)])(
      'is not confirmed with %j',
      async (confirmation) => {
        expect((await askToDelete(ada, confirmation)).statusCode).toBe(400);
        expect((await get(ada, '/user/profile')).statusCode).toBe(200);
      },
    );

    it('signs out every device, and clears the cookies of this one', async () => {
      const otherDevice = await signInReader(test.database, 'ada');
      const response = await askToDelete(ada, '  ADA@Example.org ');
      expect([response.statusCode, response.body]).toEqual([204, '']);
      const cleared = response.cookies.map(({ name, value }) => [name, value]);
      expect(cleared).toEqual([
        ['session', ''],
        ['id_token', ''],
      ]);
      for (const device of [ada, otherDevice])
        expect((await get(device, '/user/profile')).statusCode).toBe(401);
      expect((await get(grace, '/user/profile')).statusCode).toBe(200);
    });

    it('takes the reader out of the counts, and leaves the rest for the purge', async () => {
      const article = library[0]!;
      for (const reader of [ada, grace]) await doEverything(reader, article);
      await test.database.queries.insert(linkOffers).values({
        userId: ada.user.id,
        tokenHash: 'x',
        provider: 'other',
        subject: 'ada',
        expiresAt: new Date(Date.now() + 60_000),
      });
      const others = await rowsOf(grace);
      expect(await followersOf(article.authorAlias)).toBe(2);

      await askToDelete(ada, ada.user.email);

      expect(await followersOf(article.authorAlias)).toBe(1);
      expect(await rowsOf(ada)).toEqual({
        identities: 0,
        sessions: 0,
        linkOffers: 0,
        bookmarks: 1,
        follows: 0,
        feedback: 0,
        reports: 1,
      });
      expect(await rowsOf(grace)).toEqual(others);
    });

    it('frees the address at once: whoever signs up again begins anew', async () => {
      await doEverything(ada, library[0]!);
      await askToDelete(ada, ada.user.email);
      const again = await signInReader(test.database, 'ada');
      expect(again.user.email).toBe(ada.user.email);
      expect(again.user.id).not.toBe(ada.user.id);
      const { account, bookmarks, reports } = (await get(again, '/user/data')).json();
      expect({ id: account.id, bookmarks, reports }).toEqual({
        id: again.user.id,
        bookmarks: [],
        reports: [],
      });
      expect((await askToDelete(again, again.user.email)).statusCode).toBe(204);
    });

    it('is not undone by a call that was under way', async () => {
      await askToDelete(ada, ada.user.email);
      const authorId = sql`(SELECT id FROM authors LIMIT 1)` as unknown as string;
      const follow = addWithinLimit(
        test.database.queries,
        ada.user,
        'follows',
        async () => false,
        async () => 0,
        async (transaction) => {
          await transaction.insert(follows).values({ userId: ada.user.id, authorId });
        },
      );
      await expect(follow).rejects.toThrow('Sign in first.');
      expect(await rowsOf(ada)).toMatchObject({ follows: 0 });
    });
  });
});
