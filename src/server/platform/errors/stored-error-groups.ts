import { and, desc, eq, gte, lt, sql } from 'drizzle-orm';
import type { Queries } from '#server/platform/db/database.ts';
import { readNewestFirstPage } from '#server/platform/db/page-token.ts';
import type { ErrorSource } from './error-groups.ts';
import { recordedErrors } from './schema.ts';

export type StoredErrorGroup = typeof recordedErrors.$inferSelect;

/** Returns a page of the recorded errors, newest first, optionally filtered by source or ID. */
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
  const { page, nextToken } = await readNewestFirstPage({ context, limit, token }, (most, after) =>
    queries
      .select()
      .from(recordedErrors)
      .where(
        and(
          source && eq(recordedErrors.source, source),
          id ? eq(recordedErrors.id, id) : undefined,
          after ? lt(recordedErrors.id, sql`${after}::uuid`) : undefined,
        ),
      )
      .orderBy(desc(recordedErrors.id))
      .limit(most),
  );
  return { errors: page, nextToken };
}

/** Returns the number of errors recorded since a given time. */
export async function countRecordedErrors(queries: Queries, since: Date): Promise<number> {
  const [row] = await queries
    .select({ count: sql<number>`coalesce(sum(${recordedErrors.count}), 0)::int` })
    .from(recordedErrors)
    .where(gte(recordedErrors.occurredAt, since));
  return row!.count;
}
