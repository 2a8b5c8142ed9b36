import {
  CONCERN_STATE_MACHINE,
  type ConcernStatus,
  REVIEW_STATE_MACHINE,
} from '#domain/statuses/review-states.ts';
import type { SaveReason } from '#domain/studio/manuscript.ts';
import type { StudioMember } from '#domain/studio/roles.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { ConflictError, NotFoundError } from '#server/platform/errors.ts';
import { type AuditActor, recordAuditEvent } from '#server/studio/audit/service.ts';
import { lockOrCreateSyncedManuscript } from '#server/studio/manuscripts/article-with-manuscript.ts';
import { saveManuscript } from '#server/studio/manuscripts/save-manuscript.ts';
import { getNextStateOrThrow } from '#server/studio/states/get-next-state-or-throw.ts';
import { replacePassage, sanitizeReplacement } from './passages.ts';
import {
  findConcern,
  listConcerns,
  lockReview,
  OPEN_REVIEW_STATUSES,
  type StoredConcern,
  type StoredReview,
  updateAiReview,
  updateConcernIfStatus,
} from './repository.ts';

/** Marks a concern in an AI review as ignored. The text of the article stays unchanged. */
export async function ignoreConcern(
  queries: Queries,
  member: StudioMember,
  id: string,
): Promise<void> {
  await decideWithoutEdit(queries, member, id, 'ignore');
}

/**
 * Marks a concern in an AI review as resolved by an editor. Replaces the concern's passage with `text`. If `text` is
 * undefined, the article is not changed, because the editor has already changed it.
 */
export async function resolveConcernByEditor(
  queries: Queries,
  member: StudioMember,
  id: string,
  text: string | undefined,
): Promise<void> {
  await decideConcern(queries, member, id, async (transaction, { articleId }, concern) => {
    const status = getNextStateOrThrow(CONCERN_STATE_MACHINE, concern.status, 'edit', member.role);
    const improved =
      text === undefined
        ? null
        : await replaceConcernPassage(transaction, member, articleId, concern, text, 'edit');
    await changeConcernStatus(transaction, member, concern, status, { improved });
  });
}

/** Reopens an ignored or resolved concern in an AI review. Changes to the article are not reverted. */
export async function reopenConcern(
  queries: Queries,
  member: StudioMember,
  id: string,
): Promise<void> {
  await decideWithoutEdit(queries, member, id, 'reopen');
}

/** Ignores or reopens a concern without changing the article. */
async function decideWithoutEdit(
  queries: Queries,
  member: StudioMember,
  id: string,
  event: 'ignore' | 'reopen',
): Promise<void> {
  await decideConcern(queries, member, id, async (transaction, _review, concern) => {
    const status = getNextStateOrThrow(CONCERN_STATE_MACHINE, concern.status, event, member.role);
    await changeConcernStatus(transaction, member, concern, status, {});
  });
}

/**
 * Replaces a concern's passage with the improved text that an editor requested from the AI. Must be called within a
 * transaction.
 */
export async function applyConcernImprovement(
  transaction: Queries,
  id: string,
  text: string,
): Promise<void> {
  const { review, concern } = await findConcernAndLockOpenReview(transaction, id);
  const { articleId } = review;
  const status = getNextStateOrThrow(CONCERN_STATE_MACHINE, concern.status, 'improve', 'service');
  const improved = await replaceConcernPassage(
    transaction,
    undefined,
    articleId,
    concern,
    text,
    'improve',
  );
  await changeConcernStatus(transaction, undefined, concern, status, { improved });
  await updateReviewStatusFromConcerns(transaction, undefined, review);
}

/**
 * Returns a concern with its AI review, and locks the review until the transaction ends. Throws {@link ConflictError}
 * if the review is closed, and {@link NotFoundError} if the concern does not exist.
 */
export async function findConcernAndLockOpenReview(
  transaction: Queries,
  id: string,
): Promise<{ review: StoredReview; concern: StoredConcern }> {
  const unlocked = await findConcern(transaction, id);
  if (!unlocked) throw new NotFoundError('There is no such concern.');
  const review = await lockReviewOrThrow(transaction, unlocked.reviewId);
  if (!OPEN_REVIEW_STATUSES.includes(review.status))
    throw new ConflictError(
      `This review is “${REVIEW_STATE_MACHINE.states[review.status].label}”: its concerns can’t be changed any more.`,
    );
  return { review, concern: (await findConcern(transaction, id))! };
}

/**
 * Returns an AI review, and locks it until the transaction ends. Throws {@link NotFoundError} if the review does not
 * exist.
 */
export async function lockReviewOrThrow(transaction: Queries, id: string): Promise<StoredReview> {
  const review = await lockReview(transaction, id);
  if (!review) throw new NotFoundError('There is no such review.');
  return review;
}

/** Lists the concerns in an AI review that still need an editor's decision. */
export async function listOpenConcerns(
  transaction: Queries,
  reviewId: string,
): Promise<StoredConcern[]> {
  const concerns = await listConcerns(transaction, reviewId);
  return concerns.filter(({ status }) => status === 'pending_action');
}

export async function changeConcernStatus(
  transaction: Queries,
  actor: AuditActor,
  { id, status: before, passage }: StoredConcern,
  status: ConcernStatus,
  changes: Partial<StoredConcern>,
): Promise<void> {
  await updateConcernIfStatus(transaction, id, before, { ...changes, status });
  await recordAuditEvent(transaction, actor, {
    action: `concern.${status}`,
    id,
    name: passage.length > 80 ? `${passage.slice(0, 79).trimEnd()}…` : passage,
    before: { status: before, passage },
    after: { status, ...changes },
  });
}

/** Updates the status of an AI review according to the statuses of its concerns. */
export async function updateReviewStatusFromConcerns(
  transaction: Queries,
  actor: StudioMember | undefined,
  { id, status }: StoredReview,
): Promise<void> {
  const isAddressed = !(await listOpenConcerns(transaction, id)).length;
  if (isAddressed === (status === 'concerns_addressed')) return;
  const next = isAddressed
    ? getNextStateOrThrow(REVIEW_STATE_MACHINE, status, 'address', actor?.role ?? 'service')
    : getNextStateOrThrow(REVIEW_STATE_MACHINE, status, 'reopen', actor?.role ?? 'service');
  await updateAiReview(transaction, id, { status: next });
}

async function decideConcern(
  queries: Queries,
  member: StudioMember,
  id: string,
  change: (transaction: Queries, review: StoredReview, concern: StoredConcern) => Promise<void>,
): Promise<void> {
  await queries.transaction(async (transaction) => {
    const { review, concern } = await findConcernAndLockOpenReview(transaction, id);
    await change(transaction, review, concern);
    await updateReviewStatusFromConcerns(transaction, member, review);
  });
}

/** Replaces a concern's passage in the manuscript, and saves the manuscript. Returns the sanitized replacement. */
async function replaceConcernPassage(
  transaction: Queries,
  actor: AuditActor,
  articleId: string,
  concern: StoredConcern,
  text: string,
  reason: SaveReason,
): Promise<string> {
  const replacement = sanitizeReplacement(concern, text);
  if (!replacement) throw new ConflictError('This text has nothing that an article can contain.');
  const { version, content } = await lockOrCreateSyncedManuscript(transaction, actor, articleId);
  const changed = replacePassage(content, concern, replacement);
  if (!changed) throw new ConflictError('The passage has changed in the meantime.');
  await saveManuscript(transaction, actor, articleId, { base: version, content: changed, reason });
  return replacement;
}
