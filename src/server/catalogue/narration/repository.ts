import { and, asc, desc, eq, getTableColumns, gt, inArray, lt, not, sql } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import type { NarratorId } from '#domain/narrators.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { RecordingSpec, VoiceFingerprintsByNarrator } from './preparation.ts';
import { narrationJobs as jobs, type NarrationExtent, narrations } from './schema.ts';

/** A complete recording of an article's whole narration, or of its preview. */
export interface RecordingDurationAndSize {
  /** The name of the recording. The keys of the recording's files in the file store contain this name. */
  recording: string;
  seconds: number;
  bytes: number;
}

/** A row of the table that contains each narrator's latest narration of each article. */
type LatestNarration = RecordingDurationAndSize & {
  /** Hash of the recorded script. Null for recordings from older versions of Octavo, which did not store the hash. */
  scriptHash: string | null;
};

/** Returns a narrator's latest narration of an article. */
export async function findLatestNarration(
  queries: Queries,
  articleId: string,
  narrator: NarratorId,
): Promise<LatestNarration | undefined> {
  const { recording, seconds, bytes, scriptHash } = narrations;
  const [row] = await queries
    .select({ recording, seconds, bytes, scriptHash })
    .from(narrations)
    .where(and(eq(narrations.articleId, articleId), eq(narrations.narrator, narrator)));
  return row;
}

/** Returns a narrator's latest narrations of the given articles, in a map keyed by article ID. */
export async function findLatestNarrations(
  queries: Queries,
  articleIds: readonly string[],
  narrator: NarratorId,
): Promise<Map<string, Pick<LatestNarration, 'recording' | 'scriptHash'>>> {
  const { articleId, recording, scriptHash } = narrations;
  const rows = await queries
    .select({ articleId, recording, scriptHash })
    .from(narrations)
    .where(and(inArray(articleId, [...articleIds]), eq(narrations.narrator, narrator)));
  return new Map(rows.map(({ articleId, ...narration }) => [articleId, narration]));
}

/** Lists the narrators who have recorded any version of an article. */
export async function listNarratorsOfArticle(
  queries: Queries,
  articleId: string,
): Promise<NarratorId[]> {
  const rows = await queries
    .select({ narrator: narrations.narrator })
    .from(narrations)
    .where(eq(narrations.articleId, articleId));
  return rows.map(({ narrator }) => narrator);
}

/**
 * Lists narrations that were recorded with voices other than those in use. Lists either the narrations of the given
 * articles, or a page of about `limit` narrations in descending order of article IDs, starting below the ID `before`.
 * All narrations of an article are on the same page.
 */
export async function listNarrationsByFormerVoices(
  queries: Queries,
  voices: VoiceFingerprintsByNarrator,
  selection: { articleIds: readonly string[] } | { before: string | undefined; limit: number },
): Promise<{ articleId: string; narrator: NarratorId }[]> {
  const { articleId, narrator } = narrations;
  const isFormer = sql`${narrations.voiceFingerprint} IS DISTINCT FROM ${JSON.stringify(voices)}::jsonb ->> ${narrator}`;
  const query = queries.select({ articleId, narrator }).from(narrations);
  if ('articleIds' in selection)
    return query.where(and(inArray(articleId, [...selection.articleIds]), isFormer));
  const page = await query
    .where(and(selection.before ? lt(articleId, selection.before) : undefined, isFormer))
    .orderBy(desc(articleId), asc(narrator))
    .limit(selection.limit);
  if (page.length < selection.limit) return page;
  // The limit may have cut off narrations of the last article on the page. They are added, because the next page starts
  // with the next article.
  const lastArticleId = page.at(-1)!.articleId;
  const precedingRows = page.filter((each) => each.articleId !== lastArticleId);
  const lastRows = await queries
    .select({ articleId, narrator })
    .from(narrations)
    .where(and(eq(articleId, lastArticleId), isFormer));
  return [...precedingRows, ...lastRows];
}

/** Number of article IDs that {@link streamRecordedArticleIds} reads with one query. */
const ARTICLES_PER_QUERY = 1000;

