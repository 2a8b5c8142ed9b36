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

interface Listed {
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
    let stored: ArticleMeta[];

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
      stored = test.library
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

    const list = async (query: string): Promise<Listed> =>
      (await call('GET', `/bookmarks?${query}`)).json().data;

    /** Records that the reader has finished an article, or has reached only a part of it. */
    const read = (
      { authorAlias, id }: ArticleMeta,
      section: 'end' | 'point-1' = 'end',
    ): Promise<unknown> =>
      call('PUT', `/articles/${authorAlias}/${id}/reading`, { section, readAgo: 0 });

    async function walk(query: string): Promise<ArticleMeta[]> {
      const found: ArticleMeta[] = [];
      let nextToken: string | null = '';
      while (nextToken !== null) {
        const page = await list(`${query}&limit=3&nextToken=${nextToken}`);
        found.push(...page.metas);
        ({ nextToken } = page);
      }
      return found;
    }

    it.each<[order: string, rankOf: (article: ArticleMeta) => string | number]>([
      ['kept', () => 0],
      ['author', ({ authorAlias }) => authorAlias.toLowerCase()],
      ['length', ({ readingMinutes }) => readingMinutes],
    ])('goes page by page in the order "%s", without a gap', async (order, rankOf) => {
      const expected = stored.toSorted((one, other) => {
        const [rank, otherRank] = [rankOf(one), rankOf(other)];
        return rank < otherRank ? -1 : rank > otherRank ? 1 : 0;
      });
      expect(new Set(expected.map(rankOf)).size > 1).toBe(order !== 'kept');
      const shown = await walk(`order=${order}`);
      expect(shown.map(({ title }) => title)).toEqual(expected.map(({ title }) => title));
    });

    it('has unread articles first in the order "unread", without a gap', async () => {
      const finished = stored.filter((_, at) => at % 2 === 0);
      for (const article of finished) await read(article);
      await read(stored[1]!, 'point-1');
      const unread = stored.filter((article) => !finished.includes(article));
      const titles = (await walk('order=unread')).map(({ title }) => title);
      expect(titles).toEqual([...unread, ...finished].map(({ title }) => title));
    });

    it('can be filtered by whether articles were finished, in any order and with a search', async () => {
      const finished = stored.filter((_, at) => at % 3 > 0);
      for (const article of finished) await read(article);
      await read(stored[0]!, 'point-1');
      const unread = stored.filter((article) => !finished.includes(article));
      const titlesOf = (metas: readonly ArticleMeta[]) => metas.map(({ title }) => title);
      expect(titlesOf(await walk('show=read'))).toEqual(titlesOf(finished));
      expect(titlesOf(await walk('show=unread'))).toEqual(titlesOf(unread));
      expect(titlesOf(await walk('show=all'))).toEqual(titlesOf(stored));
      const byLength = unread.toSorted((one, other) => one.readingMinutes - other.readingMinutes);
      expect(titlesOf(await walk('show=unread&order=length'))).toEqual(titlesOf(byLength));
      const [wanted] = unread;
      const search = new URLSearchParams({ q: wanted!.title });
      expect(titlesOf(await walk(`show=unread&${search}`))).toContain(wanted!.title);
      expect(titlesOf(await walk(`show=read&${search}`))).not.toContain(wanted!.title);
    });

    it('counts only the reader’s own readings', async () => {
      const eve = createApiCaller(test, await signInTestReader(test.database, 'eve'));
      const { authorAlias, id } = stored[0]!;
      await eve('PUT', `/articles/${authorAlias}/${id}/reading`, { section: 'end', readAgo: 0 });
      expect(await walk('show=read')).toEqual([]);
    });

    it.each(['order=kept', 'order=unread', 'show=unread', 'show=unread&order=length'])(
      'neither skips nor repeats an article of ?%s while bookmarks are added and removed',
      async (query) => {
        for (const article of stored.slice(0, 4)) await read(article);
        const expected = await walk(query);
        const [first, , third] = expected;
        const path = ({ authorAlias, id }: ArticleMeta) =>
          `/articles/${authorAlias}/${id}/bookmark`;
        await call('DELETE', path(first!));
        const before = await list(`${query}&limit=3`);
        await call('DELETE', path(before.metas[2]!));
        await call('PUT', path(first!));
        const { metas } = await list(`${query}&limit=50&nextToken=${before.nextToken}`);
        const titles = [...before.metas, ...metas].map(({ title }) => title);
        expect(third).toBeDefined();
        const since = titles.filter((title) => title !== first!.title);
        expect(since).toEqual(
          expected.map(({ title }) => title).filter((title) => title !== first!.title),
        );
        expect(new Set(titles).size).toBe(titles.length);
      },
    );

    it('can be searched by title, author and other fields', async () => {
      const [wanted] = stored;
      for (const words of [wanted!.title, wanted!.title.slice(0, -2), wanted!.authorAlias]) {
        const { metas } = await list(new URLSearchParams({ q: words }).toString());
        expect(metas.map(({ title }) => title)).toContain(wanted!.title);
        expect(metas.length).toBeLessThan(stored.length / 2);
      }
      expect((await list('q=zxqvjk')).metas).toEqual([]);
      expect((await list('q=%3A*%20%26%20!')).metas).toEqual([]);
    });

    it('can be searched in any order, page by page', async () => {
      const found = await walk('q=the&order=length');
      expect(found.length).toBeGreaterThan(3);
      expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
      const minutes = found.map(({ readingMinutes }) => readingMinutes);
      expect(minutes).toEqual(minutes.toSorted((one, other) => one - other));
    });

    it('contains only the reader’s own bookmarks', async () => {
      const eve = createApiCaller(test, await signInTestReader(test.database, 'eve'));
      expect((await eve('GET', '/bookmarks?q=the')).json().data.metas).toEqual([]);
      expect((await eve('GET', '/bookmarks/ids')).json().data.ids).toEqual([]);
    });

    it('is available as ids for the browser', async () => {
      const { ids } = (await call('GET', '/bookmarks/ids')).json().data;
      expect(ids).toEqual(stored.map(({ authorAlias, id }) => `${authorAlias}:${id}`));
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
      const { nextToken } = await list('order=author&limit=1');
      for (const other of ['', 'order=length&', 'order=author&q=the&', 'order=author&show=read&'])
        expect((await call('GET', `/bookmarks?${other}nextToken=${nextToken}`)).statusCode).toBe(
          400,
        );
    });

    it.each(BOOKMARK_ORDERS)(
      'rejects a token with a wrong sort key for the order "%s"',
      async (order) => {
        const context = `bookmarks ${ada.user.id} ${order} `;
        const [at, id] = ['2026-01-01T00:00:00.000Z', stored[0]!.id];
        const ranks = [order === 'author' ? 7 : 'plumbline', 'a\0', 2 ** 40, 0.5, null, {}];
        for (const rank of ranks) {
          const token = encodePageToken(context, [rank as never, at, id]);
          const response = await call('GET', `/bookmarks?order=${order}&nextToken=${token}`);
          expect([rank, response.statusCode]).toEqual([rank, 400]);
        }
      },
    );
  },
);
