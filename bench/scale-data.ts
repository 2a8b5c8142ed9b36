import { sql } from 'drizzle-orm';
import { rebuildCategoryCounts } from '#server/catalogue/articles/category-counts.ts';
import { addPastSubscriptionChangesToTotals } from '#server/membership/billing/subscription-totals.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { queryRows } from '#server/platform/db/query-rows.ts';
import { applyPendingCounts } from '#server/readers/counts/service.ts';

/**
 * This module enlarges the library of articles that ships with Octavo. Its SQL statements copy articles and authors,
 * and add readers. Adding a million articles takes a few minutes. There is one reader per article, and each reader has
 * five bookmarks and three follows. There are at most 5,000 authors. Even the smallest database has more rows than a
 * page shows, so that pages have the same length in all databases.
 */

/** Number of articles that ship with Octavo. The benchmark compares larger libraries with a library of this size. */
export const SHIPPED_ARTICLE_COUNT = 131;
/** Number of drafts that the benchmark can publish. */
export const PUBLISHABLE_DRAFT_COUNT = 200;
const MAX_AUTHORS = 5000;
const ARTICLES_PER_AUTHOR = 10;
/**
 * Minimum number of authors, and minimum number of rows in each of the studio's lists. No page shows more rows than
 * this.
 */
const MIN_ROW_COUNT = 100;
const BOOKMARKS_PER_READER = 5;
const FOLLOWS_PER_READER = 3;
/**
 * Number of days over which the publication dates of the copied articles are distributed. In a library of a million
 * articles, each author publishes two articles a week.
 */
const PUBLISHED_DAYS = 700;
/** Number of days for which counts of reads and reactions are added. */
const COUNTED_DAYS = 200;

/**
 * The account numbers of the users whose requests are measured, by kind of user. An account's session token contains
 * the account's number.
 */
export const SCALE_ACCOUNT_NUMBER_BY_KIND = {
  /** A reader who has bookmarks and follows three authors. */
  follower: 1,
  /** A reader who follows no author. */
  newcomer: 2,
  editor: 3,
} as const;

/**
 * The tables to which many rows are added. Their indexes and foreign keys are dropped before the inserts, and created
 * again afterwards.
 */
const LARGE_TABLES = [
  'articles',
  'article_search',
  'users',
  'sessions',
  'bookmarks',
  'follows',
  'article_counts',
  'article_weeks',
  'shelf_days',
  'reports',
];

/**
 * Adds articles and other rows to a database that contains the articles shipped with Octavo, until the database has
 * `size` articles. `queries` must use a single connection without a time limit.
 */
