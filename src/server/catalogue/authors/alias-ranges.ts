import { and, asc, between, type SQL, sql } from 'drizzle-orm';
import type { Queries } from '#server/platform/db/database.ts';
import { executeRows } from '#server/platform/db/execute-rows.ts';
import { activeAuthorCondition } from './repository.ts';
import { authors } from './schema.ts';

/** The active authors whose lower-case alias is between `first` and `last`, inclusive. */
export interface AliasRange {
  first: string;
  last: string;
}

/**
 * Divides the active authors, sorted by alias, into ranges that each contain about `size` authors and articles in
 * total. Only reads a few columns of each author, and no articles.
 */
export async function listAliasRanges(queries: Queries, size: number): Promise<AliasRange[]> {
  return executeRows<AliasRange>(
    queries,
    sql`
    SELECT min(key) AS first, max(key) AS last FROM (
      SELECT ${authors.aliasKey} AS key, sum(${authors.publishedArticleCount} + 1) OVER (ORDER BY ${authors.aliasKey})
        - ${authors.publishedArticleCount} - 1 AS before
      FROM ${authors} WHERE ${activeAuthorCondition}
    ) AS numbered GROUP BY div(before, ${size}) ORDER BY 1`,
  );
}

/** Lists the aliases of the active authors in a range. */
export async function listAliasesInRange(queries: Queries, range: AliasRange): Promise<string[]> {
  const rows = await queries
    .select({ alias: authors.alias })
    .from(authors)
    .where(and(activeAuthorCondition, isInRange(range)))
    .orderBy(asc(authors.aliasKey));
  return rows.map(({ alias }) => alias);
}

/** Returns an SQL array of the IDs of the active authors in a range. PostgreSQL computes the array once per query. */
export function authorIdsInRangeSql(range: AliasRange): SQL {
  return sql`ARRAY(SELECT ${authors.id} FROM ${authors} WHERE ${and(activeAuthorCondition, isInRange(range))})`;
}

function isInRange({ first, last }: AliasRange): SQL {
  return between(authors.aliasKey, first, last);
}
