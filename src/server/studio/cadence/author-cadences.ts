import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type AuthorCadence, WEEKLY_ARTICLE_GOAL } from '#domain/studio/cadence.ts';
import { findLastPublicationTimesByAuthorId } from '#server/catalogue/articles/editor-articles.ts';
import { authorAliasesAndLevelsSubquery } from '#server/catalogue/authors/repository.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { queryRows } from '#server/platform/db/query-rows.ts';
import type { JobWithHandler } from '#server/platform/jobs/job.ts';
import { listPendingItemsOfSubjects } from '#server/studio/ai-request-store/subject-requests.ts';
import { countUnwrittenIdeasByAuthorAndStatus } from '#server/studio/ideas/repository.ts';
import { authorCadences } from './schema.ts';

/** The maximum number of authors whose cadences one SQL statement refreshes. */
const REFRESH_BATCH_SIZE = 500;

/**
 * The sort key of an author in the cadence list: the negated number of missing articles, the number of publications in
 * the last four weeks, and the alias in lower case.
 */
export const cadenceCursorSchema = z.tuple([z.int32(), z.int32(), z.string()]);
export type CadenceCursor = z.output<typeof cadenceCursorSchema>;

export const toCadenceCursor = ({ gap, publishedInMonth, alias }: AuthorCadence): CadenceCursor => [
  -gap,
  publishedInMonth,
  alias.toLowerCase(),
];

/**
 * Lists up to `limit` active authors with their cadences. A cadence compares how many articles an author has published
 * with the goal of two articles a week (spec 1). The authors furthest behind the goal come first. `after` is the sort
 * key of the last author on the previous page. With `authorIds`, lists only these authors.
 */
export async function listAuthorCadences(
  queries: Queries,
  limit: number,
  {
    after,
    authorIds,
  }: { after?: CadenceCursor | undefined; authorIds?: readonly string[] | undefined },
): Promise<AuthorCadence[]> {
  await refreshDueCadences(queries);
  const {
    aliasKey: _aliasKey,
    changesAt: _changesAt,
    calculatedBy: _calculatedBy,
    ...counts
  } = getTableColumns(authorCadences);
  const key = sql`(-${authorCadences.gap}), ${authorCadences.publishedInMonth}, ${authorCadences.aliasKey}`;
  const rows = await queries
    .select({ ...counts, alias: authorAliasesAndLevelsSubquery.alias })
    .from(authorCadences)
    .innerJoin(
      authorAliasesAndLevelsSubquery,
      eq(authorAliasesAndLevelsSubquery.id, authorCadences.authorId),
    )
    .where(
      and(
        authorIds && inArray(authorCadences.authorId, [...authorIds]),
        after && sql`(${key}) > (${after[0]}::int, ${after[1]}::int, ${after[2]}::text)`,
      ),
    )
    .orderBy(key)
    .limit(limit);
  const ids = rows.map(({ authorId }) => authorId);
  const lastPublicationTimes = await findLastPublicationTimesByAuthorId(queries, ids);
  const pendingCounts = new Map<string, number>();
  for (const { authorId, status, count } of await countUnwrittenIdeasByAuthorAndStatus(
    queries,
    ids,
  ))
    if (status === 'pending') pendingCounts.set(authorId, count);
  const awaitedItems = Map.groupBy(
    await listPendingItemsOfSubjects(queries, 'generate_article_ideas', ids),
    ({ subjectId }) => subjectId,
  );
  return rows.map((row) => ({
    ...row,
    lastPublishedAt: lastPublicationTimes.get(row.authorId) ?? null,
    ideasPending: pendingCounts.get(row.authorId) ?? 0,
    ideasAwaited: (awaitedItems.get(row.authorId) ?? []).reduce(
      (sum, { details }) => sum + Number(details.count ?? 1),
      0,
    ),
    missing: Math.max(0, WEEKLY_ARTICLE_GOAL - row.publishedInWeek),
  }));
}

/**
 * Returns the total number of articles that the active authors still need to reach their weekly goals. Reads one small
 * row per author.
 */
export async function sumCadenceGaps(queries: Queries): Promise<number> {
  const [row] = await queries
    .select({ gap: sql<number>`coalesce(sum(${authorCadences.gap}), 0)::int` })
    .from(authorCadences);
  return row!.gap;
}

/**
 * Refreshes outdated cadences. A cadence becomes outdated when one of the author's publications becomes older than a
 * week or older than four weeks. Skips rows that another transaction has locked, because that transaction refreshes
 * them. Returns the number of refreshed rows.
 */
async function refreshDueCadences(queries: Queries): Promise<number> {
  for (let total = 0; ; ) {
    const [row] = await queryRows<{ count: number }>(
      queries,
      sql`
      WITH due AS MATERIALIZED (
        SELECT array_agg(author_id) AS ids FROM (
          SELECT author_id FROM author_cadences WHERE changes_at <= now()
          ORDER BY author_id LIMIT ${REFRESH_BATCH_SIZE} FOR UPDATE SKIP LOCKED) AS changed)
      SELECT coalesce(cardinality(ids), 0)::int AS count,
        CASE WHEN ids IS NOT NULL THEN refresh_author_cadences(ids)::text END AS refreshed FROM due`,
    );
    total += row!.count;
    if (row!.count < REFRESH_BATCH_SIZE) return total;
  }
}

/**
 * Creates the job that refreshes outdated cadences every five minutes, so that editors do not have to wait for a
 * refresh.
 */
export function createAuthorCadenceRefreshJob(queries: Queries): JobWithHandler {
  return {
    id: 'author-cadences',
    payload: z.strictObject({}),
    cron: '*/5 * * * *',
    work: async () => ({ refreshed: await refreshDueCadences(queries) }),
  };
}
