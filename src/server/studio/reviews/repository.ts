import { and, asc, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { ConcernStatus, ReviewStatus } from '#domain/statuses/review-states.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { articleReviews, reviewConcerns } from './schema.ts';

export type StoredReview = typeof articleReviews.$inferSelect;
export type StoredConcern = typeof reviewConcerns.$inferSelect;

/** The statuses of open AI reviews, which no editor has accepted or rejected yet. */
export const OPEN_REVIEW_STATUSES: readonly ReviewStatus[] = ['pending', 'concerns_addressed'];

export async function insertReview(
  transaction: Queries,
  review: typeof articleReviews.$inferInsert,
): Promise<void> {
  await transaction.insert(articleReviews).values(review);
}

export async function insertConcerns(
  transaction: Queries,
  concerns: readonly (typeof reviewConcerns.$inferInsert)[],
): Promise<void> {
  if (concerns.length) await transaction.insert(reviewConcerns).values([...concerns]);
}

export async function findReview(queries: Queries, id: string): Promise<StoredReview | undefined> {
  const [row] = await queries.select().from(articleReviews).where(eq(articleReviews.id, id));
  return row;
}

/**
 * Returns an AI review, and locks it until the transaction ends. Decisions about the review's concerns take the same
 * lock.
 */
export async function lockReview(
  transaction: Queries,
  id: string,
): Promise<StoredReview | undefined> {
  const [row] = await transaction
    .select()
    .from(articleReviews)
    .where(eq(articleReviews.id, id))
    .for('update');
  return row;
}

/**
 * Returns the AI review whose latest AI request contains the given item, and locks the review until
 * the transaction ends.
 */
export async function lockReviewByLatestItem(
  transaction: Queries,
  itemId: string,
): Promise<StoredReview | undefined> {
  const [row] = await transaction
    .select()
    .from(articleReviews)
    .where(eq(articleReviews.itemId, itemId))
    .for('update');
  return row;
}

/**
 * Locks the open AI reviews of the given articles until the transaction ends. The reviews are locked in the order of
 * their IDs.
 */
export async function lockOpenReviewsOfArticles(
  transaction: Queries,
  articleIds: readonly string[],
): Promise<void> {
  await lockOpenReviews(transaction, inArray(articleReviews.articleId, [...articleIds]));
}

/**
 * Locks the open AI reviews that contain the given concerns until the transaction ends. The reviews are locked in the
 * order of their IDs.
 */
export async function lockOpenAiReviewsWithConcerns(
  transaction: Queries,
  concernIds: readonly string[],
): Promise<void> {
  const reviewIds = transaction
    .select({ id: reviewConcerns.reviewId })
    .from(reviewConcerns)
    .where(inArray(reviewConcerns.id, [...concernIds]));
  await lockOpenReviews(transaction, inArray(articleReviews.id, reviewIds));
}

async function lockOpenReviews(transaction: Queries, condition: SQL): Promise<void> {
  await transaction
    .select({ id: articleReviews.id })
    .from(articleReviews)
    .where(and(condition, inArray(articleReviews.status, [...OPEN_REVIEW_STATUSES])))
    .orderBy(asc(articleReviews.id))
    .for('update');
}

/**
 * Returns the open AI review of an article, and locks it until the transaction ends. An article has at most one open
 * review.
 */
export async function lockOpenReviewOfArticle(
  transaction: Queries,
  articleId: string,
): Promise<StoredReview | undefined> {
  const [row] = await transaction
    .select()
    .from(articleReviews)
    .where(
      and(
        eq(articleReviews.articleId, articleId),
        inArray(articleReviews.status, [...OPEN_REVIEW_STATUSES]),
      ),
    )
    .orderBy(desc(articleReviews.id))
    .limit(1)
    .for('update');
  return row;
}

/** Lists all open AI reviews. */
export async function listOpenReviews(
  queries: Queries,
): Promise<Pick<StoredReview, 'itemId' | 'version'>[]> {
  const { itemId, version, status } = articleReviews;
  return queries
    .select({ itemId, version })
    .from(articleReviews)
    .where(inArray(status, [...OPEN_REVIEW_STATUSES]));
}

export async function updateAiReview(
  transaction: Queries,
  id: string,
  changes: Partial<StoredReview>,
): Promise<void> {
  await transaction.update(articleReviews).set(changes).where(eq(articleReviews.id, id));
}

export async function findConcern(
  queries: Queries,
  id: string,
): Promise<StoredConcern | undefined> {
  const [row] = await queries.select().from(reviewConcerns).where(eq(reviewConcerns.id, id));
  return row;
}

/** Updates a concern if its status is `from`. Returns false if the concern has another status. */
export async function updateConcernIfStatus(
  transaction: Queries,
  id: string,
  from: ConcernStatus,
  changes: Partial<StoredConcern>,
): Promise<boolean> {
  const changed = await transaction
    .update(reviewConcerns)
    .set(changes)
    .where(and(eq(reviewConcerns.id, id), eq(reviewConcerns.status, from)))
    .returning({ id: reviewConcerns.id });
  return changed.length > 0;
}

export async function listConcerns(queries: Queries, reviewId: string): Promise<StoredConcern[]> {
  return queries
    .select()
    .from(reviewConcerns)
    .where(eq(reviewConcerns.reviewId, reviewId))
    .orderBy(asc(reviewConcerns.position));
}

/** Counts the concerns of the given AI reviews, by review and status. */
export async function countConcernsByReviewAndStatus(
  queries: Queries,
  reviewIds: readonly string[],
) {
  if (!reviewIds.length) return [];
  return queries
    .select({
      reviewId: reviewConcerns.reviewId,
      status: reviewConcerns.status,
      count: sql<number>`count(*)::int`,
    })
    .from(reviewConcerns)
    .where(inArray(reviewConcerns.reviewId, [...reviewIds]))
    .groupBy(reviewConcerns.reviewId, reviewConcerns.status);
}

export interface ReviewFilters {
  status?: ReviewStatus | undefined;
  articleId?: string | undefined;
}

/** Lists AI reviews, newest first. With `after`, lists only reviews that are older than the review with that ID. */
export async function listReviews(
  queries: Queries,
  { status, articleId }: ReviewFilters,
  limit: number,
  after?: string,
): Promise<StoredReview[]> {
  return queries
    .select()
    .from(articleReviews)
    .where(
      and(
        status && eq(articleReviews.status, status),
        articleId ? eq(articleReviews.articleId, articleId) : undefined,
        after ? lt(articleReviews.id, sql`${after}::uuid`) : undefined,
      ),
    )
    .orderBy(desc(articleReviews.id))
    .limit(limit);
}
