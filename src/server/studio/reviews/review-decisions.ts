import {
  CONCERN_STATE_MACHINE,
  REVIEW_STATE_MACHINE,
  type ReviewStatus,
} from '#domain/statuses/review-states.ts';
import type { StudioMember } from '#domain/studio/roles.ts';
import { findArticleForEditors } from '#server/catalogue/articles/editor-articles.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { ConflictError } from '#server/platform/errors.ts';
import { filterPendingItemIds } from '#server/studio/ai-request-store/subject-requests.ts';
import { recordAuditEvent } from '#server/studio/audit/service.ts';
import { getNextStateOrThrow } from '#server/studio/states/get-next-state-or-throw.ts';
import { transitionArticle } from '../publication/transition-article.ts';
import {
  changeConcernStatus,
  listOpenConcerns,
  lockReviewOrThrow,
  updateReviewStatusFromConcerns,
} from './concerns.ts';
import {
  lockOpenReviewOfArticle,
  lockReview,
  type StoredReview,
  updateAiReview,
} from './repository.ts';

/** Accepts an AI review. If its article is still in AI review, the article moves to human review. */
export async function acceptAiReview(
  queries: Queries,
  member: StudioMember,
  id: string,
): Promise<void> {
  await queries.transaction(async (transaction) => {
    const review = await lockReviewOrThrow(transaction, id);
    const status = getNextStateOrThrow(REVIEW_STATE_MACHINE, review.status, 'accept', member.role);
    if (review.version === null)
      throw new ConflictError('This review has no result yet. Request it again, or reject it.');
    const openCount = (await listOpenConcerns(transaction, id)).length;
    if (openCount)
      throw new ConflictError(
        `This review has ${openCount === 1 ? 'a concern' : `${openCount} concerns`} to decide about first.`,
      );
    await transitionReviewedArticle(transaction, member, review, 'accept');
    await recordReviewDecision(transaction, member, 'accept', review, status);
  });
}

/**
 * Closes the AI review of an article that moves to human review or is published. Accepts a review with a result, and
 * rejects a review whose AI request failed. If there are undecided concerns, ignores them if `ignoreConcerns` is true,
 * and otherwise throws {@link ConflictError}. Must be called within a transaction, before the article is locked.
 */
export async function closeReviewOfArticle(
  transaction: Queries,
  member: StudioMember,
  articleId: string,
  ignoreConcerns: boolean,
): Promise<void> {
  const review = await lockOpenReviewOfArticle(transaction, articleId);
  if (!review) return;
  if (review.version === null) {
    // A review whose AI request is still pending stays open. If the AI raises concerns, the article's scheduled
    // publication is canceled when the result arrives.
    const isAwaited = (await filterPendingItemIds(transaction, [review.itemId])).has(review.itemId);
    if (!isAwaited) await rejectOpenReview(transaction, member, review);
    return;
  }
  const openConcerns = await listOpenConcerns(transaction, review.id);
  if (openConcerns.length && !ignoreConcerns)
    throw new ConflictError(
      openConcerns.length === 1
        ? 'The AI’s review has an undecided concern. Decide about it first, or ignore it.'
        : `The AI’s review has ${openConcerns.length} undecided concerns. Decide about them first, or ignore them.`,
    );
  for (const concern of openConcerns) {
    const status = getNextStateOrThrow(
      CONCERN_STATE_MACHINE,
      concern.status,
      'ignore',
      member.role,
    );
    await changeConcernStatus(transaction, member, concern, status, {});
  }
  await updateReviewStatusFromConcerns(transaction, member, review);
  const addressed = (await lockReview(transaction, review.id))!;
  const status = getNextStateOrThrow(REVIEW_STATE_MACHINE, addressed.status, 'accept', member.role);
  await recordReviewDecision(transaction, member, 'accept', addressed, status);
}

/**
 * Rejects the AI review of an article that is archived or becomes a draft again. Must be called within a transaction,
 * before the article is locked.
 */
export async function rejectReviewOfArticle(
  transaction: Queries,
  member: StudioMember,
  articleId: string,
): Promise<void> {
  const review = await lockOpenReviewOfArticle(transaction, articleId);
  if (review) await rejectOpenReview(transaction, member, review);
}

/** Rejects an AI review. If its article is still in AI review, the article becomes a draft again. */
export async function rejectReview(
  queries: Queries,
  member: StudioMember,
  id: string,
): Promise<void> {
  await queries.transaction(async (transaction) => {
    const review = await lockReviewOrThrow(transaction, id);
    await transitionReviewedArticle(transaction, member, review, 'rework');
    await rejectOpenReview(transaction, member, review);
  });
}

async function rejectOpenReview(
  transaction: Queries,
  member: StudioMember,
  review: StoredReview,
): Promise<void> {
  const status = getNextStateOrThrow(REVIEW_STATE_MACHINE, review.status, 'reject', member.role);
  await recordReviewDecision(transaction, member, 'reject', review, status);
}

/** Applies an event to the article of an AI review. Does nothing if the article has left the status "AI review". */
async function transitionReviewedArticle(
  transaction: Queries,
  member: StudioMember,
  { articleId }: StoredReview,
  event: 'accept' | 'rework',
): Promise<void> {
  const article = await findArticleForEditors(transaction, articleId);
  if (article?.status !== 'ai_review') return;
  await transitionArticle(transaction, articleId, event, { actor: member, role: member.role });
}

async function recordReviewDecision(
  transaction: Queries,
  member: StudioMember,
  event: 'accept' | 'reject',
  review: StoredReview,
  status: ReviewStatus,
): Promise<void> {
  const article = await findArticleForEditors(transaction, review.articleId);
  await updateAiReview(transaction, review.id, { status, decidedAt: new Date() });
  await recordAuditEvent(transaction, member, {
    action: `review.${event}`,
    id: review.id,
    name: article!.title,
    before: { status: review.status },
    after: { status },
  });
}
