import { and, asc, desc, eq, getTableColumns, gt, inArray, lt, not, sql } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import type { NarratorId } from '#domain/narrators.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { RecordingSpec, VoiceFingerprintsByNarrator } from './preparation.ts';
import { narrationJobs as jobs, type NarrationExtent, narrations } from './schema.ts';

/** A complete recording of an article. */
export interface Narration {
  /** The name of the recording. The keys of the recording's files contain it. */
  recording: string;
  seconds: number;
  bytes: number;
}

/** A narration in the table of the latest narrations. */
type LatestNarration = Narration & {
  /** Hash of the recorded script. Null for recordings made by older releases, which did not store it. */
  script: string | null;
};

/** Returns the latest narration of an article by a narrator. */
export async function findLatestNarration(
  queries: Queries,
  articleId: string,
  narrator: NarratorId,
): Promise<LatestNarration | undefined> {
  const { recording, seconds, bytes, script } = narrations;
  const [row] = await queries
    .select({ recording, seconds, bytes, script })
    .from(narrations)
    .where(and(eq(narrations.articleId, articleId), eq(narrations.narrator, narrator)));
  return row;
}

/** Returns the latest narrations of articles by a narrator, by the articles' IDs. */
export async function findLatestNarrations(
  queries: Queries,
  articleIds: readonly string[],
  narrator: NarratorId,
): Promise<Map<string, Pick<LatestNarration, 'recording' | 'script'>>> {
  const { articleId, recording, script } = narrations;
  const rows = await queries
    .select({ articleId, recording, script })
    .from(narrations)
    .where(and(inArray(articleId, [...articleIds]), eq(narrations.narrator, narrator)));
  return new Map(rows.map(({ articleId, ...narration }) => [articleId, narration]));
}

/** Lists the narrators who have read an article in any version. */
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
 * Lists narrations that were not recorded with the voices in use. Lists either those of the given articles, or about
 * `limit` narrations of the articles with the highest IDs below `before`. The narrations of an article are never
 * divided between two pages.
 */
export async function listNarrationsByFormerVoices(
  queries: Queries,
  voices: VoiceFingerprintsByNarrator,
  selection: { articleIds: readonly string[] } | { before: string | undefined; limit: number },
): Promise<{ articleId: string; narrator: NarratorId }[]> {
  const { articleId, narrator } = narrations;
  const isFormer = sql`${narrations.voices} IS DISTINCT FROM ${JSON.stringify(voices)}::jsonb ->> ${narrator}`;
  const query = queries.select({ articleId, narrator }).from(narrations);
  if ('articleIds' in selection)
    return query.where(and(inArray(articleId, [...selection.articleIds]), isFormer));
  const page = await query
    .where(and(selection.before ? lt(articleId, selection.before) : undefined, isFormer))
    .orderBy(desc(articleId), asc(narrator))
    .limit(selection.limit);
  if (page.length < selection.limit) return page;
  // The last article may have further narrations, which the next page would skip.
  const lastArticleId = page.at(-1)!.articleId;
  const precedingRows = page.filter((each) => each.articleId !== lastArticleId);
  const lastRows = await queries
    .select({ articleId, narrator })
    .from(narrations)
    .where(and(eq(articleId, lastArticleId), isFormer));
  return [...precedingRows, ...lastRows];
}

/** Number of IDs that {@link streamRecordedArticleIds} reads with one query. */
const ARTICLES_PER_QUERY = 1000;

/** Yields the IDs of all articles that were ever recorded completely, in the order of the IDs. */
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
 * Stores a narration as the latest one of an article by a narrator. `recordingSeconds` is the number of seconds that
 * the recording took, if it is known.
 */
export async function saveLatestNarration(
  queries: Queries,
  { article, narrator, voices, scriptHash }: RecordingSpec,
  { recording, seconds, bytes }: Narration,
  recordingSeconds: number | null = null,
): Promise<void> {
  const metadata = { madeAt: sql`now()`, voices, script: scriptHash, took: recordingSeconds };
  const values = { recording, seconds, bytes, ...metadata };
  await queries
    .insert(narrations)
    .values({ articleId: article.id, narrator, ...values })
    .onConflictDoUpdate({ target: [narrations.articleId, narrations.narrator], set: values });
}

/** Seconds until a claim expires if it is not renewed. Another worker can then take over from a worker that crashed. */
export const JOB_CLAIM_SECONDS = 15;

/**
 * The row of a narration job. `isClaimed` is true if a worker holds a claim that has not expired by the clock of the
 * database.
 */
export type NarrationJob = typeof jobs.$inferSelect & { isClaimed: boolean };

/** A request for a recording of an article. */
export type JobRequest = Pick<
  typeof jobs.$inferInsert,
  'recording' | 'articleId' | 'narrator' | 'extent' | 'expectedSeconds' | 'outline'
