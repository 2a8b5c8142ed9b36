import { and, desc, eq, gte, lt, sql } from 'drizzle-orm';
import type { Queries } from '#server/platform/db/database.ts';
import { readNewestFirstPage } from '#server/platform/db/page-token.ts';
import type { ErrorSource } from './error-groups.ts';
import { recordedErrorGroups } from './schema.ts';

export type StoredErrorGroup = typeof recordedErrorGroups.$inferSelect;

/** Returns a page of the recorded error groups, newest first, optionally filtered by source or ID. */
export async function listStoredErrorGroups(
  queries: Queries,
  {
    source,
    id,
    limit,
  }: { source?: ErrorSource | undefined; id?: string | undefined; limit: number },
  token?: string,
): Promise<{ errors: readonly StoredErrorGroup[]; nextToken: string | null }> {
  const context = `faults ${source ?? ''} ${id ?? ''}`;
  const { page, nextToken } = await readNewestFirstPage(
    { context, limit, token },
    (maxRows, after) =>
      queries
        .select()
        .from(recordedErrorGroups)
        .where(
          and(
            source && eq(recordedErrorGroups.source, source),
            id ? eq(recordedErrorGroups.id, id) : undefined,
            after ? lt(recordedErrorGroups.id, sql`${after}::uuid`) : undefined,
          ),
        )
        .orderBy(desc(recordedErrorGroups.id))
        .limit(maxRows),
  );
  return { errors: page, nextToken };
}

/** Returns the total number of errors in the groups whose first error occurred at `since` or later. */
export async function countRecordedErrors(queries: Queries, since: Date): Promise<number> {
  const [row] = await queries
    .select({ count: sql<number>`coalesce(sum(${recordedErrorGroups.count}), 0)::int` })
    .from(recordedErrorGroups)
    .where(gte(recordedErrorGroups.occurredAt, since));
  return row!.count;
}
