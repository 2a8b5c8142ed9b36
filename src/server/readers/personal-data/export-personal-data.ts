import { desc, eq, getTableColumns } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { findArticleTitlesAndPaths } from '#server/catalogue/articles/joins.ts';
import { findAliasesByAuthorId } from '#server/catalogue/authors/author-rows.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { PersonalDataTable } from '#server/readers/accounts/personal-data-table.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import type { PersonalDataTablesByExportSection } from './service.ts';

/** The contents of the export file with all data about a reader. Dates become ISO 8601 strings in JSON. */
export interface PersonalDataFile {
  account: Record<string, unknown>;
  /** The reader's rows in one table, most recently changed first. */
  [table: string]: unknown;
}

/**
 * Exports all data about a reader: the account, and the reader's rows in `tables`. Omits tables
 * with an `exclusionReason`. The export contains no secrets and no data about other people.
 */
export async function exportPersonalData(
  queries: Queries,
  user: User,
  tables: PersonalDataTablesByExportSection,
): Promise<PersonalDataFile> {
  const { id, name, email, role, tier, subscriptionStatus, subscriptionExpiresAt } = user;
  const { narrator, topics, keepsHistory, createdAt } = user;
  const subscription = subscriptionStatus && {
    status: subscriptionStatus,
    expiresAt: subscriptionExpiresAt,
    ends: user.subscriptionEnds,
  };
  const data: PersonalDataFile = {
    account: {
      ...{ id, name, email, role, tier, subscription },
      ...{ narrator, topics, keepsHistory, createdAt },
    },
  };
  for (const [title, table] of Object.entries(tables))
    if (!table.exclusionReason) data[title] = await exportTable(queries, user, table);
  return data;
}

type Row = Record<string, unknown>;

/** Returns a reader's rows from one table. Adds the names of articles and authors to rows that contain their IDs. */
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
  const articles = await findArticleTitlesAndPaths(queries, listColumnIds(rows, 'articleId'));
  const authors = await findAliasesByAuthorId(queries, listColumnIds(rows, 'authorId'));
  return rows.map((row) => {
    const author = authors.get(String(row.authorId));
    return {
      ...replaceCodes(row, codeNames),
      ...(author && { author }),
      ...articles.get(String(row.articleId)),
    };
  });
}

function selectVisibleColumns(hiddenNames: readonly string[], table: PersonalDataTable['table']) {
  const columns: [string, PgColumn][] = Object.entries(getTableColumns(table));
  return Object.fromEntries(columns.filter(([name]) => !hiddenNames.includes(name)));
}

function listColumnIds(rows: readonly Row[], column: string): string[] {
  return rows.flatMap((row) => (typeof row[column] === 'string' ? row[column] : []));
}

/** Replaces stored codes in a row with the names that the API uses. Keeps codes without a name. */
function replaceCodes(row: Row, names: NonNullable<PersonalDataTable['codeNames']>): Row {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column, names[column]?.get(value) ?? value]),
  );
}
