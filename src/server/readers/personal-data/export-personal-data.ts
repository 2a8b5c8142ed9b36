import { desc, eq, getTableColumns } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { findArticleLabels } from '#server/catalogue/articles/joins.ts';
import { findAliases } from '#server/catalogue/authors/joins.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { PersonalDataTable } from '#server/readers/accounts/personal-data-table.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import type { PersonalDataTables } from './service.ts';

/** Everything held about a reader, as the file they can take away: JSON with dates in ISO 8601. */
export interface PersonalDataFile {
  account: Record<string, unknown>;
  /** Rows of the reader's own, by table, last changed first. */
  [table: string]: unknown;
}

/**
 * Everything held about a reader, the account and its `rows`, in words they can read. No secret is in it, and
 * nothing of anyone else.
 */
export async function exportPersonalData(
  queries: Queries,
  user: User,
  rows: PersonalDataTables,
): Promise<PersonalDataFile> {
  const { id, name, email, role, tier, subscriptionStatus, subscriptionExpiresAt } = user;
  const { narrator, createdAt } = user;
  const subscription = subscriptionStatus && {
    status: subscriptionStatus,
    expiresAt: subscriptionExpiresAt,
    ends: user.subscriptionEnds,
  };
  const data: PersonalDataFile = {
    account: { id, name, email, role, tier, subscription, narrator, createdAt },
  };
  for (const [title, kept] of Object.entries(rows))
    if (!kept.exclusionReason) data[title] = await exportTable(queries, user, kept);
  return data;
}

type Row = Record<string, unknown>;

/** A reader's rows of one table. What names an article or an author by id says which one it is. */
async function exportTable(
  queries: Queries,
  user: User,
  { table, changedAt, hiddenColumns = [], codeNames = {} }: PersonalDataTable,
): Promise<Row[]> {
  const rows: Row[] = await queries
    .select(selectVisibleColumns(['userId', ...hiddenColumns], table))
    .from(table)
    .where(eq(table.userId, user.id))
    .orderBy(desc(changedAt));
  const articles = await findArticleLabels(queries, listColumnIds(rows, 'articleId'));
  const authors = await findAliases(queries, listColumnIds(rows, 'authorId'));
  return rows.map((row) => {
    const author = authors.get(String(row.authorId));
    return {
      ...replaceCodes(row, codeNames),
      ...(author && { author }),
      ...articles.get(String(row.articleId)),
    };
  });
}

function selectVisibleColumns(hidden: readonly string[], table: PersonalDataTable['table']) {
  const columns: [string, PgColumn][] = Object.entries(getTableColumns(table));
  return Object.fromEntries(columns.filter(([name]) => !hidden.includes(name)));
}

function listColumnIds(rows: readonly Row[], column: string): string[] {
  return rows.flatMap((row) => (typeof row[column] === 'string' ? row[column] : []));
}

/** Codes as they are on the wire. A code without a name stays as it is. */
function replaceCodes(row: Row, names: NonNullable<PersonalDataTable['codeNames']>): Row {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column, names[column]?.get(value) ?? value]),
  );
}
