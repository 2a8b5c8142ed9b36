import { and, asc, desc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import type { NarratorId } from '#domain/narrators.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { narrationJobs as jobs, narrationTotalsByVoice } from './schema.ts';

/* Queries for the studio's report about recordings. They read precomputed totals and a limited number of jobs. */

/** The totals of one narrator's recordings with the same voice, such as their number, length and size. */
export type VoiceNarrationTotals = typeof narrationTotalsByVoice.$inferSelect;

/** Returns the totals of all recordings, with one row for each narrator and voice. */
export function listNarrationTotalsByVoice(queries: Queries): Promise<VoiceNarrationTotals[]> {
  return queries
    .select()
    .from(narrationTotalsByVoice)
    .where(sql`${narrationTotalsByVoice.recordings} > 0`);
}

const columns = {
  recording: jobs.recording,
  articleId: jobs.articleId,
  narrator: jobs.narrator,
  state: jobs.state,
  recordedSeconds: jobs.recordedSeconds,
  expectedSeconds: jobs.expectedSeconds,
  error: jobs.error,
  updatedAt: jobs.updatedAt,
  isClaimed: sql<boolean>`(${jobs.claim} IS NOT NULL AND ${jobs.claimedUntil} > now())`,
};

/** Lists narration jobs: first those that a process is recording, then those that are queued. */
export function listActiveNarrationJobs(queries: Queries, limit: number) {
  return queries
    .select(columns)
    .from(jobs)
    .where(or(eq(jobs.state, 'queued'), isNotNull(jobs.claim)))
    .orderBy(sql`${jobs.claim} IS NULL`, asc(jobs.requestedAt))
    .limit(limit);
}

/** Lists the most recently failed recordings, newest first. */
export function listFailedNarrationJobs(queries: Queries, limit: number) {
  return queries
    .select(columns)
    .from(jobs)
    .where(eq(jobs.state, 'failed'))
    .orderBy(desc(jobs.updatedAt), asc(jobs.recording))
    .limit(limit);
}

/** Counts the failed recordings, up to `limit`. */
export async function countFailedNarrationJobs(queries: Queries, limit: number): Promise<number> {
  const failedJobs = queries
    .select({ one: sql`1` })
    .from(jobs)
    .where(eq(jobs.state, 'failed'))
    .limit(limit);
  return queries.$count(failedJobs.as('failed_jobs'));
}

/** A failed recording that was removed from the list, identified by article and narrator. */
export interface RemovedNarrationJob {
  articleId: string;
  narrator: NarratorId;
}

/**
 * Removes failed narration jobs, so that their recordings can be requested again. If `recording` is given, removes only
 * the job of that recording. Otherwise, removes up to `limit` jobs. Returns the removed jobs. If two calls run at the
 * same time, each job is removed and returned by only one of them.
 */
export async function removeFailedNarrationJobs(
  transaction: Queries,
  recording: string | undefined,
  limit: number,
): Promise<RemovedNarrationJob[]> {
  const selectedJobs = transaction
    .select({ recording: jobs.recording })
    .from(jobs)
    .where(and(eq(jobs.state, 'failed'), recording ? eq(jobs.recording, recording) : undefined))
    .orderBy(desc(jobs.updatedAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  const removedJobs = await transaction
    .delete(jobs)
    .where(inArray(jobs.recording, selectedJobs))
    .returning({ articleId: jobs.articleId, narrator: jobs.narrator });
  return removedJobs.flatMap(({ articleId, narrator }) =>
    articleId && narrator ? [{ articleId, narrator }] : [],
  );
}
