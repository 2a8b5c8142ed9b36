import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ArticleMeta } from '#domain/article.ts';
import { BOOKMARK_ORDERS } from '#domain/bookmark-order.ts';
import { articles } from '#server/catalogue/articles/schema.ts';
import { encodePageToken } from '#server/platform/db/page-token.ts';
import { type LibraryApp, libraryApp } from '#server/testing/app.ts';
import { testDatabases } from '#server/testing/databases.ts';
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

describe.each(await testDatabases())('a list of bookmarks, on $name', ({ openFilled }) => {
  let test: LibraryApp;
  let ada: TestReader;
  let call: ReturnType<typeof createApiCaller>;
  /** The bookmarked articles, newest bookmark first. */
  let stored: ArticleMeta[];

  beforeAll(async () => {
    test = await libraryApp(openFilled);
    // The library's articles have similar lengths. Changing the length of every third article makes sorting by length
    // testable.
    const lengths = test.library.map(({ id }, at) => ({ id, minutes: at % 3 === 0 ? 4 + at : 4 }));
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

  it.each(['order=newest', 'order=author&order=length', `q=${'a'.repeat(101)}`])(
    'rejects ?%s',
    async (query) => {
      expect((await call('GET', `/bookmarks?${query}`)).statusCode).toBe(400);
    },
  );

  it('rejects the token of another order or search', async () => {
    const { nextToken } = await list('order=author&limit=1');
    for (const other of ['', 'order=length&', 'order=author&q=the&'])
      expect((await call('GET', `/bookmarks?${other}nextToken=${nextToken}`)).statusCode).toBe(400);
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
});
