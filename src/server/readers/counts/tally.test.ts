import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { FIGURE_RANGE_LENGTHS_IN_DAYS } from '#domain/studio/figures.ts';
import type { Database, Queries } from '#server/platform/db/database.ts';
import { queryRows } from '#server/platform/db/query-rows.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';
import { applyPendingCounts } from './service.ts';

const DAY = 24 * 60 * 60 * 1000;
const READERS = 12;
/** Seeds of the random choices. Each of the two connections has its own seed, so that they make different changes. */
const SEEDS = [1, 2];

describe.each(await selectTestDatabaseEngines({ dependsOnEngine: true }))(
  'the tally of reactions, on $name',
  ({ openFilled }) => {
    let database: Database;
    let queries: Queries;
    const tally = () => applyPendingCounts(queries, new AbortController().signal);

    beforeAll(async () => {
      database = await openFilled();
      queries = database.queries;
    });
    afterAll(() => database.close());
    afterEach(() => vi.useRealTimers());

    it.runIf(isRunOfAllTests())(
      'equals the existing reactions after concurrent changes, moves and deleted accounts',
      async () => {
        await queries.execute(sql`
        INSERT INTO users (id, name, email, email_key)
        SELECT gen_random_uuid(), 'Reader ' || n, n || '@example.org', n || '@example.org'
        FROM generate_series(1, ${READERS}::int) AS n`);
        const listIds = async (table: string) =>
          (
            await queryRows<{ id: string }>(
              queries,
              sql`SELECT id FROM ${sql.identifier(table)} ORDER BY id`,
            )
          ).map(({ id }) => id);
        const [users, articles, authors] = [
          await listIds('users'),
          await listIds('articles'),
          await listIds('authors'),
        ];
        const changeRandomly = async (seed: number) => {
          const choose = createChooser(seed);
          for (let change = 0; change < 250; change++) {
            const context = {
              user: choose(users)!,
              article: choose(articles)!,
              author: choose(authors)!,
              category: choose(['nsm', 'tae', 'haw'])!,
              reactedAt: new Date(Date.now() - choose(100) * DAY).toISOString(),
              type: choose(['tp', 'eo', 'pr', 'in'])!,
            };
            await queries.execute(CHANGES[choose(CHANGES.length)]!(context));
            if (change % 50 === 49) await tally();
          }
        };
        await Promise.all([...SEEDS.map(changeRandomly), tally()]);
        await tally();
        await expectEqualSums(queries);
        await queries.execute(sql`DELETE FROM users WHERE id = ${users[0]}`);
        await tally();
        await expectEqualSums(queries);

        // On the next day, the stored ranges of days end one day later. The sums over them must still match the
        // existing reactions.
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + DAY });
        await tally();
        await expectEqualSums(queries);
      },
    );
  },
);

interface ChangeContext {
  user: string;
  article: string;
  author: string;
  category: string;
  reactedAt: string;
  type: string;
}

/**
 * Functions that create SQL statements. The statements change readers' reactions as Octavo does, or move articles and
 * authors to another category.
 */
const CHANGES: ((context: ChangeContext) => ReturnType<typeof sql>)[] = [
  ({ user, article, reactedAt }) =>
    sql`INSERT INTO bookmarks VALUES (${user}, ${article}, ${reactedAt}) ON CONFLICT DO NOTHING`,
  ({ user, article }) =>
    sql`DELETE FROM bookmarks WHERE user_id = ${user} AND article_id = ${article}`,
  ({ user, article, reactedAt, type }) =>
    sql`INSERT INTO feedback VALUES (${user}, ${article}, ${type}, ${reactedAt})
      ON CONFLICT (user_id, article_id) DO UPDATE SET type = ${type}, updated_at = ${reactedAt}`,
  ({ user }) => sql`DELETE FROM feedback WHERE user_id = ${user}`,
  ({ user, article, reactedAt }) =>
    sql`INSERT INTO reports (user_id, article_id, reason, explanation, created_at)
      VALUES (${user}, ${article}, 'spam', '', ${reactedAt})
      ON CONFLICT (user_id, article_id) DO UPDATE SET updated_at = now()`,
  ({ user, author, reactedAt }) =>
    sql`INSERT INTO follows VALUES (${user}, ${author}, ${reactedAt}) ON CONFLICT DO NOTHING`,
  ({ user, author }) => sql`DELETE FROM follows WHERE user_id = ${user} AND author_id = ${author}`,
  ({ article, category }) => sql`UPDATE articles SET category = ${category} WHERE id = ${article}`,
  ({ author, category }) => sql`UPDATE authors SET category = ${category} WHERE id = ${author}`,
];

