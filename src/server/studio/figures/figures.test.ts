import { sql } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { COUNTED_EVENT_KINDS, type CountedEventKind } from '#domain/counts.ts';
import {
  ARTICLE_FIGURE_ORDERS,
  type ArticleFigures,
  type AuthorFigures,
  type CategoryFigures,
  type DailyFiguresReport,
  FIGURE_RANGES_IN_DAYS,
} from '#domain/studio/figures.ts';
import { subscriptionStartsAndEnds } from '#server/membership/billing/schema.ts';
import { executeRows } from '#server/platform/db/execute-rows.ts';
import { updateRole } from '#server/readers/accounts/repository.ts';
import { users } from '#server/readers/accounts/schema.ts';
import { countReceipts } from '#server/readers/counts/schema.ts';
import { tallyAllChanges } from '#server/readers/counts/service.ts';
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
  const ask = async (path: string) => {
    const fresh = await createTestApp({ ...test.database, close: async () => {} });
    const answer = await createApiCaller(fresh, reader)('GET', `/studio/figures/${path}`);
    await fresh.close();
    return answer;
  };
  const ofDays = async (query = '?range=7') =>
    (await ask(`days${query}`)).json().data as DailyFiguresReport;
  const ofArticles = async (query = '?range=7') =>
    (await ask(`articles${query}`)).json().data.articles as ArticleFigures[];

  const article = (at: number) => test.library[at]!;
  /** Records `times` events of a kind for an article, `days` days ago. */
  const count = async (at: number, kind: CountedEventKind, days: number, times: number) => {
    await test.database.queries.insert(countReceipts).values(
      Array.from({ length: times }, () => ({
        visit: crypto.randomUUID(),
        kind,
        articleId: article(at).id,
        day: daysAgo(days),
      })),
    );
    await tallyAllChanges(test.database.queries, new AbortController().signal);
  };
  const put = async (who: string, path: string, body?: unknown) => {
    const other = await signInTestReader(test.database, who);
    await test.database.queries.execute(
      sql`UPDATE users SET tier = 'premium', subscription_status = 'active' WHERE name <> 'edith'`,
    );
    await test.database.queries.execute(
      sql`UPDATE sessions SET expires_at = now() + interval '10 years'`,
    );
    expect((await createApiCaller(test, other)('PUT', path, body)).statusCode).toBe(204);
  };
  const aboutArticle = (at: number, what: string) =>
    `/articles/${article(at).authorAlias}/${article(at).id}/${what}`;
  /**
   * Sets the timestamps of all new rows to `days` days before {@link NOW}, because the database fills them in with the
   * real time.
   */
  const asOfToday = async (days = 0) => {
    const at = sql.raw(`'${new Date(NOW.getTime() - days * DAY).toISOString()}'::timestamptz`);
    for (const [table, column] of [
      ['bookmarks', 'created_at'],
      ['follows', 'created_at'],
      ['feedback', 'updated_at'],
      ['reports', 'created_at'],
    ])
      await test.database.queries.execute(
        sql`UPDATE ${sql.identifier(table!)} SET ${sql.identifier(column!)} = ${at}`,
      );
    await tallyAllChanges(test.database.queries, new AbortController().signal);
  };

  it('cover each day of a range including today, and the preceding range', async () => {
    await count(0, 'read', 0, 2);
    await count(1, 'read', 6, 3);
    await count(0, 'share', 6, 1);
    await count(0, 'read', 7, 5);
    await count(0, 'read', 13, 1);
    await count(0, 'read', 14, 9);
    const { days, before } = await ofDays();
    expect(days.map(({ day }) => day)).toEqual([6, 5, 4, 3, 2, 1, 0].map(daysAgo));
    expect(days.map(({ read }) => read)).toEqual([3, 0, 0, 0, 0, 0, 2]);
    expect(days[0]).toMatchObject({ share: 1, bookmarks: 0, PRACTICAL: 0 });
    expect(before).toMatchObject({ read: 6, share: 0 });
  });

  it.each(isRunOfAllTests() ? FIGURE_RANGES_IN_DAYS : FIGURE_RANGES_IN_DAYS.slice(0, 1))(
    'add up to the same by day, article, author and category, over %i days',
    async (range) => {
      let total = 0;
      for (const days of [0, 1, 2, 3, 5, 8, 13, 21, 27, 34, 55, 88, 89, 90]) {
        const times = (days % 4) + 1;
        if (days < range) total += times;
        await count(days % 6, 'read', days, times);
        await count(days % 6, 'listen25', days, 1);
      }
      const sum = (rows: { read: number }[]) => rows.reduce((all, { read }) => all + read, 0);
      expect(sum((await ofDays(`?range=${range}`)).days)).toBe(total);
      expect(sum(await ofArticles(`?range=${range}&limit=100`))).toBe(total);
      const { authors } = (await ask(`authors?range=${range}`)).json().data;
      expect(sum(authors)).toBe(total);
      const { categories } = (await ask(`categories?range=${range}`)).json().data;
      expect(sum(categories)).toBe(total);
      expect(categories).toHaveLength(10);
    },
  );

  it('count what readers did with articles, and new followers of authors', async () => {
    for (const who of ['ada', 'bea']) {
      await put(who, aboutArticle(0, 'bookmark'));
      await put(who, `/authors/${article(0).authorAlias}/follow`);
    }
    await put('ada', aboutArticle(0, 'feedback'), { feedbackType: 'PRACTICAL' });
    await put('bea', aboutArticle(0, 'feedback'), { feedbackType: 'EYE_OPENING' });
    await put('bea', aboutArticle(1, 'report'), { reason: 'SPAM', explanation: '' });
    await asOfToday();
    const done = { bookmarks: 2, PRACTICAL: 1, EYE_OPENING: 1, INTRIGUING: 0 };
    const { days } = await ofDays();
    expect(days.at(-1)).toMatchObject({ ...done, follows: 2, reports: 1 });
    const [first] = await ofArticles('?range=7&order=bookmarks');
    expect(first).toMatchObject({ title: article(0).title, ...done });
    const reported = await ofArticles('?range=7&order=reports');
    expect(reported.map(({ title }) => title)).toEqual([article(1).title]);
    const [author] = (await ask('authors?range=7')).json().data.authors as AuthorFigures[];
    expect(author).toMatchObject({ alias: article(0).authorAlias, follows: 2, followers: 2 });
    const categories = (await ask('categories?range=7')).json().data
      .categories as CategoryFigures[];
    const own = categories.find(({ category }) => category === article(0).category)!;
    expect(own).toMatchObject(done);

    await asOfToday(8);
    expect((await ofDays()).days.at(-1)).toMatchObject({ bookmarks: 0, follows: 0 });
    expect((await ofDays()).before).toMatchObject({ bookmarks: 2, follows: 2, reports: 1 });
  });

  it('show the share heard to the end if enough readers listened', async () => {
    await count(0, 'listen25', 1, 40);
    await count(0, 'listen100', 1, 10);
    await count(1, 'listen25', 1, 25);
    await count(1, 'listen100', 1, 20);
    await count(2, 'listen25', 1, 3);
    await count(2, 'listen100', 1, 3);
    const found = await ofArticles('?range=28&order=heardOut');
    expect(found.map(({ title }) => title)).toEqual([article(1).title, article(0).title]);
  });

  it('show the share read to the end if enough consenting readers read half', async () => {
    await count(0, 'agreed', 1, 40);
    await count(0, 'finished', 1, 10);
    await count(1, 'agreed', 1, 20);
    await count(1, 'finished', 1, 15);
    await count(2, 'agreed', 1, 19);
    await count(2, 'finished', 1, 19);
    const found = await ofArticles('?range=28&order=readOut');
    expect(found.map(({ title }) => title)).toEqual([article(1).title, article(0).title]);
    expect(found[0]).toMatchObject({ agreed: 20, finished: 15 });
  });

  it.runIf(isRunOfAllTests())(
    'compare an article with its author, its category and all',
    async () => {
      const { authorAlias, category } = article(0);
      const sibling = test.library.findIndex(
        (each, at) => at > 0 && each.authorAlias === authorAlias,
      );
      const stranger = test.library.findIndex(
        (each) => each.authorAlias !== authorAlias && each.category !== category,
      );
      await count(0, 'read', 0, 2);
      await count(0, 'finished', 1, 1);
      await count(0, 'read', 8, 50);
      await count(sibling, 'read', 0, 3);
      await count(stranger, 'read', 0, 7);
      const { data } = (await ask(`articles/${article(0).id}?range=7`)).json();
      expect(data.article).toMatchObject({
        ...{ title: article(0).title, authorAlias, category, isPublished: true },
        ...{ read: 2, finished: 1, bookmarks: 0 },
      });
      expect(data.author).toMatchObject({ read: 5, finished: 1 });
      expect(data.category.read).toBeGreaterThanOrEqual(2);
      expect(data.all).toMatchObject({ read: 12, finished: 1 });
      expect((await ask(`articles/${newId()}`)).statusCode).toBe(404);
      expect((await ask('articles/none')).statusCode).toBe(400);
    },
  );

  it.runIf(isRunOfAllTests())('can be limited to an author, a category or an article', async () => {
    await count(0, 'read', 0, 2);
    const other = test.library.findIndex(
      ({ authorAlias, category }) =>
        authorAlias !== article(0).authorAlias && category !== article(0).category,
    );
    await count(other, 'read', 0, 7);
    const reads = async (whose: string) => (await ofDays(`?range=7&${whose}`)).days.at(-1)!.read;
    expect(await reads(`author=${article(0).authorAlias}`)).toBe(2);
    expect(await reads(`category=${article(other).category}`)).toBe(7);
    expect(await reads(`article=${article(other).id}`)).toBe(7);
    expect((await ask('days?author=Nobody')).statusCode).toBe(404);
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
    const { days, before, subscribers } = await ofDays();
    expect(subscribers).toEqual({ active: 2, trialing: 1, past_due: 1 });
    expect(days.at(-1)).toMatchObject({ started: 1, ended: 0 });
    expect(days.at(-2)).toMatchObject({ started: 0, ended: 1 });
    expect(before).toMatchObject({ started: 1, ended: 0 });
    // Subscriptions appear only in the overall figures, because readers subscribe to Octavo rather than to an author.
    const alone = await ofDays(`?range=7&author=${article(0).authorAlias}`);
    expect(alone.days.at(-1)).toMatchObject({ started: 0 });
  });

  it.runIf(isRunOfAllTests())('list authors page by page, in the chosen order', async () => {
    const authors = [...new Map(test.library.map((each, at) => [each.authorAlias, at])).values()];
    for (const [place, at] of authors.entries()) {
      await count(at, 'read', 1, 1 + (place % 3));
      await count(at, 'share', 1, place + 1);
    }
    for (const order of ['share', 'read', 'readOut']) {
      const whole = (await ask(`authors?range=7&order=${order}&limit=100`)).json().data;
      expect(whole.nextToken).toBeNull();
      expect(whole.authors).toHaveLength(authors.length);
      if (order !== 'readOut') {
        const values = whole.authors.map((each: AuthorFigures) => each[order as 'read']);
        expect(values).toEqual(values.toSorted((a: number, b: number) => b - a));
      }
      const paged: AuthorFigures[] = [];
      for (let token = ''; ; ) {
        const page = `authors?range=7&order=${order}&limit=2&nextToken=${token}`;
        const { data } = (await ask(page)).json();
        paged.push(...data.authors);
        token = data.nextToken;
        if (!token) break;
      }
      expect(paged).toEqual(whole.authors);
    }
  });

  it('are queried at most once a minute', async () => {
    const asked = async () =>
      (await createApiCaller(app, reader)('GET', '/studio/figures/days?range=28'))
        .json()
        .data.days.at(-1).read;
    expect(await asked()).toBe(0);
    await count(0, 'read', 0, 1);
    expect(await asked()).toBe(0);
  });

  it.each(['days', 'articles', 'authors', 'categories'])(
    'are available as CSV files: %s',
    async (what) => {
      await count(0, 'read', 0, 3);
      await test.database.queries.execute(
        sql`UPDATE articles SET title = '=1+1, "sum"' WHERE id = ${article(0).id}`,
      );
      const { headers, body, statusCode } = await ask(`${what}.csv?range=7`);
      expect([statusCode, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
      expect(headers['content-disposition']).toBe(
        `attachment; filename="octavo-${what}-7-days-to-2026-03-11.csv"`,
      );
      const lines = body.trimEnd().split('\r\n');
      const columns = lines[0]!.split(',').length;
      if (what === 'articles') expect(lines[1]).toMatch(/^"'=1\+1, ""sum""",/);
      else for (const line of lines) expect(line.split(',').length).toBe(columns);
      expect(lines[0]).toContain('Reads,Reads with analytics,Read to the end,Heard a quarter');
      await test.database.queries.execute(
        sql`UPDATE articles SET title = ${article(0).title} WHERE id = ${article(0).id}`,
      );
    },
  );

  it.each(ARTICLE_FIGURE_ORDERS)('rank articles by %s', async (order) => {
    expect((await ask(`articles?range=7&order=${order}`)).statusCode).toBe(200);
  });

  it.each([
    'days?range=8',
    'days?range=x',
    'articles?order=title',
    'articles?order=follows',
    'articles.csv?order=follows',
    'articles?limit=101',
  ])('are rejected for %s', async (path) => {
    expect((await ask(path)).statusCode).toBe(400);
  });

  it.runIf(isRunOfAllTests())('are equal by week, by category and by day', async () => {
    for (let days = 0; days < 20; days++)
      await count(
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
    const rowsOf = async (query: ReturnType<typeof sql>) => executeRows<unknown>(queries, query);
    const weeks = await rowsOf(
      sql`SELECT week::text, article_id, ${sums} FROM article_weeks GROUP BY 1, 2 ORDER BY 1, 2`,
    );
    expect(weeks).toEqual(
      await rowsOf(
        sql`SELECT date_trunc('week', day)::date::text AS week, article_id, ${byDay} FROM article_counts GROUP BY 1, 2 ORDER BY 1, 2`,
      ),
    );
    const shelves = await rowsOf(
      sql`SELECT day::text, author_id, category, ${sums} FROM shelf_days GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    );
    expect(shelves).toEqual(
      await rowsOf(
        sql`SELECT day::text, author_id, category, ${byDay} FROM article_counts JOIN articles ON articles.id = article_id GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
      ),
    );
  });
});
