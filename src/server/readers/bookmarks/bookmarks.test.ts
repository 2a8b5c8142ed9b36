import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ArticleMeta } from '#domain/article.ts';
import { BOOKMARK_ORDERS } from '#domain/bookmark-order.ts';
import { articles } from '#server/catalogue/articles/schema.ts';
import { encodePageToken } from '#server/platform/db/page-token.ts';
import { createLibraryTestApp, type LibraryTestApp } from '#server/testing/app.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import {
  createApiCaller,
  replaceReadersWithPremiumReader,
  signInTestReader,
  type TestReader,
} from '#server/testing/reader.ts';

interface BookmarkPage {
  metas: ArticleMeta[];
  nextToken: string | null;
}

describe.each(await selectTestDatabaseEngines())(
  'a list of bookmarks, on $name',
  ({ openFilled }) => {
    let test: LibraryTestApp;
    let ada: TestReader;
    let call: ReturnType<typeof createApiCaller>;
    /** The bookmarked articles, newest bookmark first. */
    let bookmarkedArticles: ArticleMeta[];

    beforeAll(async () => {
      test = await createLibraryTestApp(openFilled);
      // The library's articles have similar lengths. Changing the length of every third article makes sorting by length
      // testable.
      const lengths = test.library.map(({ id }, at) => ({
        id,
        minutes: at % 3 === 0 ? 4 + at : 4,
      }));
      for (const { id, minutes } of lengths)
        await test.database.queries
          .update(articles)
          .set({ readingMinutes: minutes })
          .where(eq(articles.id, id));
      bookmarkedArticles = test.library
        .map((article, at) => ({ ...article, readingMinutes: lengths[at]!.minutes }))
        .toReversed();
    });
    afterAll(() => test.close());
    beforeEach(async () => {
      ada = await replaceReadersWithPremiumReader(test.database, 'ada');
      call = createApiCaller(test, ada);
      for (const { authorAlias, id } of test.library)
        await call('PUT', `/articles/${authorAlias}/${id}/bookmark`);
    });

    const fetchPage = async (query: string): Promise<BookmarkPage> =>
      (await call('GET', `/bookmarks?${query}`)).json().data;

    /**
     * Reports that the reader has read an article up to `section`. By default, reports that the reader has finished it.
     */
    const recordReadingProgress = (
      { authorAlias, id }: ArticleMeta,
      section: 'end' | 'point-1' = 'end',
    ): Promise<unknown> =>
      call('PUT', `/articles/${authorAlias}/${id}/reading`, { section, readAgo: 0 });

    async function fetchAllPages(query: string): Promise<ArticleMeta[]> {
      const listed: ArticleMeta[] = [];
      let nextToken: string | null = '';
      while (nextToken !== null) {
        const page = await fetchPage(`${query}&limit=3&nextToken=${nextToken}`);
        listed.push(...page.metas);
        ({ nextToken } = page);
      }
      return listed;
    }

    it.each<[order: string, getRank: (article: ArticleMeta) => string | number]>([
      ['kept', () => 0],
      ['author', ({ authorAlias }) => authorAlias.toLowerCase()],
      ['length', ({ readingMinutes }) => readingMinutes],
    ])('goes page by page in the order "%s", without a gap', async (order, getRank) => {
      const expected = bookmarkedArticles.toSorted((one, other) => {
        const [rank, otherRank] = [getRank(one), getRank(other)];
        return rank < otherRank ? -1 : rank > otherRank ? 1 : 0;
      });
      expect(new Set(expected.map(getRank)).size > 1).toBe(order !== 'kept');
      const listed = await fetchAllPages(`order=${order}`);
      expect(listed.map(({ title }) => title)).toEqual(expected.map(({ title }) => title));
    });

    it('has unread articles first in the order "unread", without a gap', async () => {
      const finished = bookmarkedArticles.filter((_, at) => at % 2 === 0);
      for (const article of finished) await recordReadingProgress(article);
      await recordReadingProgress(bookmarkedArticles[1]!, 'point-1');
      const unread = bookmarkedArticles.filter((article) => !finished.includes(article));
      const titles = (await fetchAllPages('order=unread')).map(({ title }) => title);
      expect(titles).toEqual([...unread, ...finished].map(({ title }) => title));
    });

    it('can be filtered by whether articles were finished, in any order and with a search', async () => {
      const finished = bookmarkedArticles.filter((_, at) => at % 3 > 0);
      for (const article of finished) await recordReadingProgress(article);
      await recordReadingProgress(bookmarkedArticles[0]!, 'point-1');
      const unread = bookmarkedArticles.filter((article) => !finished.includes(article));
      const getTitles = (metas: readonly ArticleMeta[]) => metas.map(({ title }) => title);
      expect(getTitles(await fetchAllPages('show=read'))).toEqual(getTitles(finished));
      expect(getTitles(await fetchAllPages('show=unread'))).toEqual(getTitles(unread));
      expect(getTitles(await fetchAllPages('show=all'))).toEqual(getTitles(bookmarkedArticles));
      const byLength = unread.toSorted((one, other) => one.readingMinutes - other.readingMinutes);
      expect(getTitles(await fetchAllPages('show=unread&order=length'))).toEqual(
        getTitles(byLength),
      );
      const [target] = unread;
      const search = new URLSearchParams({ q: target!.title });
      expect(getTitles(await fetchAllPages(`show=unread&${search}`))).toContain(target!.title);
      expect(getTitles(await fetchAllPages(`show=read&${search}`))).not.toContain(target!.title);
    });

    it('counts only the reader’s own readings', async () => {
      const callAsEve = createApiCaller(test, await signInTestReader(test.database, 'eve'));
      const { authorAlias, id } = bookmarkedArticles[0]!;
      await callAsEve('PUT', `/articles/${authorAlias}/${id}/reading`, {
        section: 'end',
        readAgo: 0,
      });
      expect(await fetchAllPages('show=read')).toEqual([]);
    });

    it.each(['order=kept', 'order=unread', 'show=unread', 'show=unread&order=length'])(
      'neither skips nor repeats an article of ?%s while bookmarks are added and removed',
      async (query) => {
        for (const article of bookmarkedArticles.slice(0, 4)) await recordReadingProgress(article);
        const expected = await fetchAllPages(query);
        const [first, , third] = expected;
        const bookmarkPath = ({ authorAlias, id }: ArticleMeta) =>
          `/articles/${authorAlias}/${id}/bookmark`;
        await call('DELETE', bookmarkPath(first!));
        const firstPage = await fetchPage(`${query}&limit=3`);
        await call('DELETE', bookmarkPath(firstPage.metas[2]!));
        await call('PUT', bookmarkPath(first!));
        const { metas } = await fetchPage(`${query}&limit=50&nextToken=${firstPage.nextToken}`);
        const titles = [...firstPage.metas, ...metas].map(({ title }) => title);
        expect(third).toBeDefined();
        const otherTitles = titles.filter((title) => title !== first!.title);
        expect(otherTitles).toEqual(
          expected.map(({ title }) => title).filter((title) => title !== first!.title),
        );
        expect(new Set(titles).size).toBe(titles.length);
      },
    );

    it('can be searched by title, author and other fields', async () => {
      const [target] = bookmarkedArticles;
      for (const words of [target!.title, target!.title.slice(0, -2), target!.authorAlias]) {
        const { metas } = await fetchPage(new URLSearchParams({ q: words }).toString());
        expect(metas.map(({ title }) => title)).toContain(target!.title);
        expect(metas.length).toBeLessThan(bookmarkedArticles.length / 2);
      }
      expect((await fetchPage('q=zxqvjk')).metas).toEqual([]);
      expect((await fetchPage('q=%3A*%20%26%20!')).metas).toEqual([]);
    });

    it('can be searched in any order, page by page', async () => {
      const listed = await fetchAllPages('q=the&order=length');
      expect(listed.length).toBeGreaterThan(3);
      expect(new Set(listed.map(({ id }) => id)).size).toBe(listed.length);
      const minutes = listed.map(({ readingMinutes }) => readingMinutes);
      expect(minutes).toEqual(minutes.toSorted((one, other) => one - other));
    });

    it('contains only the reader’s own bookmarks', async () => {
      const callAsEve = createApiCaller(test, await signInTestReader(test.database, 'eve'));
      expect((await callAsEve('GET', '/bookmarks?q=the')).json().data.metas).toEqual([]);
      expect((await callAsEve('GET', '/bookmarks/ids')).json().data.ids).toEqual([]);
    });

    it('is available as ids for the browser', async () => {
      const { ids } = (await call('GET', '/bookmarks/ids')).json().data;
      expect(ids).toEqual(bookmarkedArticles.map(({ authorAlias, id }) => `${authorAlias}:${id}`));
    });

    it.each([
      'order=newest',
      'show=new',
      'show=read&show=unread',
      'order=author&order=length',
      `q=${'a'.repeat(101)}`,
    ])('rejects ?%s', async (query) => {
      expect((await call('GET', `/bookmarks?${query}`)).statusCode).toBe(400);
    });

    it('rejects the token of another order or search', async () => {
      const { nextToken } = await fetchPage('order=author&limit=1');
      for (const parameters of [
        '',
        'order=length&',
        'order=author&q=the&',
        'order=author&show=read&',
      ])
        expect(
          (await call('GET', `/bookmarks?${parameters}nextToken=${nextToken}`)).statusCode,
        ).toBe(400);
    });

    it.each(BOOKMARK_ORDERS)(
      'rejects a token with a wrong sort key for the order "%s"',
      async (order) => {
        const context = `bookmarks ${ada.user.id} ${order} `;
        const [createdAt, id] = ['2026-01-01T00:00:00.000Z', bookmarkedArticles[0]!.id];
        const ranks = [order === 'author' ? 7 : 'plumbline', 'a\0', 2 ** 40, 0.5, null, {}];
        for (const rank of ranks) {
          const token = encodePageToken(context, [rank as never, createdAt, id]);
          const response = await call('GET', `/bookmarks?order=${order}&nextToken=${token}`);
          expect([rank, response.statusCode]).toEqual([rank, 400]);
        }
      },
    );
  },
);