>;

/** A worker's exclusive right to work on a job. Another worker can claim the job once this claim has expired. */
export interface JobClaim {
  recording: string;
  token: string;
}

const now = sql`now()`;
const expiry = sql`now() + make_interval(secs => ${JOB_CLAIM_SECONDS})`;

/**
 * SQL condition that is true while a worker holds a valid claim. A claim with an unusually late expiry is invalid,
 * since it was made before the database clock was set back. The upper bound is twice the duration of a claim: `now()`
 * is the start of the transaction, which may be earlier than the claim.
 */
const isClaimed = sql<boolean>`(${jobs.claim} IS NOT NULL
  AND ${jobs.claimedUntil} BETWEEN now() AND now() + make_interval(secs => ${2 * JOB_CLAIM_SECONDS}))`;

/**
 * SQL condition that is true for a job that has not ended. Another request for the same recording joins this job, and
 * never reduces it from the whole narration to the preview.
 */
const isOpen = sql`(${jobs.state} IN ('queued', 'recording') OR ${jobs.claim} IS NOT NULL)`;
const joinedExtent = sql`CASE WHEN ${isOpen} AND ${jobs.extent} = 'whole' THEN 'whole' ELSE excluded.extent END`;

/** Finds narration jobs by the names of their recordings. */
export function findJobsByRecording(
  queries: Queries,
  recordings: readonly string[],
): Promise<NarrationJob[]> {
  return queries
    .select({ ...getTableColumns(jobs), isClaimed })
    .from(jobs)
    .where(inArray(jobs.recording, [...recordings]));
}

/**
 * Requests a recording. If a job for the recording exists already, the request may extend it from the preview to the
 * whole narration. A job that has ended is restarted, unless `restartsEnded` is false.
 */
export async function createOrExtendJob(
  queries: Queries,
  request: JobRequest,
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
 * Claims a narration job, and creates the job if it does not exist. Returns undefined if another worker has claimed the
 * job.
 */
export async function claimNewOrExistingJob(
  queries: Queries,
  request: JobRequest,
): Promise<JobClaim | undefined> {
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
 * Renews a claim and stores the progress. Returns false if the claim is lost, in which case the worker must stop
 * writing.
 */
export async function renewJobClaim(
  queries: Queries,
  claim: JobClaim,
  recordedSeconds?: number,
): Promise<boolean> {
  const rows = await queries
    .update(jobs)
    .set({ claimedUntil: expiry, recordedSeconds, updatedAt: now })
    .where(isHeldBy(claim))
    .returning({ recording: jobs.recording });
  return rows.length > 0;
}

/** Marks a beginning of a narration as playable. Returns false if the claim is lost. */
export async function markJobBeginningReady(
  queries: Queries,
  claim: JobClaim,
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
 * Marks the preview of a narration as playable. If only the preview is requested, also ends the claim. Returns the
 * requested part, or undefined if the claim is lost.
 */
export async function markJobPreviewReady(
  queries: Queries,
  claim: JobClaim,
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

/** Marks a narration job as complete and ends the claim. Returns false if the claim is lost. */
export function markJobReady(queries: Queries, claim: JobClaim, seconds: number): Promise<boolean> {
  return endClaim(queries, claim, { state: 'ready', recordedSeconds: seconds });
}

/** Marks a narration job as failed and ends the claim. Returns false if the claim is lost. */
export function markJobFailed(queries: Queries, claim: JobClaim, error: string): Promise<boolean> {
  return endClaim(queries, claim, { state: 'failed', error });
}

/**
 * Deletes the job of a worker that stops early, so that the next request creates a new job at once instead of waiting
 * until the claim expires.
 */
export async function deleteClaimedJob(queries: Queries, claim: JobClaim): Promise<void> {
  await queries.delete(jobs).where(isHeldBy(claim));
}

/** Deletes unclaimed narration jobs that have not changed since `before`. */
export async function deleteIdleJobs(queries: Queries, before: Date): Promise<void> {
  await queries.delete(jobs).where(and(lt(jobs.updatedAt, before), not(isClaimed)));
}

/**
 * Ends the claims of all workers. Only call this function if no other process uses the database: all claims then belong
 * to processes that have ended.
 */
export async function endAllJobClaims(queries: Queries): Promise<void> {
  await queries.update(jobs).set({ claim: null });
}

async function endClaim(
  queries: Queries,
  claim: JobClaim,
  outcome: Partial<typeof jobs.$inferInsert>,
): Promise<boolean> {
  const rows = await queries
    .update(jobs)
    .set({ ...outcome, claim: null, updatedAt: now })
    .where(isHeldBy(claim))
    .returning({ recording: jobs.recording });
  return rows.length > 0;
}

function isHeldBy({ recording, token }: JobClaim) {
  return and(eq(jobs.recording, recording), eq(jobs.claim, token));
}
