import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ArticleIdentity, ArticleMeta } from '#domain/article.ts';
import type { FeedbackType } from '#domain/feedback.ts';
import type { ArticleStatus } from '#domain/statuses/article-states.ts';
import { emptyTables } from '#server/testing/empty-tables.ts';
import { isRunOfAllTests } from '../../scripts/test-scope.mjs';
import { articles } from './catalogue/articles/schema.ts';
import { authors, formerAliases } from './catalogue/authors/schema.ts';
import { users } from './readers/accounts/schema.ts';
import { addBookmark } from './readers/bookmarks/repository.ts';
import { bookmarks } from './readers/bookmarks/schema.ts';
import { saveFeedback } from './readers/feedback/repository.ts';
import { feedback } from './readers/feedback/schema.ts';
import { follows } from './readers/follows/schema.ts';
import { createLibraryTestApp, type LibraryTestApp } from './testing/app.ts';
import { selectTestDatabaseEngines } from './testing/databases.ts';
import { insertArticleCopies } from './testing/insert-article-copies.ts';
import { createApiCaller, signInTestReader, type TestReader } from './testing/reader.ts';

describe.each(await selectTestDatabaseEngines())(
  'bookmarks and follows, on $name',
  ({ openFilled }) => {
    let test: LibraryTestApp;
    let library: ArticleMeta[];
    let ada: TestReader;

    beforeAll(async () => {
      test = await createLibraryTestApp(openFilled);
      ({ library } = test);
    });
    afterAll(() => test.close());
    beforeEach(async () => {
      const { queries } = test.database;
      await emptyTables(queries, 'users');
      await queries.delete(formerAliases);
      await queries.update(articles).set({ status: 'published' });
      await queries.update(authors).set({ status: 'active' });
      ada = await signInTestReader(test.database, 'ada');
    });

    const call = (...args: Parameters<ReturnType<typeof createApiCaller>>) =>
      createApiCaller(test, ada)(...args);
    const fetchStatus = async (...args: Parameters<typeof call>) =>
      (await call(...args)).statusCode;
    const buildArticleUrl = ({ authorAlias, id }: ArticleIdentity, action: string) =>
      `/articles/${authorAlias}/${id}/${action}`;
    const setStatus = (status: ArticleStatus, changedArticles: readonly ArticleIdentity[]) => {
      const ids = changedArticles.map(({ id }) => id);
      return test.database.queries
        .update(articles)
        .set({ status })
        .where(inArray(articles.id, ids));
    };
    const retireAuthor = (alias: string) =>
      test.database.queries
        .update(authors)
        .set({ status: 'inactive' })
        .where(eq(authors.alias, alias));

    describe('a bookmark of a withdrawn article', () => {
      it('does not count toward the limit', async () => {
        for (const article of library.slice(0, 10))
          await call('PUT', buildArticleUrl(article, 'bookmark'));
        await setStatus('archived', library.slice(0, 3));
        expect((await call('GET', '/bookmarks')).json().data.metas).toHaveLength(7);
        const paths = library.slice(10, 14).map((article) => buildArticleUrl(article, 'bookmark'));
        const statuses = [];
        for (const path of paths) statuses.push(await fetchStatus('PUT', path));
        expect(statuses).toEqual([204, 204, 204, 403]);
      });

      it('is listed again once the article is republished', async () => {
        for (const article of library.slice(0, 10))
          await call('PUT', buildArticleUrl(article, 'bookmark'));
        await setStatus('archived', library.slice(0, 1));
        await call('PUT', buildArticleUrl(library[10]!, 'bookmark'));
        await setStatus('published', library.slice(0, 1));
        expect((await call('GET', '/bookmarks')).json().data.metas).toHaveLength(11);
        expect(await fetchStatus('PUT', buildArticleUrl(library[11]!, 'bookmark'))).toBe(403);
      });

      it.each(['archived', 'draft', 'human_review'] as const)(
        'can be removed while the article is %s',
        async (status) => {
          await call('PUT', buildArticleUrl(library[0]!, 'bookmark'));
          await setStatus(status, library.slice(0, 1));
          expect(await fetchStatus('DELETE', buildArticleUrl(library[0]!, 'bookmark'))).toBe(204);
          expect(await test.database.queries.$count(bookmarks)).toBe(0);
        },
      );

      it('cannot be created', async () => {
        await setStatus('archived', library.slice(0, 1));
        expect(await fetchStatus('PUT', buildArticleUrl(library[0]!, 'bookmark'))).toBe(404);
        expect(await fetchStatus('DELETE', buildArticleUrl(library[0]!, 'bookmark'))).toBe(204);
      });
    });

    describe('a follow of an author who has left', () => {
      beforeEach(async () => {
        for (const alias of ['Gantry', 'Ballast', 'Potsherd'])
          await call('PUT', `/authors/${alias}/follow`);
        await retireAuthor('Gantry');
      });

      it('does not count toward the limit', async () => {
        expect(await fetchStatus('PUT', '/authors/Waystone/follow')).toBe(204);
        expect(await fetchStatus('PUT', '/authors/Fencepost/follow')).toBe(403);
        const { authors } = (await call('GET', '/users/me/following')).json().data;
        expect(authors).toEqual(['Ballast', 'Potsherd', 'Waystone']);
      });

      it('can be removed, but not created again', async () => {
        expect(await fetchStatus('DELETE', '/authors/gantry/follow')).toBe(204);
        expect(await test.database.queries.$count(follows)).toBe(2);
        expect(await fetchStatus('PUT', '/authors/Gantry/follow')).toBe(404);
        expect(await fetchStatus('DELETE', '/authors/Nobody/follow')).toBe(404);
      });

      it('adds no articles to the feed', async () => {
        const { metas, authors } = (await call('GET', '/feed')).json().data;
        const aliases = new Set(metas.map(({ authorAlias }: ArticleMeta) => authorAlias));
        expect([...aliases].sort()).toEqual(['Ballast', 'Potsherd']);
        expect(Object.keys(authors).sort()).toEqual(['Ballast', 'Potsherd']);
      });
    });

    it.runIf(isRunOfAllTests())(
      'are limited with Premium to a thousand bookmarks of published articles',
      async () => {
        const { queries } = test.database;
        await queries.update(users).set({ tier: 'premium', subscriptionStatus: 'active' });
        const copies = await insertArticleCopies(queries, 1002);
        for (const offset of [0, 500])
          await queries
            .insert(bookmarks)
            .values(
              copies
                .slice(offset, offset + 500)
                .map(({ id }) => ({ userId: ada.user.id, articleId: id })),
            );
        const refused = await call('PUT', buildArticleUrl(copies[1000]!, 'bookmark'));
        expect([refused.statusCode, refused.json().error]).toEqual([
          403,
          'You have 1,000 bookmarks, the most Premium holds.',
        ]);
        const page = (await call('GET', '/bookmarks?limit=1000')).json().data;
        expect([page.metas.length, page.nextToken]).toEqual([1000, null]);
        await setStatus('archived', copies.slice(0, 1));
        const attempts = copies
          .slice(1000)
          .map((article) => fetchStatus('PUT', buildArticleUrl(article, 'bookmark')));
        expect((await Promise.all(attempts)).sort()).toEqual([204, 403]);
      },
    );

    it('remain possible at URLs with a former alias of an author', async () => {
      const { queries } = test.database;
      const article = library.find(({ authorAlias }) => authorAlias === 'Gantry')!;
      const [author] = await queries.select().from(authors).where(eq(authors.alias, 'Gantry'));
      await queries.insert(formerAliases).values({ aliasKey: 'crane', authorId: author!.id });
      const formerArticle = { ...article, authorAlias: 'Crane' };

      expect(await fetchStatus('PUT', buildArticleUrl(formerArticle, 'bookmark'))).toBe(204);
      expect(await fetchStatus('DELETE', buildArticleUrl(formerArticle, 'bookmark'))).toBe(204);
      expect(
        await fetchStatus('PUT', buildArticleUrl(formerArticle, 'feedback'), {
          feedbackType: 'PRACTICAL',
        }),
      ).toBe(204);
      expect(await fetchStatus('GET', buildArticleUrl(formerArticle, 'feedback'))).toBe(200);
      expect(
        await fetchStatus('PUT', buildArticleUrl(formerArticle, 'report'), { reason: 'SPAM' }),
      ).toBe(204);
      expect(await fetchStatus('PUT', '/authors/Crane/follow')).toBe(204);
      expect(await fetchStatus('DELETE', '/authors/Crane/follow')).toBe(204);
      const another = library.find(({ authorAlias }) => authorAlias !== 'Gantry')!;
      const mismatched = { ...another, authorAlias: 'Crane' };
      expect(await fetchStatus('PUT', buildArticleUrl(mismatched, 'bookmark'))).toBe(404);
    });

    describe('a change by an account that was modified during the request', () => {
      it('is checked against the current tier', async () => {
        const { queries } = test.database;
        for (const article of library.slice(0, 10))
          await call('PUT', buildArticleUrl(article, 'bookmark'));
        const before = { ...ada.user, tier: 'premium' as const };
        await expect(addBookmark(queries, before, library[10]!.id)).rejects.toThrow('10 bookmarks');
      });

      it('is rejected once the account is deleted', async () => {
        const { queries } = test.database;
        await queries.update(users).set({ deletedAt: sql`now()` });
        const type: FeedbackType = 'PRACTICAL';
        await expect(saveFeedback(queries, ada.user, library[0]!.id, type)).rejects.toThrow(
          'Sign in',
        );
        expect(await queries.$count(feedback)).toBe(0);
      });
    });
  },
);
