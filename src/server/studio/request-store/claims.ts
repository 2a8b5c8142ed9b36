import { and, asc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import { REQUEST_STATES } from '#domain/statuses/machines.ts';
import { listSourceStates } from '#domain/statuses/state-machine.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { StoredRequest } from './repository.ts';
import { writingRequests } from './schema.ts';

/** Milliseconds. A claim expires after this long, so another worker can take over from one that crashed. */
export const CLAIM_DURATION = 2 * 60 * 1000;

/** Another worker has claimed the request, so nothing this worker found out may be stored. */
export class ClaimLostError extends Error {
  override name = 'ClaimLostError';
}

/** Requests that workers handle: they have not ended, and no editor has to decide about them. */
const isPollable = and(
  inArray(writingRequests.status, [...new Set(listSourceStates(REQUEST_STATES, 'end'))]),
  isNull(writingRequests.outcomeUnknownAt),
);

/** Claims the request that has been due longest, with a new fencing token. Returns `undefined` when none is due. */
export async function claimNextRequest(
  queries: Queries,
  now: Date,
): Promise<StoredRequest | undefined> {
  const isFree = or(isNull(writingRequests.claimedUntil), lte(writingRequests.claimedUntil, now));
  const next = queries
    .select({ id: writingRequests.id })
    .from(writingRequests)
    .where(and(isPollable, lte(writingRequests.pollAt, now), isFree))
    .orderBy(asc(writingRequests.pollAt))
    .limit(1)
    .for('update', { skipLocked: true });
  const [row] = await queries
    .update(writingRequests)
    .set({ claimedUntil: new Date(now.getTime() + CLAIM_DURATION), claim: newId() })
    .where(inArray(writingRequests.id, next))
    .returning();
  return row;
}

/** Updates a request. Throws {@link ClaimLostError} when its fencing token has changed since it was read. */
export async function updateClaimedRequest(
  queries: Queries,
  { id, claim }: Pick<StoredRequest, 'id' | 'claim'>,
  changes: Partial<StoredRequest>,
): Promise<void> {
  const updated = await queries
    .update(writingRequests)
    .set(changes)
    .where(
      and(
        eq(writingRequests.id, id),
        sql`${writingRequests.claim} IS NOT DISTINCT FROM ${claim}::uuid`,
      ),
    )
    .returning({ id: writingRequests.id });
  if (!updated.length) throw new ClaimLostError(id);
}

/** Returns the time at which the next request can be claimed; `undefined` when no request is open. */
export async function findNextPollTime(queries: Queries): Promise<Date | undefined> {
  const [row] = await queries
    .select({
      at: sql<
        string | null
      >`min(greatest(${writingRequests.pollAt}, coalesce(${writingRequests.claimedUntil}, ${writingRequests.pollAt})))::text`,
    })
    .from(writingRequests)
    .where(isPollable);
  return row?.at ? new Date(row.at) : undefined;
}
