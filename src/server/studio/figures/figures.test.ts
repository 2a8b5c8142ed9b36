import { sql } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { COUNTED_EVENT_KINDS, type CountedEventKind } from '#domain/counts.ts';
import {
  ARTICLE_FIGURE_SORT_COLUMNS,
  type ArticleFigures,
  type AuthorFigures,
  type CategoryFigures,
  type DailyFiguresReport,
  FIGURE_RANGE_LENGTHS_IN_DAYS,
} from '#domain/studio/figures.ts';
import { subscriptionStartsAndEnds } from '#server/membership/billing/schema.ts';
import { queryRows } from '#server/platform/db/query-rows.ts';
import { updateRole } from '#server/readers/accounts/repository.ts';
import { users } from '#server/readers/accounts/schema.ts';
import { countReceipts } from '#server/readers/counts/schema.ts';
import { applyPendingCounts } from '#server/readers/counts/service.ts';
import {
  createLibraryTestApp,
  createTestApp,
  type LibraryTestApp,
  type TestApp,
} from '#server/testing/app.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { emptyTables } from '#server/testing/empty-tables.ts';
import { createApiCaller, signInTestReader, type TestReader } from '#server/testing/reader.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';

/** The current time in these tests: a Wednesday, so that calendar weeks and 7-day ranges begin on different days. */
const NOW = new Date('2026-03-11T15:00:00Z');
const DAY = 24 * 60 * 60 * 1000;
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY).toISOString().slice(0, 10);

