import { and, desc, eq, gte, lt, sql } from 'drizzle-orm';
import type { Queries } from '#server/platform/db/database.ts';
import { pageOfNewest } from '#server/platform/db/page-token.ts';
import type { FaultSource } from './kinds.ts';
import { faults } from './schema.ts';

export type ShelvedFault = typeof faults.$inferSelect;

/** A page of the faults that are kept, newest first: of one source, or the one of an id, where that is asked for. */
export async function listFaults(
  queries: Queries,
  {
    source,
    id,
    limit,
  }: { source?: FaultSource | undefined; id?: string | undefined; limit: number },
  token?: string,
): Promise<{ faults: readonly ShelvedFault[]; nextToken: string | null }> {
  const context = `faults ${source ?? ''} ${id ?? ''}`;
  const { page, nextToken } = await pageOfNewest({ context, limit, token }, (most, after) =>
    queries
      .select()
      .from(faults)
      .where(
        and(
          source && eq(faults.source, source),
          id ? eq(faults.id, id) : undefined,
          after ? lt(faults.id, sql`${after}::uuid`) : undefined,
        ),
      )
      .orderBy(desc(faults.id))
      .limit(most),
  );
  return { faults: page, nextToken };
}

/** How many faults there were since a moment. */
export async function countFaults(queries: Queries, since: Date): Promise<number> {
  const [row] = await queries
    .select({ count: sql<number>`coalesce(sum(${faults.count}), 0)::int` })
    .from(faults)
    .where(gte(faults.occurredAt, since));
  return row!.count;
}
