import { type SQL, sql } from 'drizzle-orm';
import { TIER_LIMITS } from '#domain/tiers.ts';
import type { Queries } from '#server/platform/db/database.ts';

/**
 * Readers of a data set, as many as it has articles, created in the database itself. All follow the same few
 * authors, so these have a hundred times the followers in a data set a hundred times the size; every
 * hundredth reader has all the bookmarks that Premium allows. So one reader's data is the same in every data
 * set of 1,000 articles or more, and only the tables grow.
 */

/** Authors that every reader follows: the first ones of the data set. */
const FOLLOWED = 10;
/** Number of readers for each one with bookmarks. */
const READERS_FOR_BOOKMARKS = 100;
/** Time of the first bookmark. */
const FIRST_BOOKMARKED = '2024-01-01T00:00:00Z';
/** Coprime to the number of bookmarks, so that their order differs from the articles'. */
const SHUFFLE = 389;

/** Adds the readers of a data set that holds its authors and articles. */
export async function addReaders(queries: Queries, size: number): Promise<void> {
  await queries.transaction(async (transaction) => {
    // The product's limit is for requests.
    await transaction.execute(sql`SET LOCAL statement_timeout = 0`);
    const keys = await foreignKeys(transaction);
    for (const { table, name } of keys)
      await transaction.execute(sql.raw(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`));
    for (const statement of [users(size), sessions(size), follows(size), bookmarks(size)])
      await transaction.execute(statement);
    for (const { table, name, definition } of keys)
      await transaction.execute(
        sql.raw(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`),
      );
  });
}

/** Foreign keys of the large tables: checking them for all rows at once takes seconds, row by row minutes. */
async function foreignKeys(queries: Queries) {
  const answer = await queries.execute(sql`
    SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint
    WHERE contype = 'f' AND conrelid IN ('follows'::regclass, 'bookmarks'::regclass)`);
  const { rows } = answer as unknown as {
    rows: { table: string; name: string; definition: string }[];
  };
  return rows;
}

/** Returns the session cookie of a reader. */
export function sessionTokenOf(reader: number): string {
  return `reader-${reader}`;
}

/** Returns a reader with bookmarks, from the middle of the data set. */
export function someReader(size: number): number {
  return (withBookmarks(size) >> 1) * READERS_FOR_BOOKMARKS;
}

const numbers = (count: number) => sql`generate_series(0, ${count - 1}::int) AS number`;
/** Returns an id derived from a number; it need not be a valid version 7. */
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
  FROM ${numbers(size)}, (SELECT id FROM authors ORDER BY id LIMIT ${FOLLOWED}) followed`;

/**
 * Readers alternate, as in reality: the bookmarks of one are far apart in the table, and of articles all over
 * the data set.
 */
const bookmarks = (size: number) => {
  const each = Math.min(TIER_LIMITS.premium.bookmarks, size);
  const step = Math.floor(size / each);
  return sql`
  INSERT INTO bookmarks (user_id, article_id, created_at)
  SELECT ${idOf(sql`reader * ${READERS_FOR_BOOKMARKS}::int`)}, article.id,
    ${FIRST_BOOKMARKED}::timestamptz + (turn * ${size}::int + reader) * interval '1 second'
  FROM generate_series(0, ${each - 1}::int) AS turn
  CROSS JOIN generate_series(0, ${withBookmarks(size) - 1}::int) AS reader
  JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM articles) AS article
    ON place = (turn * ${SHUFFLE}::int % ${each}::int * ${step}::int + reader) % ${size}::int
  ORDER BY turn, reader`;
};

function withBookmarks(size: number): number {
  return Math.ceil(size / READERS_FOR_BOOKMARKS);
}
