import { sql } from 'drizzle-orm';
import type { Queries } from '#server/platform/db/database.ts';
import { queryRows } from '#server/platform/db/query-rows.ts';
import { publishedByActiveAuthorCondition } from './article-metas.ts';
import { articleCountsByCategoryAndMinutes, articles } from './schema.ts';

/*
 * Functions that update the stored counts of published articles by category, subcategory and reading time. Pages read
 * their totals from these counts (`repository.ts`), because counting all articles would take too long.
 */

/**
 * Runs `change`, and updates the stored article counts accordingly. `change` must not change articles other than those
 * in `ids`. The caller must pass a transaction that has locked the authors of these articles (`lockAuthors`).
 */
export async function runAndUpdateCategoryCounts<Result>(
  transaction: Queries,
  ids: readonly string[],
  change: () => Promise<Result>,
): Promise<Result> {
  const before = await countPublished(transaction, ids);
  const result = await change();
  const after = await countPublished(transaction, ids);
  await addToCounts(transaction, [
    ...before.map((row) => ({ ...row, count: -row.count })),
    ...after,
  ]);
  return result;
}

/**
 * Counts all published articles again, and replaces the stored counts. The stored counts become wrong if articles are
 * changed without {@link runAndUpdateCategoryCounts}. An older version of Octavo may do so during a rolling upgrade.
 */
export async function rebuildCategoryCounts(queries: Queries): Promise<void> {
  await queries.transaction(async (transaction) => {
    // Acquiring the lock on the table of counts waits for all transactions that have already updated counts. Later
    // transactions wait until the lock is released, and then add their changes to the new counts.
    await transaction.execute(
      sql`LOCK TABLE ${articleCountsByCategoryAndMinutes} IN EXCLUSIVE MODE`,
    );
    await transaction.delete(articleCountsByCategoryAndMinutes);
    await transaction.execute(sql`
      INSERT INTO ${articleCountsByCategoryAndMinutes} (category, subcategory, reading_minutes, count)
      SELECT category, subcategory, reading_minutes, count(*) FROM ${articles}
      WHERE ${publishedByActiveAuthorCondition} GROUP BY category, subcategory, reading_minutes`);
  });
}

type CountRow = Pick<
  typeof articleCountsByCategoryAndMinutes.$inferSelect,
  'category' | 'subcategory' | 'readingMinutes' | 'count'
>;

async function countPublished(queries: Queries, ids: readonly string[]): Promise<CountRow[]> {
  if (!ids.length) return [];
  const { category, subcategory, readingMinutes } = articles;
  return queries
    .select({ category, subcategory, readingMinutes, count: sql<number>`count(*)::int` })
    .from(articles)
    .where(
      sql`${articles.id} = ANY(${sql.param([...ids])}::uuid[]) AND ${publishedByActiveAuthorCondition}`,
    )
    .groupBy(category, subcategory, readingMinutes);
}

/**
 * Adds numbers, which may be negative, to the stored article counts. Updates the rows in the order of their keys to
 * avoid deadlocks.
 */
async function addToCounts(transaction: Queries, changes: readonly CountRow[]): Promise<void> {
  if (!changes.length) return;
  await queryRows(
    transaction,
    sql`INSERT INTO ${articleCountsByCategoryAndMinutes} (category, subcategory, reading_minutes, count)
      SELECT category, subcategory, "readingMinutes", sum(count)
      FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
        AS change (category text, subcategory text, "readingMinutes" smallint, count int)
      GROUP BY category, subcategory, "readingMinutes" HAVING sum(count) <> 0
      ORDER BY category, subcategory, "readingMinutes"
      ON CONFLICT (category, subcategory, reading_minutes) DO UPDATE SET count = ${articleCountsByCategoryAndMinutes.count} + excluded.count`,
  );
}
