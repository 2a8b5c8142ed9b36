import { type SQL, sql } from 'drizzle-orm';
import { TIER_BENEFITS } from '#domain/tiers.ts';
import type { Queries } from '#server/platform/db/database.ts';

/**
 * This module adds readers to a data set with SQL statements, one reader for each article. All readers follow the same
 * few authors, so these authors have more followers in a larger data set. Every hundredth reader has all the bookmarks
 * that Premium allows, and has read half of the bookmarked articles. A reader has the same number of follows, bookmarks
 * and readings in every data set of 1,000 articles or more.
 */

/** The number of authors that every reader follows. They are the first authors of the data set. */
const FOLLOWED_AUTHOR_COUNT = 10;
/** The interval between readers with bookmarks: every hundredth reader has bookmarks. */
const BOOKMARK_READER_INTERVAL = 100;
/** The time of the first bookmark. */
const FIRST_BOOKMARK_TIME = '2024-01-01T00:00:00Z';
/**
 * The step between two consecutive bookmarks in the list of articles that a reader bookmarks. With this step, the order
 * of the bookmarks differs from the order of the articles. The step is coprime to the number of bookmarks, so that no
 * article occurs twice.
 */
const SHUFFLE_STEP = 389;

/** Adds readers to a database that already contains the authors and articles of a data set. */
export async function addReaders(queries: Queries, size: number): Promise<void> {
  await queries.transaction(async (transaction) => {
    const keys = await listForeignKeys(transaction);
    for (const { table, name } of keys)
      await transaction.execute(sql.raw(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`));
    for (const statement of [users(size), sessions(size), follows(size), bookmarks(size), READINGS])
      await transaction.execute(statement);
    for (const { table, name, definition } of keys)
      await transaction.execute(
        sql.raw(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`),
      );
  });
}

/**
 * Returns the foreign keys of the large tables. They are dropped before the inserts and created again afterwards.
 * Checking all rows at once takes seconds, whereas checking every inserted row takes minutes.
 */
async function listForeignKeys(queries: Queries) {
  const result = await queries.execute(sql`
    SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint
    WHERE contype = 'f' AND conrelid IN ('follows'::regclass, 'bookmarks'::regclass, 'readings'::regclass)`);
  const { rows } = result as unknown as {
    rows: { table: string; name: string; definition: string }[];
  };
  return rows;
}

/** Returns the session token of a generated reader. It is the value of the session cookie. */
export function getSessionToken(reader: number): string {
  return `reader-${reader}`;
}

/** Chooses a generated reader who has bookmarks, near the middle of the data set. Returns the reader's number. */
export function chooseReaderNumberWithBookmarks(size: number): number {
  return (countReadersWithBookmarks(size) >> 1) * BOOKMARK_READER_INTERVAL;
}

const numbers = (count: number) => sql`generate_series(0, ${count - 1}::int) AS number`;
/** Returns SQL for an ID that is derived from a number. The ID has the format of a UUID, but no valid UUID version. */
const idOf = (number: SQL) => sql`lpad(to_hex(${number}), 32, '0')::uuid`;
const NUMBER = sql`number`;

const users = (size: number) => sql`
  INSERT INTO users (id, name, email, email_key, tier, subscription_status)
  SELECT ${idOf(NUMBER)}, 'Reader ' || number, address, address, 'premium', 'active'
  FROM ${numbers(size)}, LATERAL (SELECT 'reader-' || number || '@example.org' AS address) of_reader`;

const sessions = (size: number) => sql`
  INSERT INTO sessions (user_id, id, token_hash, provider, user_agent, expires_at)
  SELECT ${idOf(NUMBER)}, ${idOf(NUMBER)}, encode(sha256(('reader-' || number)::bytea), 'hex'),
    'demo', 'bench', now() + interval '1 year'
  FROM ${numbers(size)}`;

const follows = (size: number) => sql`
  INSERT INTO follows (user_id, author_id)
  SELECT ${idOf(NUMBER)}, followed.id
  FROM ${numbers(size)}, (SELECT id FROM authors ORDER BY id LIMIT ${FOLLOWED_AUTHOR_COUNT}) followed`;

/**
 * Returns SQL that inserts bookmarks. The rows of different readers alternate, as in production: one reader's bookmarks
 * are far apart in the table, and refer to articles all over the data set.
 */
const bookmarks = (size: number) => {
  const bookmarksPerReader = Math.min(TIER_BENEFITS.premium.bookmarks, size);
  const step = Math.floor(size / bookmarksPerReader);
  return sql`
  INSERT INTO bookmarks (user_id, article_id, created_at)
  SELECT ${idOf(sql`reader * ${BOOKMARK_READER_INTERVAL}::int`)}, article.id,
    ${FIRST_BOOKMARK_TIME}::timestamptz + (turn * ${size}::int + reader) * interval '1 second'
  FROM generate_series(0, ${bookmarksPerReader - 1}::int) AS turn
  CROSS JOIN generate_series(0, ${countReadersWithBookmarks(size) - 1}::int) AS reader
  JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM articles) AS article
    ON place = (turn * ${SHUFFLE_STEP}::int % ${bookmarksPerReader}::int * ${step}::int + reader) % ${size}::int
  ORDER BY turn, reader`;
};

/**
 * The SQL statement that adds reading histories. Of every eight articles that a reader has bookmarked, the reader has
 * finished three, and has read one only in part.
 */
const READINGS = sql`
  INSERT INTO readings (user_id, article_id, section, read_at, finished_at)
  SELECT user_id, article_id, CASE WHEN is_left THEN 'point-2' ELSE 'end' END, created_at,
    CASE WHEN NOT is_left THEN created_at END
  FROM (SELECT *, row_number() OVER (PARTITION BY user_id ORDER BY created_at) AS turn FROM bookmarks) AS bookmark,
    LATERAL (SELECT turn % 8 = 0 AS is_left) AS of_turn
  WHERE turn % 2 = 0`;

function countReadersWithBookmarks(size: number): number {
  return Math.ceil(size / BOOKMARK_READER_INTERVAL);
}
