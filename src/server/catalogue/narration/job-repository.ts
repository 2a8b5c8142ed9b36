import { and, eq, getTableColumns, inArray, lt, not, sql } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import type { Queries } from '#server/platform/db/database.ts';
import { type Extent, narrationJobs as jobs } from './schema.ts';

/** Seconds that a claim lasts unless it is renewed: after that, another worker replaces one that crashed. */
export const CLAIM_SECONDS = 15;

/** A job's row, and whether a worker is on it by the database's clock. */
export type NarrationJob = typeof jobs.$inferSelect & { isClaimed: boolean };

/** A request for a recording. */
export type JobRequest = Pick<
  typeof jobs.$inferInsert,
  'recording' | 'articleId' | 'narrator' | 'extent' | 'expectedSeconds' | 'outline'
>;

/** The right to work on a job, until it expires and another worker takes the job over. */
export interface Claim {
  recording: string;
  token: string;
}

const now = sql`now()`;
const expiry = sql`now() + make_interval(secs => ${CLAIM_SECONDS})`;

/**
 * True while a worker has the job. A claim that ends much later than a new one was made before the database's clock was set
 * back. The margin is for transactions that started before the claim, since `now()` is their start.
 */
const isClaimed = sql<boolean>`(${jobs.claim} IS NOT NULL
  AND ${jobs.claimedUntil} BETWEEN now() AND now() + make_interval(secs => ${2 * CLAIM_SECONDS}))`;

/** True for a job that has not ended: a further request joins it, and never lowers its extent. */
const isOpen = sql`(${jobs.state} IN ('queued', 'recording') OR ${jobs.claim} IS NOT NULL)`;
const joinedExtent = sql`CASE WHEN ${isOpen} AND ${jobs.extent} = 'whole' THEN 'whole' ELSE excluded.extent END`;

/** Finds jobs by the names of their recordings. */
export function findJobs(queries: Queries, recordings: readonly string[]): Promise<NarrationJob[]> {
  return queries
    .select({ ...getTableColumns(jobs), isClaimed })
    .from(jobs)
    .where(inArray(jobs.recording, [...recordings]));
}

/** Requests a recording, or more of one that is requested already. Restarts a job that has ended. */
export async function requestJob(queries: Queries, request: JobRequest): Promise<void> {
  const unlessOpen = (column: typeof jobs.state | typeof jobs.error | typeof jobs.requestedAt) =>
    sql`CASE WHEN ${isOpen} THEN ${column} ELSE excluded.${sql.identifier(column.name)} END`;
  await queries
    .insert(jobs)
    .values({ ...request, state: 'queued' })
    .onConflictDoUpdate({
      target: jobs.recording,
      set: {
        extent: joinedExtent,
        state: unlessOpen(jobs.state),
        error: unlessOpen(jobs.error),
        requestedAt: unlessOpen(jobs.requestedAt),
        updatedAt: now,
      },
    });
}

/** Claims a job, which is created if there is none. Returns undefined while another worker has it. */
export async function claimJob(queries: Queries, request: JobRequest): Promise<Claim | undefined> {
  const token = newId();
  const claimed = { claim: token, claimedUntil: expiry, state: 'recording' } as const;
  const [row] = await queries
    .insert(jobs)
    .values({ ...request, ...claimed })
    .onConflictDoUpdate({
      target: jobs.recording,
      set: {
        ...request,
        ...claimed,
        extent: joinedExtent,
        recordedSeconds: 0,
        error: null,
        updatedAt: now,
      },
      setWhere: not(isClaimed),
    })
    .returning({ recording: jobs.recording });
  return row && { ...row, token };
}

/** Renews a claim and reports progress. Returns false if the claim is lost: the worker must not write any more. */
export async function renewClaim(
  queries: Queries,
  claim: Claim,
  recordedSeconds?: number,
): Promise<boolean> {
  const rows = await queries
    .update(jobs)
    .set({ claimedUntil: expiry, recordedSeconds, updatedAt: now })
    .where(isHeldBy(claim))
    .returning({ recording: jobs.recording });
  return rows.length > 0;
}

/**
 * Records that the preview can be played. If only the preview is requested, this ends the claim too. Returns the requested
 * extent, or undefined if the claim is lost.
 */
export async function markPreviewReady(
  queries: Queries,
  claim: Claim,
): Promise<Extent | undefined> {
  const [row] = await queries
    .update(jobs)
    .set({
      state: 'preview_ready',
      claim: sql`CASE WHEN ${jobs.extent} = 'whole' THEN ${jobs.claim} END`,
      claimedUntil: expiry,
      updatedAt: now,
    })
    .where(isHeldBy(claim))
    .returning({ extent: jobs.extent });
  return row?.extent;
}

/** Ends a job that is complete. Returns false if the claim is lost. */
export function markReady(queries: Queries, claim: Claim, seconds: number): Promise<boolean> {
  return end(queries, claim, { state: 'ready', recordedSeconds: seconds });
}

/** Ends a job that failed. Returns false if the claim is lost. */
export function markFailed(queries: Queries, claim: Claim, error: string): Promise<boolean> {
  return end(queries, claim, { state: 'failed', error });
}

/** Deletes a job whose worker gives up: the next request creates a new one, and no process has to wait for the claim to expire. */
export async function deleteJob(queries: Queries, claim: Claim): Promise<void> {
  await queries.delete(jobs).where(isHeldBy(claim));
}

/** Deletes the jobs that nothing has happened to since `before`. */
export async function deleteIdleJobs(queries: Queries, before: Date): Promise<void> {
  await queries.delete(jobs).where(and(lt(jobs.updatedAt, before), not(isClaimed)));
}

/** Ends all claims: for a process that is alone on its database, where they can only belong to one that has died. */
export async function endAllClaims(queries: Queries): Promise<void> {
  await queries.update(jobs).set({ claim: null });
}

async function end(
  queries: Queries,
  claim: Claim,
  outcome: Partial<typeof jobs.$inferInsert>,
): Promise<boolean> {
  const rows = await queries
    .update(jobs)
    .set({ ...outcome, claim: null, updatedAt: now })
    .where(isHeldBy(claim))
    .returning({ recording: jobs.recording });
  return rows.length > 0;
}

function isHeldBy({ recording, token }: Claim) {
  return and(eq(jobs.recording, recording), eq(jobs.claim, token));
}
