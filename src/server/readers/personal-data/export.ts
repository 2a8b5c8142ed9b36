import { desc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { articlePath } from '#domain/addresses.ts';
import { articles } from '#server/catalogue/articles/schema.ts';
import { authors } from '#server/catalogue/authors/schema.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import { READERS_ROWS, type ReadersRows } from '#server/readers-rows.ts';

/** Everything held about a reader, as the file they can take away: JSON with dates in ISO 8601. */
export interface PersonalData {
  account: Record<string, unknown>;
  /** Rows of the reader's own, by table, last changed first. */
  [table: string]: unknown;
}

/** Everything held about a reader, in words they can read. No secret is in it, and nothing of anyone else. */
export async function personalData(queries: Queries, user: User): Promise<PersonalData> {
  const { id, name, email, role, tier, subscriptionStatus, subscriptionExpiresAt, createdAt } =
    user;
  const subscription = subscriptionStatus && {
    status: subscriptionStatus,
    expiresAt: subscriptionExpiresAt,
  };
  const data: PersonalData = {
    account: { id, name, email, role, tier, subscription, createdAt },
  };
  for (const [title, rows] of Object.entries(READERS_ROWS))
    if (!rows.leftOut) data[title] = await readableRows(queries, user, rows);
  return data;
}

/** A reader's rows of one table. What names an article or an author by id says which one it is. */
async function readableRows(
  queries: Queries,
  user: User,
  { table, changedAt, secrets = [], names = {} }: ReadersRows,
): Promise<Record<string, unknown>[]> {
  const rows = await queries
    .select({
      row: columnsBut(['userId', ...secrets], table),
      author: authors.alias,
      slug: articles.slug,
      title: articles.title,
    })
    .from(table)
    .leftJoin(articles, table.articleId ? eq(articles.id, table.articleId) : sql`false`)
    .leftJoin(authors, eq(authors.id, table.authorId ?? articles.authorId))
    .where(eq(table.userId, user.id))
    .orderBy(desc(changedAt));
  return rows.map(({ row, author, slug, title }) => ({
    ...withNames(row, names),
    ...(author && { author }),
    ...(author && slug && { title, path: articlePath(author, slug) }),
  }));
}

function columnsBut(hidden: readonly string[], table: ReadersRows['table']) {
  const columns: [string, PgColumn][] = Object.entries(getTableColumns(table));
  return Object.fromEntries(columns.filter(([name]) => !hidden.includes(name)));
}

/** Codes as they are on the wire. A code without a name stays as it is. */
function withNames(
  row: Record<string, unknown>,
  names: NonNullable<ReadersRows['names']>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column, names[column]?.get(value) ?? value]),
  );
}
