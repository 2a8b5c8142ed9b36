import { eq } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ArticleMeta } from '#domain/article.ts';
import { emptyTables } from '#server/testing/empty-tables.ts';
import { articles } from './catalogue/articles/schema.ts';
import { users } from './readers/accounts/schema.ts';
import { bookmarks } from './readers/bookmarks/schema.ts';
import { follows } from './readers/follows/schema.ts';
import { reports } from './readers/reports/schema.ts';
import { createLibraryTestApp, type LibraryTestApp } from './testing/app.ts';
import { selectTestDatabaseEngines } from './testing/databases.ts';
import { advancePerformanceNowBySeconds } from './testing/performance-now.ts';
import { createApiCaller, signInTestReader } from './testing/reader.ts';

/** A signed-in reader, with a function that sends API calls as this reader. */
interface Reader {
  id: string;
  call: ReturnType<typeof createApiCaller>;
}

interface ArticleListPage {
  metas: ArticleMeta[];
  nextToken: string | null;
}

describe.each(await selectTestDatabaseEngines())(
  'calls of signed-in readers, on $name',
  ({ openFilled }) => {
    let test: LibraryTestApp;
    let library: ArticleMeta[];
    let reader: Reader;

    beforeAll(async () => {
      test = await createLibraryTestApp(openFilled);
      ({ library } = test);
    });
    afterAll(() => test.close());
    beforeEach(async () => {
      await emptyTables(test.database.queries, 'users');
      reader = await signIn('ada');
    });

    const signIn = async (name: string): Promise<Reader> => {
      const signedIn = await signInTestReader(test.database, name);
      return { id: signedIn.user.id, call: createApiCaller(test, signedIn) };
    };
    const buildArticleUrl = ({ authorAlias, id }: ArticleMeta, action: string): string =>
      `/articles/${authorAlias}/${id}/${action}`;
    const becomePremium = (status: string | null = 'active') =>
      test.database.queries.update(users).set({ tier: 'premium', subscriptionStatus: status });
    const fetchStatuses = async (calls: Promise<LightMyRequestResponse>[]) =>
      (await Promise.all(calls)).map(({ statusCode }) => statusCode);

    it.each(['bookmark', 'feedback', 'place'])(
      'responds with 404 to the %s of an unknown article',
      async (action) => {
        const { authorAlias, id } = library[0]!;
        const stranger = library.find((article) => article.authorAlias !== authorAlias)!;
        for (const path of [
          `/articles/${authorAlias}/${newId()}/${action}`,
          `/articles/Nobody/${id}/${action}`,
          `/articles/${stranger.authorAlias}/${id}/${action}`,
        ])
          expect((await reader.call('DELETE', path)).statusCode).toBe(404);
        expect(
          (await reader.call('DELETE', `/articles/${authorAlias}/7/${action}`)).statusCode,
        ).toBe(400);
      },
    );

    describe('bookmarks', () => {
      it('are added and removed, and repeated calls have no further effect', async () => {
        const path = buildArticleUrl(library[0]!, 'bookmark');
        expect(await fetchStatuses([reader.call('PUT', path)])).toEqual([204]);
        expect(await fetchStatuses([reader.call('PUT', path)])).toEqual([204]);
        const { data } = (await reader.call('GET', '/bookmarks')).json();
        expect(data.metas.map(({ id }: ArticleMeta) => id)).toEqual([library[0]!.id]);
        expect(Object.keys(data.authors)).toEqual([library[0]!.authorAlias]);
        expect(await fetchStatuses([reader.call('DELETE', path)])).toEqual([204]);
        expect(await fetchStatuses([reader.call('DELETE', path)])).toEqual([204]);
        expect((await reader.call('GET', '/bookmarks')).json().data.metas).toEqual([]);
      });

      it('are limited to ten for a free reader, even with concurrent calls', async () => {
        const calls = Array.from({ length: 50 }, (_, at) =>
          reader.call('PUT', buildArticleUrl(library[at % library.length]!, 'bookmark')),
        );
        const statuses = await fetchStatuses(calls);
        expect(new Set(statuses)).toEqual(new Set([204, 403]));
        expect(await test.database.queries.$count(bookmarks)).toBe(10);
        const { metas } = (await reader.call('GET', '/bookmarks')).json<{ data: ArticleListPage }>()
          .data;
        const bookmarkedIds = new Set(metas.map(({ id }) => id));
        const other = library.find(({ id }) => !bookmarkedIds.has(id))!;
        const refused = await reader.call('PUT', buildArticleUrl(other, 'bookmark'));
        expect([refused.statusCode, refused.json().error]).toEqual([
          403,
          'You have 10 bookmarks, the most a free account can have. Premium holds 1,000.',
        ]);
      });

      it('are limited to ten when concurrent calls compete for the last one', async () => {
        for (const article of library.slice(0, 9))
          await reader.call('PUT', buildArticleUrl(article, 'bookmark'));
        const statuses = await fetchStatuses(
          library
            .slice(9)
            .map((article) => reader.call('PUT', buildArticleUrl(article, 'bookmark'))),
        );
        expect(statuses.filter((status) => status === 204)).toHaveLength(1);
        expect(await test.database.queries.$count(bookmarks)).toBe(10);
      });

      it('beyond the limit remain when Premium ends, but no new ones can be added', async () => {
        await becomePremium();
        for (const article of library.slice(0, 15))
          await reader.call('PUT', buildArticleUrl(article, 'bookmark'));
        await becomePremium('canceled');
        const { data } = (await reader.call('GET', '/bookmarks?limit=1000')).json();
        expect(data.metas).toHaveLength(15);
        expect(
          await fetchStatuses([reader.call('PUT', buildArticleUrl(library[0]!, 'bookmark'))]),
        ).toEqual([204]);
        expect(
          await fetchStatuses([reader.call('PUT', buildArticleUrl(library[16]!, 'bookmark'))]),
        ).toEqual([403]);
      });

      it('are listed newest first, each once across all pages', async () => {
        await becomePremium();
        for (const article of library)
          await reader.call('PUT', buildArticleUrl(article, 'bookmark'));
        const seenIds: string[] = [];
        let token = '';
        do {
          const { data }: { data: ArticleListPage } = (
            await reader.call('GET', `/bookmarks?limit=7&nextToken=${token}`)
          ).json();
          seenIds.push(...data.metas.map(({ id }: ArticleMeta) => id));
          token = data.nextToken ?? '';
        } while (token);
        expect(seenIds).toEqual(library.map(({ id }) => id).reverse());
      });

      it('are visible to their reader only', async () => {
        await reader.call('PUT', buildArticleUrl(library[0]!, 'bookmark'));
        await reader.call('PUT', buildArticleUrl(library[1]!, 'bookmark'));
        const { data } = (await reader.call('GET', '/bookmarks?limit=1')).json();
        const other = await signIn('eve');
        expect((await other.call('GET', '/bookmarks')).json().data.metas).toEqual([]);
        expect((await other.call('GET', `/bookmarks?nextToken=${data.nextToken}`)).statusCode).toBe(
          400,
        );
        await other.call('DELETE', buildArticleUrl(library[0]!, 'bookmark'));
        expect(await test.database.queries.$count(bookmarks)).toBe(2);
      });

      it('of a withdrawn article are not listed, but can be removed', async () => {
        const { queries } = test.database;
        const article = library[0]!;
        await reader.call('PUT', buildArticleUrl(article, 'bookmark'));
        await queries
          .update(articles)
          .set({ status: 'archived' })
          .where(eq(articles.id, article.id));
        expect((await reader.call('GET', '/bookmarks')).json().data.metas).toEqual([]);
        expect(
          await fetchStatuses([reader.call('DELETE', buildArticleUrl(article, 'bookmark'))]),
        ).toEqual([204]);
        await queries
          .update(articles)
          .set({ status: 'published' })
          .where(eq(articles.id, article.id));
      });

      it.each(['limit=0', 'limit=1001', 'nextToken=abc'])(
        'are rejected with ?%s',
        async (query) => {
          expect((await reader.call('GET', `/bookmarks?${query}`)).statusCode).toBe(400);
        },
      );
    });

    describe('following', () => {
      afterAll(() => vi.restoreAllMocks());

      it('starts and stops, and repeated calls have no further effect', async () => {
        for (const _ of [1, 2])
          expect(await fetchStatuses([reader.call('PUT', '/authors/gantry/follow')])).toEqual([
            204,
          ]);
        expect((await reader.call('GET', '/users/me/following')).json().data.authors).toEqual([
          'Gantry',
        ]);
        expect(await test.database.queries.$count(follows)).toBe(1);
        for (const _ of [1, 2])
          expect(await fetchStatuses([reader.call('DELETE', '/authors/Gantry/follow')])).toEqual([
            204,
          ]);
        expect(await test.database.queries.$count(follows)).toBe(0);
        expect(await fetchStatuses([reader.call('PUT', '/authors/Nobody/follow')])).toEqual([404]);
      });

      it('is counted, at most once a minute', async () => {
        const fetchFollowerCount = async () =>
          (await test.app.inject('/api/v1/authors')).json().data.authors.Gantry.followerCount;
        expect(await fetchFollowerCount()).toBe(0);
        await reader.call('PUT', '/authors/Gantry/follow');
        expect(await fetchFollowerCount()).toBe(0);
        await advancePerformanceNowBySeconds(61);
        expect(await fetchFollowerCount()).toBe(1);
      });

      it('is limited to three authors for a free reader, even with concurrent calls', async () => {
        const aliases = [...new Set(library.map(({ authorAlias }) => authorAlias))];
        expect(aliases).toHaveLength(10);
        const statuses = await fetchStatuses(
          aliases.map((alias) => reader.call('PUT', `/authors/${alias}/follow`)),
        );
        expect(statuses.filter((status) => status === 204)).toHaveLength(3);
        expect(statuses.filter((status) => status === 403)).toHaveLength(7);
        expect(await test.database.queries.$count(follows)).toBe(3);
      });

      it('has no limit for Premium', async () => {
        await becomePremium('trialing');
        const aliases = [...new Set(library.map(({ authorAlias }) => authorAlias))];
        for (const alias of aliases)
          expect(await fetchStatuses([reader.call('PUT', `/authors/${alias}/follow`)])).toEqual([
            204,
          ]);
      });

      it.each(['past_due', 'canceled', 'unpaid'])(
        'has the limit of Free when Premium is %s',
        async (status) => {
          await becomePremium(status);
          for (const alias of ['Gantry', 'Ballast', 'Potsherd'])
            await reader.call('PUT', `/authors/${alias}/follow`);
          expect(await fetchStatuses([reader.call('PUT', '/authors/Waystone/follow')])).toEqual([
            403,
          ]);
        },
      );

      it('fills the feed, newest first, each article once across all pages', async () => {
        expect((await reader.call('GET', '/feed')).json().data).toEqual({
          metas: [],
          authors: {},
          nextToken: null,
        });
        for (const alias of ['Gantry', 'Ballast', 'Potsherd'])
          await reader.call('PUT', `/authors/${alias}/follow`);
        const expected = library.filter(({ authorAlias }) =>
          ['Gantry', 'Ballast', 'Potsherd'].includes(authorAlias),
        );
        const seenIds: string[] = [];
        let token = '';
        do {
          const { data }: { data: ArticleListPage } = (
            await reader.call('GET', `/feed?limit=2&nextToken=${token}`)
          ).json();
          seenIds.push(...data.metas.map(({ id }: ArticleMeta) => id));
          token = data.nextToken ?? '';
        } while (token);
        expect(seenIds).toEqual(expected.map(({ id }) => id));
      });

      it('fills the feed of unread articles without those that the reader has finished', async () => {
        for (const alias of ['Gantry', 'Ballast'])
          await reader.call('PUT', `/authors/${alias}/follow`);
        const followedArticles = library.filter(({ authorAlias }) =>
          ['Gantry', 'Ballast'].includes(authorAlias),
        );
        const [finished, started] = followedArticles as [ArticleMeta, ArticleMeta];
        await reader.call('PUT', buildArticleUrl(finished, 'reading'), { section: 'end' });
        await reader.call('PUT', buildArticleUrl(finished, 'reading'), { section: 'point-1' });
        await reader.call('PUT', buildArticleUrl(started, 'reading'), { section: 'point-3' });
        const fetchFeed = async (query: string) =>
          (await reader.call('GET', `/feed?${query}`)).json();
        const seenIds: string[] = [];
        let token = '';
        do {
          const { data }: { data: ArticleListPage } = await fetchFeed(
            `show=unread&limit=2&nextToken=${token}`,
          );
          expect(data.metas).toHaveLength(
            Math.min(2, followedArticles.length - 1 - seenIds.length),
          );
          seenIds.push(...data.metas.map(({ id }: ArticleMeta) => id));
          token = data.nextToken ?? '';
        } while (token);
        expect(seenIds).toEqual(followedArticles.slice(1).map(({ id }) => id));

        const { data } = await fetchFeed('show=unread&limit=2');
        const wrongList = await reader.call('GET', `/feed?limit=2&nextToken=${data.nextToken}`);
        expect(wrongList.statusCode).toBe(400);
        const unknown = await reader.call('GET', '/feed?show=new');
        expect([unknown.statusCode, unknown.json().error]).toEqual([
          400,
          expect.stringContaining('show: must be one of all, unread.'),
        ]);
      });
    });

    describe('feedback', () => {
      const path = () => buildArticleUrl(library[0]!, 'feedback');
      const fetchFeedback = async () => (await reader.call('GET', path())).json().data.feedbackType;

      it('is one choice per article, which can be replaced and removed', async () => {
        expect(await fetchFeedback()).toBeNull();
        for (const feedbackType of ['PRACTICAL', 'EYE_OPENING', 'EYE_OPENING']) {
          expect((await reader.call('PUT', path(), { feedbackType })).statusCode).toBe(204);
          expect(await fetchFeedback()).toBe(feedbackType);
        }
        expect((await reader.call('DELETE', path())).statusCode).toBe(204);
        expect(await fetchFeedback()).toBeNull();
      });

      it.each([{}, { feedbackType: 'tp' }, { feedbackType: 'PRACTICAL', more: 1 }, []])(
        'rejects %j',
        async (body) => {
          expect((await reader.call('PUT', path(), body)).statusCode).toBe(400);
        },
      );
    });

    describe('reports', () => {
      const path = () => buildArticleUrl(library[0]!, 'report');

      it('are stored once per article, and updated', async () => {
        await reader.call('PUT', path(), { reason: 'SPAM' });
        const again = await reader.call('PUT', path(), { reason: 'OTHER', explanation: ' Here ' });
        expect(again.statusCode).toBe(204);
        expect(await test.database.queries.select().from(reports)).toMatchObject([
          { reason: 'other', explanation: 'Here', userId: reader.id },
        ]);
      });

      it.each([
        {},
        { reason: 'spam' },
        { reason: 'OTHER' },
        { reason: 'OTHER', explanation: '   ' },
        { reason: 'SPAM', explanation: 'x'.repeat(251) },
        { reason: 'SPAM', explanation: 'No text\0holds this' },
      ])('are rejected with the body %j', async (body) => {
        expect((await reader.call('PUT', path(), body)).statusCode).toBe(400);
      });

      it('are limited to ten articles an hour', async () => {
        for (const article of library.slice(0, 10))
          expect(
            (await reader.call('PUT', buildArticleUrl(article, 'report'), { reason: 'SPAM' }))
              .statusCode,
          ).toBe(204);
        const overLimit = await reader.call('PUT', buildArticleUrl(library[10]!, 'report'), {
          reason: 'SPAM',
        });
        expect([overLimit.statusCode, overLimit.json().error]).toEqual([
          429,
          'Too many reports. Please try again later.',
        ]);
        // A reader who has reached the limit on reports can still change an existing report.
        expect((await reader.call('PUT', path(), { reason: 'COPYRIGHT' })).statusCode).toBe(204);
      });

      it('are limited to ten an hour, even with concurrent calls', async () => {
        const statuses = await fetchStatuses(
          library.map((article) =>
            reader.call('PUT', buildArticleUrl(article, 'report'), { reason: 'SPAM' }),
          ),
        );
        expect(statuses.filter((status) => status === 204)).toHaveLength(10);
        expect(await test.database.queries.$count(reports)).toBe(10);
      });
    });

    it('store data that is deleted with the account', async () => {
      await reader.call('PUT', buildArticleUrl(library[0]!, 'bookmark'));
      await reader.call('PUT', '/authors/Gantry/follow');
      await test.database.queries.delete(users).where(eq(users.id, reader.id));
      expect(await test.database.queries.$count(bookmarks)).toBe(0);
      expect(await test.database.queries.$count(follows)).toBe(0);
    });
  },
);
