import {
  CONCERN_STATES,
  type ConcernStatus,
  REVIEW_STATES,
  type ReviewStatus,
} from '#domain/statuses/machines.ts';
import type { SaveReason } from '#domain/studio/manuscript.ts';
import type { Member } from '#domain/studio/roles.ts';
import { findOnDesk } from '#server/catalogue/articles/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { ConflictError, NotFoundError } from '#server/platform/errors.ts';
import { type Doer, record } from '#server/studio/audit/service.ts';
import { moveArticle } from '#server/studio/desk/service.ts';
import { saveManuscript, takeManuscript } from '#server/studio/manuscripts/service.ts';
import { requireTransition } from '#server/studio/states/service.ts';
import { exchange } from './passages.ts';
import {
  concernsOf,
  findConcern,
  lockOpenReview,
  lockReview,
  OPEN_REVIEWS,
  type StoredConcern,
  type StoredReview,
  updateConcern,
  updateReview,
} from './repository.ts';

/** Goes with a review: its article is read by a person next, unless something else was decided about that meanwhile. */
export async function acceptReview(queries: Queries, member: Member, id: string): Promise<void> {
  await queries.transaction(async (transaction) => {
    const review = await requireReview(transaction, id);
    const status = requireTransition(REVIEW_STATES, review.status, 'accept', member.role);
    if (review.version === null)
      throw new ConflictError('This review is not there yet. Ask for it again, or reject it.');
    const open = (await concernsOf(transaction, id)).filter(isOpen).length;
    if (open)
      throw new ConflictError(
        `This review has ${open === 1 ? 'a concern' : `${open} concerns`} to decide about first.`,
      );
    await moveWith(transaction, member, review, 'accept');
    await close(transaction, member, 'accept', review, status);
  });
}

/**
 * Closes the review of an article that goes on: a person reads it next, or readers get it. Refused with a
 * {@link ConflictError} while concerns wait for a decision, unless the editor says to `leave` those as they are. To be called
 * within a transaction, before the article is locked.
 */
export async function closeReviewOf(
  transaction: Queries,
  member: Member,
  articleId: string,
  leave: boolean,
): Promise<void> {
  const review = await lockOpenReview(transaction, articleId);
  // One that is not there yet ends the article's schedule when it comes with concerns.
  if (!review || review.version === null) return;
  const open = (await concernsOf(transaction, review.id)).filter(isOpen);
  if (open.length && !leave)
    throw new ConflictError(
      `The AI’s review has ${open.length === 1 ? 'a concern' : `${open.length} concerns`} nobody has decided about. Decide, or say that they stay as they are.`,
    );
  for (const concern of open) {
    const status = requireTransition(CONCERN_STATES, concern.status, 'ignore', member.role);
    await changeConcern(transaction, member, concern, status, {});
  }
  await settle(transaction, member, review);
  const addressed = (await lockReview(transaction, review.id))!;
  const status = requireTransition(REVIEW_STATES, addressed.status, 'accept', member.role);
  await close(transaction, member, 'accept', addressed, status);
}

/** Turns down the review of an article that goes no further. To be called as {@link closeReviewOf} is. */
export async function dropReviewOf(
  transaction: Queries,
  member: Member,
  articleId: string,
): Promise<void> {
  const review = await lockOpenReview(transaction, articleId);
  if (!review) return;
  const status = requireTransition(REVIEW_STATES, review.status, 'reject', member.role);
  await close(transaction, member, 'reject', review, status);
}

/** Does not go with a review: its article is a draft again, unless something else was decided about that meanwhile. */
export async function rejectReview(queries: Queries, member: Member, id: string): Promise<void> {
  await queries.transaction(async (transaction) => {
    const review = await requireReview(transaction, id);
    const status = requireTransition(REVIEW_STATES, review.status, 'reject', member.role);
    await moveWith(transaction, member, review, 'rework');
    await close(transaction, member, 'reject', review, status);
  });
}

/** Sees nothing in a concern: the text stays. */
export async function ignoreConcern(queries: Queries, member: Member, id: string): Promise<void> {
  await decide(queries, member, id, async (transaction, _review, concern) => {
    const status = requireTransition(CONCERN_STATES, concern.status, 'ignore', member.role);
    await changeConcern(transaction, member, concern, status, {});
  });
}

/** Has a passage mended by hand: in the manuscript already, or with `text` in its place. */
export async function editConcern(
  queries: Queries,
  member: Member,
  id: string,
  text: string | undefined,
): Promise<void> {
  await decide(queries, member, id, async (transaction, { articleId }, concern) => {
    const status = requireTransition(CONCERN_STATES, concern.status, 'edit', member.role);
    if (text !== undefined)
      await exchangePassage(transaction, member, articleId, concern, text, 'edit');
    await changeConcern(transaction, member, concern, status, { improved: text ?? null });
  });
}

