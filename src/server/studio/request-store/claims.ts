import { and, asc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import { REQUEST_STATES } from '#domain/statuses/machines.ts';
import { listSourceStates } from '#domain/statuses/state-machine.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { StoredRequest } from './repository.ts';
import { writingRequests } from './schema.ts';

/**
 * Milliseconds until a worker's claim of an AI request expires. Another worker can then take over the request, for
 * example after a crash.
 */
export const CLAIM_DURATION = 2 * 60 * 1000;

/** Thrown if another worker has claimed the AI request. This worker must then store nothing about it. */
export class ClaimLostError extends Error {
  override name = 'ClaimLostError';
}

/** SQL condition for AI requests that workers process: they have not ended, and no editor has to decide about them. */
const isPollable = and(
  inArray(writingRequests.status, [...new Set(listSourceStates(REQUEST_STATES, 'end'))]),
  isNull(writingRequests.outcomeUnknownAt),
);

/**
 * Claims the AI request that has been due longest, and gives it a new fencing token. Returns `undefined` if no request
 * is due.
 */
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

/**
 * Updates a claimed AI request. Throws {@link ClaimLostError} if the request's fencing token has changed since the
 * request was read, because another worker has claimed the request.
 */
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

/** Returns the earliest time at which an open AI request can be claimed. Returns `undefined` if no request is open. */
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
