import { desc, eq, getTableColumns } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { findArticleLabels } from '#server/catalogue/articles/joins.ts';
import { findAliases } from '#server/catalogue/authors/joins.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { ReadersRows } from '#server/readers/accounts/readers-rows.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import type { RowsByName } from './service.ts';

/** Everything held about a reader, as the file they can take away: JSON with dates in ISO 8601. */
export interface PersonalData {
  account: Record<string, unknown>;
  /** Rows of the reader's own, by table, last changed first. */
  [table: string]: unknown;
}

/**
 * Everything held about a reader, the account and its `rows`, in words they can read. No secret is in it, and
 * nothing of anyone else.
 */
export async function personalData(
  queries: Queries,
  user: User,
  rows: RowsByName,
): Promise<PersonalData> {
  const { id, name, email, role, tier, subscriptionStatus, subscriptionExpiresAt } = user;
  const { narrator, createdAt } = user;
  const subscription = subscriptionStatus && {
    status: subscriptionStatus,
    expiresAt: subscriptionExpiresAt,
    ends: user.subscriptionEnds,
  };
  const data: PersonalData = {
    account: { id, name, email, role, tier, subscription, narrator, createdAt },
  };
  for (const [title, kept] of Object.entries(rows))
    if (!kept.leftOut) data[title] = await readableRows(queries, user, kept);
  return data;
}

type Row = Record<string, unknown>;

/** A reader's rows of one table. What names an article or an author by id says which one it is. */
async function readableRows(
  queries: Queries,
  user: User,
  { table, changedAt, secrets = [], names = {} }: ReadersRows,
): Promise<Row[]> {
  const rows: Row[] = await queries
    .select(columnsBut(['userId', ...secrets], table))
    .from(table)
    .where(eq(table.userId, user.id))
    .orderBy(desc(changedAt));
  const articles = await findArticleLabels(queries, idsIn(rows, 'articleId'));
  const authors = await findAliases(queries, idsIn(rows, 'authorId'));
  return rows.map((row) => {
    const author = authors.get(String(row.authorId));
    return {
      ...withNames(row, names),
      ...(author && { author }),
      ...articles.get(String(row.articleId)),
    };
  });
}

function columnsBut(hidden: readonly string[], table: ReadersRows['table']) {
  const columns: [string, PgColumn][] = Object.entries(getTableColumns(table));
  return Object.fromEntries(columns.filter(([name]) => !hidden.includes(name)));
}

function idsIn(rows: readonly Row[], column: string): string[] {
  return rows.flatMap((row) => (typeof row[column] === 'string' ? row[column] : []));
}

/** Codes as they are on the wire. A code without a name stays as it is. */
function withNames(row: Row, names: NonNullable<ReadersRows['names']>): Row {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column, names[column]?.get(value) ?? value]),
  );
}