/** Has a concern decided about again. What was changed in the text stays as it is. */
export async function reopenConcern(queries: Queries, member: Member, id: string): Promise<void> {
  await decide(queries, member, id, async (transaction, _review, concern) => {
    const status = requireTransition(CONCERN_STATES, concern.status, 'reopen', member.role);
    await changeConcern(transaction, member, concern, status, {});
  });
}

/** Exchanges the passage of a concern, as an editor asked the AI to. To be called within a transaction. */
export async function improveConcern(
  transaction: Queries,
  id: string,
  text: string,
): Promise<void> {
  const { review, concern } = await requireOpenConcern(transaction, id);
  const status = requireTransition(CONCERN_STATES, concern.status, 'improve', 'service');
  await exchangePassage(transaction, undefined, review.articleId, concern, text, 'improve');
  await changeConcern(transaction, undefined, concern, status, { improved: text });
  await settle(transaction, undefined, review);
}

/** A concern with its review, locked, while something can be decided about it. */
export async function requireOpenConcern(
  transaction: Queries,
  id: string,
): Promise<{ review: StoredReview; concern: StoredConcern }> {
  const unlocked = await findConcern(transaction, id);
  if (!unlocked) throw new NotFoundError('There is no such concern.');
  const review = await requireReview(transaction, unlocked.reviewId);
  if (!OPEN_REVIEWS.includes(review.status))
    throw new ConflictError(
      `This review is “${REVIEW_STATES.states[review.status].label}”: its concerns stay as they are.`,
    );
  return { review, concern: (await findConcern(transaction, id))! };
}

async function decide(
  queries: Queries,
  member: Member,
  id: string,
  change: (transaction: Queries, review: StoredReview, concern: StoredConcern) => Promise<void>,
): Promise<void> {
  await queries.transaction(async (transaction) => {
    const { review, concern } = await requireOpenConcern(transaction, id);
    await change(transaction, review, concern);
    await settle(transaction, member, review);
  });
}

/** Brings a review in line with its concerns. */
async function settle(
  transaction: Queries,
  doer: Member | undefined,
  { id, status }: StoredReview,
): Promise<void> {
  const isAddressed = !(await concernsOf(transaction, id)).some(isOpen);
  if (isAddressed === (status === 'concerns_addressed')) return;
  const next = isAddressed
    ? requireTransition(REVIEW_STATES, status, 'address', doer?.role ?? 'service')
    : requireTransition(REVIEW_STATES, status, 'reopen', doer?.role ?? 'service');
  await updateReview(transaction, id, { status: next });
}

async function exchangePassage(
  transaction: Queries,
  doer: Doer,
  articleId: string,
  concern: StoredConcern,
  text: string,
  reason: SaveReason,
): Promise<void> {
  const { version, content } = await takeManuscript(transaction, doer, articleId);
  const changed = exchange(content, concern, text);
  if (!changed)
    throw new ConflictError(
      'The passage does not stand in the article as it did: somebody has changed it meanwhile.',
    );
  await saveManuscript(transaction, doer, articleId, { base: version, content: changed, reason });
}

async function changeConcern(
  transaction: Queries,
  doer: Doer,
  { id, status: before, passage }: StoredConcern,
  status: ConcernStatus,
  changes: Partial<StoredConcern>,
): Promise<void> {
  await updateConcern(transaction, id, before, { ...changes, status });
  await record(transaction, doer, {
    action: `concern.${status}`,
    id,
    name: passage.length > 80 ? `${passage.slice(0, 79).trimEnd()}…` : passage,
    before: { status: before, passage },
    after: { status, ...changes },
  });
}

/** Moves an article that is under review; one that something else was decided about stays where it is. */
async function moveWith(
  transaction: Queries,
  member: Member,
  { articleId }: StoredReview,
  event: 'accept' | 'rework',
): Promise<void> {
  const article = await findOnDesk(transaction, articleId);
  if (article?.status !== 'ai_review') return;
  await moveArticle(transaction, articleId, event, { doer: member, actor: member.role });
}

async function close(
  transaction: Queries,
  member: Member,
  event: 'accept' | 'reject',
  review: StoredReview,
  status: ReviewStatus,
): Promise<void> {
  const article = await findOnDesk(transaction, review.articleId);
  await updateReview(transaction, review.id, { status, decidedAt: new Date() });
  await record(transaction, member, {
    action: `review.${event}`,
    id: review.id,
    name: article!.title,
    before: { status: review.status },
    after: { status },
  });
}

const isOpen = ({ status }: StoredConcern) => status === 'pending_action';

async function requireReview(transaction: Queries, id: string): Promise<StoredReview> {
  const review = await lockReview(transaction, id);
  if (!review) throw new NotFoundError('There is no such review.');
  return review;
}
