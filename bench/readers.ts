import { type SQL, sql } from 'drizzle-orm';
import { TIER_LIMITS } from '#domain/tiers.ts';
import type { Queries } from '#server/platform/db/database.ts';

/**
 * The readers of a shelf, as many as it has articles, made in the database itself. All of them follow the
 * same few authors, so an author on a shelf a hundred times the size has a hundred times the followers;
 * each hundredth reader has all the bookmarks Premium allows. So what one reader has is the same on every
 * shelf of 1,000 articles or more, and only the tables it lies in grow.
 */

/** Authors everybody follows: the first ones of the shelf. */
const FOLLOWED = 10;
/** Readers for one with bookmarks. */
const READERS_FOR_BOOKMARKS = 100;
/** Bookmarking began here. */
const FIRST_BOOKMARKED = '2024-01-01T00:00:00Z';
/** Without a factor in common with the number of bookmarks: what is bookmarked first is not what is oldest. */
const SHUFFLE = 389;

/** Adds the readers of a shelf that holds its authors and articles. */
export async function addReaders(queries: Queries, size: number): Promise<void> {
  await queries.transaction(async (transaction) => {
    // The product's limit is for readers who wait.
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

/** Those of the large tables: checked for all rows at once they take seconds, row by row minutes. */
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

/** The session cookie of a reader. */
export function tokenOf(reader: number): string {
  return `reader-${reader}`;
}

/** A reader with bookmarks, from the middle of the shelf. */
export function someReader(size: number): number {
  return (withBookmarks(size) >> 1) * READERS_FOR_BOOKMARKS;
}

const numbers = (count: number) => sql`generate_series(0, ${count - 1}::int) AS number`;
/** Ids that anyone can work out from a number; what makes a version 7 one is of no matter here. */
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

/** Readers take turns, as in life: the bookmarks of one lie far apart, and are of articles all over the shelf. */
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