export async function enlargeShippedLibrary(queries: Queries, size: number): Promise<void> {
  const run = (statement: string) => queries.execute(sql.raw(statement));
  await run(`SET maintenance_work_mem = '512MB'`);
  await run(`SET work_mem = '256MB'`);
  await addAuthors(queries, size);
  const restoreStatements = await dropIndexes(queries);
  for (const table of LARGE_TABLES) await run(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  for (const statement of await articleStatements(queries, size)) await run(statement);
  for (const statement of [...readerStatements(size), ...countStatements()]) await run(statement);
  for (const statement of restoreStatements) await run(statement);
  for (const statement of studioStatements(size)) await run(statement);
  for (const table of LARGE_TABLES) await run(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  await run('SELECT refresh_author_cadences(array_agg(id)) FROM authors');
  await addPastSubscriptionChangesToTotals(queries);
  await rebuildCategoryCounts(queries);
  await applyPendingCounts(queries, new AbortController().signal);
  await run('DROP TABLE places, copies');
}

/**
 * Drops the foreign keys of the large tables, and all indexes except those of constraints such as primary keys. Returns
 * the statements that create the dropped keys and indexes again.
 */
async function dropIndexes(queries: Queries): Promise<string[]> {
  const tables = LARGE_TABLES.map((table) => `'${table}'::regclass`).join(', ');
  const keys = await queryRows<{ table: string; name: string; definition: string }>(
    queries,
    sql.raw(`
      SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition
      FROM pg_constraint WHERE contype = 'f' AND conrelid IN (${tables})`),
  );
  const indexes = await queryRows<{ name: string; definition: string }>(
    queries,
    sql.raw(`
      SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
      WHERE indrelid IN (${tables}) AND indexrelid NOT IN (SELECT conindid FROM pg_constraint)`),
  );
  for (const { table, name } of keys)
    await queries.execute(sql.raw(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`));
  for (const { name } of indexes) await queries.execute(sql.raw(`DROP INDEX ${name}`));
  return [
    ...indexes.map(({ definition }) => definition),
    ...keys.map(
      ({ table, name, definition }) => `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`,
    ),
  ];
}

/**
 * Returns an SQL statement that copies rows within a table. `changes` contains an SQL expression for each column whose
 * value differs in the copies.
 */
async function copyRows(
  queries: Queries,
  table: string,
  changes: Readonly<Record<string, string>>,
  from: string,
): Promise<string> {
  const columns = await queryRows<{ name: string }>(
    queries,
    sql`
    SELECT column_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name = ${table} ORDER BY ordinal_position`,
  );
  const names = columns.map(({ name }) => name);
  const values = names.map((name) => changes[name] ?? `original.${name}`);
  return `INSERT INTO ${table} (${names.join(', ')}) SELECT ${values.join(', ')} FROM ${from}`;
}

/** Returns SQL for a version 7 UUID that depends only on a name and a time. */
const uuidOf = (name: string, at: string) => `(
  lpad(to_hex((extract(epoch FROM ${at}) * 1000)::bigint), 12, '0') || '7' || substr(md5(${name}), 1, 3)
  || '8' || substr(md5(${name}), 4, 15))::uuid`;
const idOf = (number: string) => `lpad(to_hex(${number}), 32, '0')::uuid`;
const series = (from: number, to: number) => `generate_series(${from}::bigint, ${to}::bigint)`;

async function addAuthors(queries: Queries, size: number): Promise<void> {
  const authorCount = Math.max(
    MIN_ROW_COUNT,
    Math.min(MAX_AUTHORS, Math.floor(size / ARTICLES_PER_AUTHOR)),
  );
  await queries.execute(
    sql.raw(
      await copyRows(
        queries,
        'authors',
        {
          id: uuidOf(`'author ' || n`, `timestamptz '2024-01-01'`),
          alias: `original.alias || '-' || n`,
          alias_key: `original.alias_key || '-' || n`,
          source_hash: 'NULL',
          published_article_count: '0',
        },
        `(SELECT *, row_number() OVER (ORDER BY id) - 1 AS place FROM authors) AS original
        JOIN generate_series((SELECT count(*) FROM authors) + 1, ${authorCount}) AS n
          ON place = n % (SELECT count(*) FROM authors)`,
      ),
    ),
  );
}

async function articleStatements(queries: Queries, size: number): Promise<string[]> {
  const count = Math.max(0, size - SHIPPED_ARTICLE_COUNT) + PUBLISHABLE_DRAFT_COUNT;
  const from = 'copies JOIN articles AS original ON original.id = copies.original';
  const isDraft = `n > ${count - PUBLISHABLE_DRAFT_COUNT}`;
  return [
    `CREATE UNLOGGED TABLE copies AS
    SELECT n, ${uuidOf(`'article ' || n`, 'at')} AS id, original.id AS original, author.id AS author, at
    FROM ${series(1, count)} AS n
    JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM articles WHERE status = 'published') AS original
      ON original.place = n % (SELECT count(*) FROM articles WHERE status = 'published')
    JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM authors WHERE status = 'active') AS author
      ON author.place = n % (SELECT count(*) FROM authors WHERE status = 'active')
    CROSS JOIN LATERAL (
      SELECT date_trunc('milliseconds', now() - n * interval '1 day' * ${PUBLISHED_DAYS} / ${count}) AS at) AS published
    ORDER BY n DESC`,
    'ANALYZE copies',
    await copyRows(
      queries,
      'articles',
      {
        id: 'copies.id',
        author_id: 'copies.author',
        slug: `left(original.slug, 60) || '-' || n`,
        title: `CASE WHEN ${isDraft} THEN original.title || ' ' || n ELSE original.title END`,
        status: `CASE WHEN ${isDraft} THEN 'draft' ELSE 'published' END`,
        source_hash: 'NULL',
        held_since: 'NULL',
        published_at: 'copies.at',
        updated_at: 'copies.at',
      },
      from,
    ),
    await copyRows(
      queries,
      'article_search',
      { article_id: 'copies.id', published_at: 'copies.at' },
      `copies JOIN article_search AS original ON original.article_id = copies.original WHERE NOT ${isDraft}`,
    ),
    `UPDATE authors SET published_article_count = counted.count
    FROM (SELECT author_id, count(*) FROM articles WHERE status = 'published' GROUP BY author_id) AS counted
    WHERE author_id = authors.id`,
    `CREATE UNLOGGED TABLE places AS
    SELECT row_number() OVER (ORDER BY id) - 1 AS place, id, author_id, category FROM articles WHERE status = 'published'`,
    'ANALYZE places',
  ];
}

function readerStatements(size: number): string[] {
  return [
    `INSERT INTO users (id, name, email, email_key, role, tier, subscription_status, created_at)
    SELECT ${idOf('n')}, 'Reader ' || n, address, address,
      CASE WHEN n % 100000 = ${SCALE_ACCOUNT_NUMBER_BY_KIND.editor} THEN 'editor' ELSE 'reader' END,
      CASE WHEN n % 20 = 0 THEN 'premium' ELSE 'free' END, CASE WHEN n % 20 = 0 THEN 'active' END,
      now() - n % ${COUNTED_DAYS} * interval '1 day'
    FROM ${series(1, size)} AS n, LATERAL (SELECT 'reader-' || n || '@example.org' AS address) AS of_reader`,
    `INSERT INTO sessions (user_id, id, token_hash, provider, user_agent, expires_at)
    SELECT ${idOf('n')}, ${idOf('n')}, encode(sha256(('reader-' || n)::bytea), 'hex'),
      'demo', 'bench', now() + interval '1 year'
    FROM ${series(1, size)} AS n`,
    // As in production, one article's bookmarks were created at very different times, and one reader's bookmarked
    // articles are far apart in the table.
    `INSERT INTO bookmarks (user_id, article_id, created_at)
    SELECT ${idOf('n')}, places.id, now() - (n + k) % ${COUNTED_DAYS} * interval '1 day'
    FROM ${series(1, size)} AS n CROSS JOIN ${series(1, BOOKMARKS_PER_READER)} AS k
    JOIN places ON place = (n * 7919 + k * 104729) % (SELECT count(*) FROM places)
    ON CONFLICT DO NOTHING`,
    // As in production, most readers follow a few popular authors.
    `INSERT INTO follows (user_id, author_id, created_at)
    SELECT ${idOf('n')}, author.id, now() - (n + k) % ${COUNTED_DAYS} * interval '1 day'
    FROM ${series(1, size)} AS n CROSS JOIN ${series(0, FOLLOWS_PER_READER - 1)} AS k
    CROSS JOIN (SELECT count(*) AS count FROM authors) AS authors
    JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM authors) AS author
      ON author.place = (floor(count * power(((n * 48271) % 2147483647)::float8 / 2147483647, 3))::bigint + 37 * k) % count
    WHERE n <> ${SCALE_ACCOUNT_NUMBER_BY_KIND.newcomer}
    ON CONFLICT DO NOTHING`,
    `INSERT INTO subscription_turns (id, turn, at)
    SELECT gen_random_uuid(), CASE WHEN n % 3 = 0 THEN 'ended' ELSE 'started' END,
      now() - n % ${COUNTED_DAYS} * interval '1 day'
    FROM ${series(1, Math.ceil(size / 20))} AS n`,
    `INSERT INTO subscription_totals
    SELECT subscription_status, count(*) FROM users WHERE subscription_status IS NOT NULL GROUP BY 1
    ON CONFLICT (status) DO UPDATE SET count = excluded.count`,
  ];
}

/**
 * Returns SQL statements that fill the tables of counts, such as the reads of each article per day. In production, a
 * background job adds these counts over time.
 */
function countStatements(): string[] {
  const today = `(now() AT TIME ZONE 'UTC')::date`;
  return [
    `INSERT INTO article_counts (article_id, day, kind, count)
    SELECT article_id, (created_at AT TIME ZONE 'UTC')::date, 'bookmarks', count(*) FROM bookmarks GROUP BY 1, 2
    UNION ALL SELECT id, ${today} - (place % 28)::int, 'read', 1 + place % 50 FROM places
    UNION ALL SELECT id, ${today} - (28 + place % 60)::int, 'read', 1 + place % 70 FROM places`,
    `INSERT INTO article_weeks (week, article_id, read, bookmarks)
    SELECT date_trunc('week', day)::date, article_id, coalesce(sum(count) FILTER (WHERE kind = 'read'), 0),
      coalesce(sum(count) FILTER (WHERE kind = 'bookmarks'), 0)
    FROM article_counts GROUP BY 1, 2`,
    `INSERT INTO shelf_days (day, author_id, category, read, agreed, finished, bookmarks, follows)
    SELECT past.day, authors.id, authors.category, 10 + day_number, 5, 3, 1, coalesce(followed.count, 0)
    FROM authors CROSS JOIN (SELECT ${today} - n AS day, n AS day_number FROM generate_series(0, ${COUNTED_DAYS - 1}) AS n) AS past
    LEFT JOIN (SELECT author_id, (created_at AT TIME ZONE 'UTC')::date AS day, count(*) FROM follows GROUP BY 1, 2) AS followed
      ON followed.day = past.day AND followed.author_id = authors.id`,
    `INSERT INTO category_days (day, category, read, agreed, finished, bookmarks, follows)
    SELECT day, category, sum(read), sum(agreed), sum(finished), sum(bookmarks), sum(follows) FROM shelf_days GROUP BY 1, 2`,
  ];
}

/**
 * Returns SQL statements that add rows to the studio's lists: ideas, items of an AI request, reports and contact
 * messages. At most 40 of the ideas, 20 of the reports and 20 of the messages are still waiting for an editor.
 */
function studioStatements(size: number): string[] {
  const count = Math.max(MIN_ROW_COUNT, Math.ceil(size / 20));
  const request = idOf('1');
  return [
    `INSERT INTO article_ideas (id, author_id, status, idea, article_id)
    SELECT ${uuidOf(`'idea ' || n`, 'now()')}, places.author_id, CASE WHEN n <= 40 THEN 'pending' ELSE 'generated' END,
      jsonb_build_object('title', title, 'thesis', tagline, 'surprise', tagline, 'object', 'a letter', 'region', 'europe',
        'century', 19, 'protagonist', 'none', 'level', 'beginner', 'ending', 'circle', 'category', articles.category,
        'subcategory', subcategory),
      CASE WHEN n > 40 THEN articles.id END
    FROM ${series(1, count)} AS n JOIN places ON place = n % (SELECT count(*) FROM places) JOIN articles USING (id)`,
    `INSERT INTO writing_requests (id, type, status, asked, model, prompt, prompt_hash, system, answer_schema, asked_by_name,
      estimated_cost, created_at)
    VALUES (${request}, 'generate_article_ideas', 'ended', '{}', 'model', 'prompt', '', '', '{}', 'Editor', 0, now() - interval '60 days')`,
    `INSERT INTO request_items (id, request_id, position, status, subject_kind, subject_id, subject_name, details, prompt, estimate)
    SELECT ${uuidOf(`'item ' || n`, 'now()')}, ${request}, n, 'succeeded', 'author', author_id, '', '{}', repeat('prompt ', 200), 0
    FROM ${series(1, count)} AS n JOIN places ON place = n % (SELECT count(*) FROM places)`,
    `INSERT INTO reports (user_id, article_id, reason, explanation, status, created_at)
    SELECT ${idOf('n')}, id, 'spam', '', CASE WHEN n <= 20 THEN 'open' ELSE 'dismissed' END, now() - interval '30 days'
    FROM ${series(1, count)} AS n JOIN places ON place = n % (SELECT count(*) FROM places)`,
    `INSERT INTO contact_messages (id, name, email, subject, message, status)
    SELECT ${uuidOf(`'message ' || n`, 'now()')}, 'Reader', 'reader@example.org', 'general', 'Hello.',
      CASE WHEN n <= 20 THEN 'pending' ELSE 'replied' END
    FROM ${series(1, count)} AS n`,
  ];
}