/** Expects the counts in every table to equal the numbers of existing bookmarks, feedback, reports and follows. */
async function expectEqualSums(queries: Queries): Promise<void> {
  const lastDay = sql`(SELECT day FROM ranges_day)`;
  const readStoredCounts = async (columns: string, table: string) =>
    queryRows(
      queries,
      sql`
      SELECT ${sql.raw(columns)}, kind, value::int AS count
      FROM ${sql.identifier(table)} AS counted, jsonb_each_text(to_jsonb(counted)) AS metric (kind, value)
      WHERE kind = ANY(${sql.param(REACTION_KINDS)}::text[]) AND value <> '0' ORDER BY ${sql.raw(columns)}, kind`,
    );
  const countExistingReactions = async (columns: string, from = sql`SELECT * FROM reaction`) =>
    queryRows(
      queries,
      sql`
      WITH reaction AS (
        SELECT on_article.*, author_id, category, date_trunc('week', day)::date AS week FROM (
          SELECT article_id, (created_at AT TIME ZONE 'UTC')::date AS day, 'bookmarks' AS kind FROM bookmarks
          UNION ALL SELECT article_id, (created_at AT TIME ZONE 'UTC')::date, 'reports' FROM reports
          UNION ALL SELECT article_id, (updated_at AT TIME ZONE 'UTC')::date,
            CASE type WHEN 'tp' THEN 'thought_provoking' WHEN 'eo' THEN 'eye_opening'
              WHEN 'pr' THEN 'practical' ELSE 'intriguing' END FROM feedback
        ) AS on_article JOIN articles ON articles.id = article_id
        UNION ALL
        SELECT NULL, (follows.created_at AT TIME ZONE 'UTC')::date, 'follows', author_id, category, NULL
        FROM follows JOIN authors ON authors.id = author_id
      )
      SELECT ${sql.raw(columns)}, kind, count(*)::int AS count FROM (${from}) AS counted
      GROUP BY ${sql.raw(columns)}, kind ORDER BY ${sql.raw(columns)}, kind`,
    );
  const selectInRanges = (ranges: readonly number[], condition = sql`true`) => sql`
    SELECT reaction.*, range FROM reaction, unnest(${sql.param([...ranges])}::int[]) AS range
    WHERE ${condition} AND (range = 0 OR day > ${lastDay} - range)`;

  const articleReactions = sql`SELECT * FROM reaction WHERE article_id IS NOT NULL`;
  expect(await readStoredCounts('day, author_id, category', 'shelf_days')).toEqual(
    await countExistingReactions('day, author_id, category'),
  );
  expect(await readStoredCounts('day, category', 'category_days')).toEqual(
    await countExistingReactions('day, category'),
  );
  expect(await readStoredCounts('week, article_id', 'article_weeks')).toEqual(
    await countExistingReactions('week, article_id', articleReactions),
  );
  expect(await readStoredCounts('range, article_id', 'article_ranges')).toEqual(
    await countExistingReactions(
      'range, article_id',
      selectInRanges(FIGURE_RANGE_LENGTHS_IN_DAYS, sql`article_id IS NOT NULL`),
    ),
  );
  expect(await readStoredCounts('range, author_id', 'author_ranges')).toEqual(
    await countExistingReactions(
      'range, author_id',
      selectInRanges([0, ...FIGURE_RANGE_LENGTHS_IN_DAYS]),
    ),
  );
  const dailyCounts = await queryRows(
    queries,
    sql`SELECT article_id, day, kind, count FROM article_counts WHERE count <> 0 ORDER BY 1, 2, 3`,
  );
  expect(dailyCounts.length).toBeGreaterThan(50);
  expect(dailyCounts).toEqual(await countExistingReactions('article_id, day', articleReactions));
}

const REACTION_KINDS = [
  ...['bookmarks', 'follows', 'reports'],
  ...['thought_provoking', 'eye_opening', 'practical', 'intriguing'],
];

/**
 * Returns a function that chooses an element of a list, or a number below a limit. The same seed always produces the
 * same choices.
 */
function createChooser(seed: number) {
  let state = seed;
  const chooseNumberBelow = (limit: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * limit);
  };
  function choose(options: number): number;
  function choose<Item>(options: readonly Item[]): Item | undefined;
  function choose<Item>(options: number | readonly Item[]) {
    return typeof options === 'number'
      ? chooseNumberBelow(options)
      : options[chooseNumberBelow(options.length)];
  }
  return choose;
}
