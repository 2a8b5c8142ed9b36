import { and, desc, eq, gte, lt, sql } from 'drizzle-orm';
import type { Queries } from '#server/platform/db/database.ts';
import { readNewestFirstPage } from '#server/platform/db/page-token.ts';
import type { ErrorSource } from './error-groups.ts';
import { storedErrorGroups } from './schema.ts';

export type StoredErrorGroup = typeof storedErrorGroups.$inferSelect;

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
        .from(storedErrorGroups)
        .where(
          and(
            source && eq(storedErrorGroups.source, source),
            id ? eq(storedErrorGroups.id, id) : undefined,
            after ? lt(storedErrorGroups.id, sql`${after}::uuid`) : undefined,
          ),
        )
        .orderBy(desc(storedErrorGroups.id))
        .limit(maxRows),
  );
  return { errors: page, nextToken };
}

/** Returns the total number of errors in the groups whose first error occurred at `since` or later. */
export async function countStoredErrors(queries: Queries, since: Date): Promise<number> {
  const [row] = await queries
    .select({ count: sql<number>`coalesce(sum(${storedErrorGroups.count}), 0)::int` })
    .from(storedErrorGroups)
    .where(gte(storedErrorGroups.occurredAt, since));
  return row!.count;
}