/** Yields the IDs of all articles that have ever had a complete recording, in ascending order. */
export async function* streamRecordedArticleIds(queries: Queries): AsyncGenerator<string> {
  for (let after: string | undefined; ; ) {
    const rows = await queries
      .selectDistinct({ id: narrations.articleId })
      .from(narrations)
      .where(after ? gt(narrations.articleId, after) : undefined)
      .orderBy(asc(narrations.articleId))
      .limit(ARTICLES_PER_QUERY);
    for (const { id } of rows) yield id;
    if (rows.length < ARTICLES_PER_QUERY) return;
    after = rows.at(-1)!.id;
  }
}

/**
 * Stores a narration as its narrator's latest narration of the article. `recordingSeconds` is the number of seconds
 * that the process took to make the recording, or null if this is unknown.
 */
export async function saveLatestNarration(
  queries: Queries,
  { article, narrator, voiceFingerprint, scriptHash }: RecordingSpec,
  { recording, seconds, bytes }: RecordingDurationAndSize,
  recordingSeconds: number | null = null,
): Promise<void> {
  const metadata = { madeAt: sql`now()`, voiceFingerprint, scriptHash, took: recordingSeconds };
  const values = { recording, seconds, bytes, ...metadata };
  await queries
    .insert(narrations)
    .values({ articleId: article.id, narrator, ...values })
    .onConflictDoUpdate({ target: [narrations.articleId, narrations.narrator], set: values });
}

/**
 * Seconds after which a claim expires unless it is renewed. Another worker can then take over the job of a worker that
 * crashed.
 */
export const NARRATION_JOB_CLAIM_SECONDS = 15;

/**
 * A row of the table of narration jobs. `isClaimed` is true if a worker holds a claim that has not expired. The
 * database's clock decides whether a claim has expired.
 */
export type NarrationJob = typeof jobs.$inferSelect & { isClaimed: boolean };

/** A request for a recording of an article. */
export type NarrationJobRequest = Pick<
  typeof jobs.$inferInsert,
  'recording' | 'articleId' | 'narrator' | 'extent' | 'expectedSeconds' | 'outline'
>;

/**
 * A worker's exclusive right to work on a narration job. Another worker can claim the job once this claim has expired.
 */
export interface NarrationJobClaim {
  recording: string;
  token: string;
}

const now = sql`now()`;
const expiry = sql`now() + make_interval(secs => ${NARRATION_JOB_CLAIM_SECONDS})`;

/**
 * SQL condition that is true while a worker holds a valid claim on the job. A claim that expires unusually far in the
 * future is invalid, because the database's clock must have been set back after the claim was made. The limit is twice
 * the duration of a claim, because `now()` is the start of the transaction and may be earlier than the claim.
 */
const isClaimed = sql<boolean>`(${jobs.claim} IS NOT NULL
  AND ${jobs.claimedUntil} BETWEEN now() AND now() + make_interval(secs => ${2 * NARRATION_JOB_CLAIM_SECONDS}))`;

/**
 * SQL condition that is true for a job that has not ended. Another request for the same recording joins this job
 * instead of restarting it. A job that makes the whole narration continues to do so if the other request is for the
 * preview.
 */
const isOpen = sql`(${jobs.state} IN ('queued', 'recording') OR ${jobs.claim} IS NOT NULL)`;
const joinedExtent = sql`CASE WHEN ${isOpen} AND ${jobs.extent} = 'whole' THEN 'whole' ELSE excluded.extent END`;

/** Finds narration jobs by the names of their recordings. */
export function findNarrationJobsByRecording(
  queries: Queries,
  recordings: readonly string[],
): Promise<NarrationJob[]> {
  return queries
    .select({ ...getTableColumns(jobs), isClaimed })
    .from(jobs)
    .where(inArray(jobs.recording, [...recordings]));
}

/**
 * Creates a job for a recording. If a job for the recording exists, changes it instead: a request for the whole
 * narration extends a job that makes only the preview. A job that has ended starts again, unless `restartsEnded` is
 * false.
 */