describe.each(await selectTestDatabaseEngines())('the figures, on $name', ({ openFilled }) => {
  let test: LibraryTestApp;
  let reader: TestReader;
  let app: TestApp;

  beforeAll(async () => {
    test = await createLibraryTestApp(openFilled);
    app = await createTestApp({ ...test.database, close: async () => {} });
  });
  afterAll(async () => {
    await app.close();
    await test.close();
  });
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW });
    const { queries } = test.database;
    await emptyTables(
      queries,
      'users',
      'subscription_totals',
      'subscription_status_changes',
      'count_receipts',
      'reaction_changes',
      'category_moves',
      'article_counts',
      'article_weeks',
      'shelf_days',
      'category_days',
      'article_ranges',
      'author_ranges',
      'ranges_day',
      'subscription_turns',
    );
    reader = await signInTestReader(test.database, 'edith');
    await updateRole(queries, reader.user.id, 'editor');
    await queries.execute(sql`UPDATE sessions SET expires_at = now() + interval '10 years'`);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Requests figures from a newly created app, whose cache is empty. */
  const fetchFigures = async (path: string) => {
    const freshApp = await createTestApp({ ...test.database, close: async () => {} });
    const response = await createApiCaller(freshApp, reader)('GET', `/studio/figures/${path}`);
    await freshApp.close();
    return response;
  };
  const fetchDays = async (query = '?range=7') =>
    (await fetchFigures(`days${query}`)).json().data as DailyFiguresReport;
  const fetchArticles = async (query = '?range=7') =>
    (await fetchFigures(`articles${query}`)).json().data.articles as ArticleFigures[];

  const getArticle = (index: number) => test.library[index]!;
  /** Records `times` events of a kind for an article, `days` days ago. */
  const recordEvents = async (
    index: number,
    kind: CountedEventKind,
    days: number,
    times: number,
  ) => {
    await test.database.queries.insert(countReceipts).values(
      Array.from({ length: times }, () => ({
        visit: crypto.randomUUID(),
        kind,
        articleId: getArticle(index).id,
        day: daysAgo(days),
      })),
    );
    await applyPendingCounts(test.database.queries, new AbortController().signal);
  };
  const putAs = async (name: string, path: string, body?: unknown) => {
    const otherReader = await signInTestReader(test.database, name);
    await test.database.queries.execute(
      sql`UPDATE users SET tier = 'premium', subscription_status = 'active' WHERE name <> 'edith'`,
    );
    await test.database.queries.execute(
      sql`UPDATE sessions SET expires_at = now() + interval '10 years'`,
    );
    expect((await createApiCaller(test, otherReader)('PUT', path, body)).statusCode).toBe(204);
  };
  const buildArticleUrl = (index: number, action: string) =>
    `/articles/${getArticle(index).authorAlias}/${getArticle(index).id}/${action}`;
  /**
   * Sets the timestamps of all new rows to `days` days before {@link NOW}, because the database fills them in with the
   * real time.
   */
  const backdateRows = async (days = 0) => {
    const timestamp = sql.raw(
      `'${new Date(NOW.getTime() - days * DAY).toISOString()}'::timestamptz`,
    );
    for (const [table, column] of [
      ['bookmarks', 'created_at'],
      ['follows', 'created_at'],
      ['feedback', 'updated_at'],
      ['reports', 'created_at'],
    ])
      await test.database.queries.execute(
        sql`UPDATE ${sql.identifier(table!)} SET ${sql.identifier(column!)} = ${timestamp}`,
      );
    await applyPendingCounts(test.database.queries, new AbortController().signal);
  };

  it('list authors with followers without other figures in the range, also on the next day', async () => {
    const { authorAlias } = getArticle(0);
    await putAs('ada', `/authors/${authorAlias}/follow`);
    await backdateRows(60);
    const fetchAuthor = async () =>
      ((await fetchFigures('authors?range=7')).json().data.authors as AuthorFigures[]).find(
        ({ alias }) => alias === authorAlias,
      );
    expect(await fetchAuthor()).toMatchObject({ follows: 0, followers: 1 });
    vi.setSystemTime(NOW.getTime() + DAY);
    await applyPendingCounts(test.database.queries, new AbortController().signal);
    expect(await fetchAuthor()).toMatchObject({ follows: 0, followers: 1 });
  });

  it('cover each day of a range including today, and the preceding range', async () => {
    await recordEvents(0, 'read', 0, 2);
    await recordEvents(1, 'read', 6, 3);
    await recordEvents(0, 'share', 6, 1);
    await recordEvents(0, 'read', 7, 5);
    await recordEvents(0, 'read', 13, 1);
    await recordEvents(0, 'read', 14, 9);
    const { days, before } = await fetchDays();
    expect(days.map(({ day }) => day)).toEqual([6, 5, 4, 3, 2, 1, 0].map(daysAgo));
    expect(days.map(({ read }) => read)).toEqual([3, 0, 0, 0, 0, 0, 2]);
    expect(days[0]).toMatchObject({ share: 1, bookmarks: 0, PRACTICAL: 0 });
    expect(before).toMatchObject({ read: 6, share: 0 });
  });

  it.each(
    isRunOfAllTests() ? FIGURE_RANGE_LENGTHS_IN_DAYS : FIGURE_RANGE_LENGTHS_IN_DAYS.slice(0, 1),
  )('add up to the same by day, article, author and category, over %i days', async (range) => {
    let total = 0;
    for (const days of [0, 1, 2, 3, 5, 8, 13, 21, 27, 34, 55, 88, 89, 90]) {
      const times = (days % 4) + 1;
      if (days < range) total += times;
      await recordEvents(days % 6, 'read', days, times);
      await recordEvents(days % 6, 'listen25', days, 1);
    }
    const sum = (rows: { read: number }[]) =>
      rows.reduce((subtotal, { read }) => subtotal + read, 0);
    expect(sum((await fetchDays(`?range=${range}`)).days)).toBe(total);
    expect(sum(await fetchArticles(`?range=${range}&limit=100`))).toBe(total);
    const { authors } = (await fetchFigures(`authors?range=${range}`)).json().data;
    expect(sum(authors)).toBe(total);
    const { categories } = (await fetchFigures(`categories?range=${range}`)).json().data;
    expect(sum(categories)).toBe(total);
    expect(categories).toHaveLength(10);
  });

  it('count what readers did with articles, and new followers of authors', async () => {
    for (const name of ['ada', 'bea']) {
      await putAs(name, buildArticleUrl(0, 'bookmark'));
      await putAs(name, `/authors/${getArticle(0).authorAlias}/follow`);
    }
    await putAs('ada', buildArticleUrl(0, 'feedback'), { feedbackType: 'PRACTICAL' });
    await putAs('bea', buildArticleUrl(0, 'feedback'), { feedbackType: 'EYE_OPENING' });
    await putAs('bea', buildArticleUrl(1, 'report'), { reason: 'SPAM', explanation: '' });
    await backdateRows();
    const expected = { bookmarks: 2, PRACTICAL: 1, EYE_OPENING: 1, INTRIGUING: 0 };
    const { days } = await fetchDays();
    expect(days.at(-1)).toMatchObject({ ...expected, follows: 2, reports: 1 });
    const [first] = await fetchArticles('?range=7&order=bookmarks');
    expect(first).toMatchObject({ title: getArticle(0).title, ...expected });
    const reported = await fetchArticles('?range=7&order=reports');
    expect(reported.map(({ title }) => title)).toEqual([getArticle(1).title]);
    const [author] = (await fetchFigures('authors?range=7')).json().data.authors as AuthorFigures[];
    expect(author).toMatchObject({ alias: getArticle(0).authorAlias, follows: 2, followers: 2 });
    const categories = (await fetchFigures('categories?range=7')).json().data
      .categories as CategoryFigures[];
    const ownCategory = categories.find(({ category }) => category === getArticle(0).category)!;
    expect(ownCategory).toMatchObject(expected);

    await backdateRows(8);
    expect((await fetchDays()).days.at(-1)).toMatchObject({ bookmarks: 0, follows: 0 });
    expect((await fetchDays()).before).toMatchObject({ bookmarks: 2, follows: 2, reports: 1 });
  });

  it('show the share heard to the end if enough readers listened', async () => {
    await recordEvents(0, 'listen25', 1, 40);
    await recordEvents(0, 'listen100', 1, 10);
    await recordEvents(1, 'listen25', 1, 25);
    await recordEvents(1, 'listen100', 1, 20);
    await recordEvents(2, 'listen25', 1, 3);
    await recordEvents(2, 'listen100', 1, 3);
    const ranked = await fetchArticles('?range=28&order=heardOut');
    expect(ranked.map(({ title }) => title)).toEqual([getArticle(1).title, getArticle(0).title]);
  });

  it('show the share read to the end if enough consenting readers read half', async () => {
    await recordEvents(0, 'agreed', 1, 40);
    await recordEvents(0, 'finished', 1, 10);
    await recordEvents(1, 'agreed', 1, 20);
    await recordEvents(1, 'finished', 1, 15);
    await recordEvents(2, 'agreed', 1, 19);
    await recordEvents(2, 'finished', 1, 19);
    const ranked = await fetchArticles('?range=28&order=readOut');
    expect(ranked.map(({ title }) => title)).toEqual([getArticle(1).title, getArticle(0).title]);
    expect(ranked[0]).toMatchObject({ agreed: 20, finished: 15 });
  });

  it.runIf(isRunOfAllTests())(
    'compare an article with its author, its category and all',
    async () => {
      const { authorAlias, category } = getArticle(0);
      const sibling = test.library.findIndex(
        (each, at) => at > 0 && each.authorAlias === authorAlias,
      );
      const stranger = test.library.findIndex(
        (each) => each.authorAlias !== authorAlias && each.category !== category,
      );
      await recordEvents(0, 'read', 0, 2);
      await recordEvents(0, 'finished', 1, 1);
      await recordEvents(0, 'read', 8, 50);
      await recordEvents(sibling, 'read', 0, 3);
      await recordEvents(stranger, 'read', 0, 7);
      const { data } = (await fetchFigures(`articles/${getArticle(0).id}?range=7`)).json();
      expect(data.article).toMatchObject({
        ...{ title: getArticle(0).title, authorAlias, category, isPublished: true },
        ...{ read: 2, finished: 1, bookmarks: 0 },
      });
      expect(data.author).toMatchObject({ read: 5, finished: 1 });
      expect(data.category.read).toBeGreaterThanOrEqual(2);
      expect(data.all).toMatchObject({ read: 12, finished: 1 });
      expect((await fetchFigures(`articles/${newId()}`)).statusCode).toBe(404);
      expect((await fetchFigures('articles/none')).statusCode).toBe(400);
    },
  );

  it.runIf(isRunOfAllTests())('can be limited to an author, a category or an article', async () => {
    await recordEvents(0, 'read', 0, 2);
    const other = test.library.findIndex(
      ({ authorAlias, category }) =>
        authorAlias !== getArticle(0).authorAlias && category !== getArticle(0).category,
    );
    await recordEvents(other, 'read', 0, 7);
    const fetchReads = async (filter: string) =>
      (await fetchDays(`?range=7&${filter}`)).days.at(-1)!.read;
    expect(await fetchReads(`author=${getArticle(0).authorAlias}`)).toBe(2);
    expect(await fetchReads(`category=${getArticle(other).category}`)).toBe(7);
    expect(await fetchReads(`article=${getArticle(other).id}`)).toBe(7);
    expect((await fetchFigures('days?author=Nobody')).statusCode).toBe(404);
  });

  it('count active, new and ended subscriptions', async () => {
    const { queries } = test.database;
    for (const [name, status] of Object.entries({
      ada: 'active',
      bea: 'active',
      cyd: 'trialing',
      dot: 'past_due',
      eve: 'canceled',
    })) {
      const { user } = await signInTestReader(test.database, name);
      await queries.update(users).set({ subscriptionStatus: status }).where(sql`id = ${user.id}`);
    }
    await queries.insert(subscriptionStartsAndEnds).values([
      { id: newId(), turn: 'started', at: NOW },
      { id: newId(), turn: 'ended', at: new Date(NOW.getTime() - DAY) },
      { id: newId(), turn: 'started', at: new Date(NOW.getTime() - 9 * DAY) },
    ]);
    const { days, before, subscribers } = await fetchDays();
    expect(subscribers).toEqual({ active: 2, trialing: 1, past_due: 1 });
    expect(days.at(-1)).toMatchObject({ started: 1, ended: 0 });
    expect(days.at(-2)).toMatchObject({ started: 0, ended: 1 });
    expect(before).toMatchObject({ started: 1, ended: 0 });
    // Subscriptions appear only in the overall figures, because readers subscribe to Octavo rather than to an author.
    const ofAuthor = await fetchDays(`?range=7&author=${getArticle(0).authorAlias}`);
    expect(ofAuthor.days.at(-1)).toMatchObject({ started: 0 });
  });

  it.runIf(isRunOfAllTests())('list authors page by page, in the chosen order', async () => {
    const authors = [...new Map(test.library.map((each, at) => [each.authorAlias, at])).values()];
    for (const [rank, at] of authors.entries()) {
      await recordEvents(at, 'read', 1, 1 + (rank % 3));
      await recordEvents(at, 'share', 1, rank + 1);
    }
    for (const order of ['share', 'read', 'readOut']) {
      const allAuthors = (await fetchFigures(`authors?range=7&order=${order}&limit=100`)).json()
        .data;
      expect(allAuthors.nextToken).toBeNull();
      expect(allAuthors.authors).toHaveLength(authors.length);
      if (order !== 'readOut') {
        const values = allAuthors.authors.map((each: AuthorFigures) => each[order as 'read']);
        expect(values).toEqual(values.toSorted((a: number, b: number) => b - a));
      }
      const paged: AuthorFigures[] = [];
      for (let token = ''; ; ) {
        const page = `authors?range=7&order=${order}&limit=2&nextToken=${token}`;
        const { data } = (await fetchFigures(page)).json();
        paged.push(...data.authors);
        token = data.nextToken;
        if (!token) break;
      }
      expect(paged).toEqual(allAuthors.authors);
    }
  });

  it('are queried at most once a minute', async () => {
    const fetchReads = async () =>
      (await createApiCaller(app, reader)('GET', '/studio/figures/days?range=28'))
        .json()
        .data.days.at(-1).read;
    expect(await fetchReads()).toBe(0);
    await recordEvents(0, 'read', 0, 1);
    expect(await fetchReads()).toBe(0);
  });

  it.each(['days', 'articles', 'authors', 'categories'])(
    'are available as CSV files: %s',
    async (report) => {
      await recordEvents(0, 'read', 0, 3);
      await test.database.queries.execute(
        sql`UPDATE articles SET title = '=1+1, "sum"' WHERE id = ${getArticle(0).id}`,
      );
      const { headers, body, statusCode } = await fetchFigures(`${report}.csv?range=7`);
      expect([statusCode, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
      expect(headers['content-disposition']).toBe(
        `attachment; filename="octavo-${report}-7-days-to-2026-03-11.csv"`,
      );
      const lines = body.trimEnd().split('\r\n');
      const columns = lines[0]!.split(',').length;
      if (report === 'articles') expect(lines[1]).toMatch(/^"'=1\+1, ""sum""",/);
      else for (const line of lines) expect(line.split(',').length).toBe(columns);
      expect(lines[0]).toContain('Reads,Reads with analytics,Read to the end,Heard a quarter');
      await test.database.queries.execute(
        sql`UPDATE articles SET title = ${getArticle(0).title} WHERE id = ${getArticle(0).id}`,
      );
    },
  );

  it.each(ARTICLE_FIGURE_SORT_COLUMNS)('rank articles by %s', async (order) => {
    expect((await fetchFigures(`articles?range=7&order=${order}`)).statusCode).toBe(200);
  });

  it.each([
    'days?range=8',
    'days?range=x',
    'articles?order=title',
    'articles?order=follows',
    'articles.csv?order=follows',
    'articles?limit=101',
  ])('are rejected for %s', async (path) => {
    expect((await fetchFigures(path)).statusCode).toBe(400);
  });

  it.runIf(isRunOfAllTests())('are equal by week, by category and by day', async () => {
    for (let days = 0; days < 20; days++)
      await recordEvents(
        days % 3,
        COUNTED_EVENT_KINDS[days % COUNTED_EVENT_KINDS.length]!,
        days,
        days + 1,
      );
    const sums = sql.raw(
      COUNTED_EVENT_KINDS.map((kind) => `sum(${kind})::int AS ${kind}`).join(', '),
    );
    const byDay = sql.raw(
      COUNTED_EVENT_KINDS.map(
        (kind) => `coalesce(sum(count) FILTER (WHERE kind = '${kind}'), 0)::int AS ${kind}`,
      ).join(', '),
    );
    const { queries } = test.database;
    const selectRows = async (query: ReturnType<typeof sql>) => queryRows<unknown>(queries, query);
    const weeks = await selectRows(
      sql`SELECT week::text, article_id, ${sums} FROM article_weeks GROUP BY 1, 2 ORDER BY 1, 2`,
    );
    expect(weeks).toEqual(
      await selectRows(
        sql`SELECT date_trunc('week', day)::date::text AS week, article_id, ${byDay} FROM article_counts GROUP BY 1, 2 ORDER BY 1, 2`,
      ),
    );
    const dailyTotals = await selectRows(
      sql`SELECT day::text, author_id, category, ${sums} FROM shelf_days GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    );
    expect(dailyTotals).toEqual(
      await selectRows(
        sql`SELECT day::text, author_id, category, ${byDay} FROM article_counts JOIN articles ON articles.id = article_id GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
      ),
    );
  });
});