export async function createOrExtendNarrationJob(
  queries: Queries,
  request: NarrationJobRequest,
  { restartsEnded = true } = {},
): Promise<void> {
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
      ...(restartsEnded ? {} : { setWhere: isOpen }),
    });
}

/**
 * Claims a narration job. Creates the job if it does not exist. Returns undefined if another worker has claimed the
 * job.
 */
export async function claimNewOrExistingNarrationJob(
  queries: Queries,
  request: NarrationJobRequest,
): Promise<NarrationJobClaim | undefined> {
  const token = newId();
  const claimColumns = { claim: token, claimedUntil: expiry, state: 'recording' } as const;
  const [row] = await queries
    .insert(jobs)
    .values({ ...request, ...claimColumns })
    .onConflictDoUpdate({
      target: jobs.recording,
      set: {
        ...request,
        ...claimColumns,
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

/**
 * Renews a worker's claim on a narration job and stores the progress. Returns false if the claim is lost. The worker
 * must then stop writing files.
 */
export async function renewNarrationJobClaim(
  queries: Queries,
  claim: NarrationJobClaim,
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
 * Marks the beginning of a narration as ready to play, and stores how many seconds are recorded so far. Extends the
 * worker's claim. Returns false if the claim is lost.
 */
export async function markNarrationJobBeginningReady(
  queries: Queries,
  claim: NarrationJobClaim,
  recordedSeconds: number,
): Promise<boolean> {
  const state = sql`CASE WHEN ${jobs.state} = 'recording' THEN 'beginning_ready' ELSE ${jobs.state} END`;
  const rows = await queries
    .update(jobs)
    .set({ state, recordedSeconds, claimedUntil: expiry, updatedAt: now })
    .where(isHeldBy(claim))
    .returning({ recording: jobs.recording });
  return rows.length > 0;
}

/**
 * Marks the preview of a narration as ready to play. If only the preview was requested, also ends the worker's
 * claim. Returns which part was requested, or undefined if the claim is lost.
 */
export async function markNarrationJobPreviewReady(
  queries: Queries,
  claim: NarrationJobClaim,
): Promise<NarrationExtent | undefined> {
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

/** Marks a narration job as complete and ends the worker's claim. Returns false if the claim is lost. */
export function markNarrationJobReady(
  queries: Queries,
  claim: NarrationJobClaim,
  seconds: number,
): Promise<boolean> {
  return endClaim(queries, claim, { state: 'ready', recordedSeconds: seconds });
}

/** Marks a narration job as failed and ends the worker's claim. Returns false if the claim is lost. */
export function markNarrationJobFailed(
  queries: Queries,
  claim: NarrationJobClaim,
  error: string,
): Promise<boolean> {
  return endClaim(queries, claim, { state: 'failed', error });
}

/**
 * Deletes a narration job while the caller holds its claim. The next request then creates a new job immediately, and
 * does not have to wait until the claim expires.
 */
export async function deleteClaimedNarrationJob(
  queries: Queries,
  claim: NarrationJobClaim,
): Promise<void> {
  await queries.delete(jobs).where(isHeldBy(claim));
}

/** Deletes narration jobs that no worker has claimed and that have not changed since `before`. */
export async function deleteIdleNarrationJobs(queries: Queries, before: Date): Promise<void> {
  await queries.delete(jobs).where(and(lt(jobs.updatedAt, before), not(isClaimed)));
}

/**
 * Ends all claims on narration jobs. Call this function only if no other process uses the database. All claims then
 * belong to processes that have exited.
 */
export async function endAllNarrationJobClaims(queries: Queries): Promise<void> {
  await queries.update(jobs).set({ claim: null });
}

async function endClaim(
  queries: Queries,
  claim: NarrationJobClaim,
  outcome: Partial<typeof jobs.$inferInsert>,
): Promise<boolean> {
  const rows = await queries
    .update(jobs)
    .set({ ...outcome, claim: null, updatedAt: now })
    .where(isHeldBy(claim))
    .returning({ recording: jobs.recording });
  return rows.length > 0;
}

function isHeldBy({ recording, token }: NarrationJobClaim) {
  return and(eq(jobs.recording, recording), eq(jobs.claim, token));
}
