import { type ArticleReview, type Concern, isParagraphPath } from '#domain/studio/reviews.ts';
import { findArticleForEditors } from '#server/catalogue/articles/editor-articles.ts';
import { sanitizeParagraphHtml } from '#server/catalogue/library/paragraph-html.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { readNewestFirstPage } from '#server/platform/db/page-token.ts';
import { NotFoundError } from '#server/platform/errors.ts';
import {
  filterPendingItemIds,
  findPendingRequestIdsBySubject,
} from '#server/studio/ai-request-store/subject-requests.ts';
import { loadArticleWithManuscript } from '#server/studio/manuscripts/article-with-manuscript.ts';
import { findPassagePath } from './passages.ts';
import {
  countConcernsByReviewAndStatus,
  findReview,
  listConcerns,
  listOpenReviews,
  listReviews,
  type ReviewFilters,
  type StoredReview,
} from './repository.ts';

/** Returns a page of AI reviews for display in the studio, newest first. */
export async function listReviewsForEditors(
  queries: Queries,
  filters: ReviewFilters,
  limit: number,
  token?: string,
): Promise<{ reviews: ArticleReview[]; nextToken: string | null }> {
  const context = `reviews ${filters.status ?? ''} ${filters.articleId ?? ''}`;
  const { page, nextToken } = await readNewestFirstPage(
    { context, limit, token },
    (maxRows, after) => listReviews(queries, filters, maxRows, after),
  );
  return { reviews: await toArticleReviews(queries, page), nextToken };
}

/**
 * Counts the AI reviews that require an editor's attention: reviews with a result, and reviews whose AI request failed.
 */
export async function countReviewsAwaitingEditor(queries: Queries): Promise<number> {
  const undecided = await listOpenReviews(queries);
  const unanswered = undecided.filter(({ version }) => version === null);
  const pendingItemIds = await filterPendingItemIds(
    queries,
    unanswered.map(({ itemId }) => itemId),
  );
  return undecided.length - unanswered.filter(({ itemId }) => pendingItemIds.has(itemId)).length;
}

/** Returns an AI review with its concerns. Throws {@link NotFoundError} if the review does not exist. */
export async function loadReviewWithConcerns(
  queries: Queries,
  id: string,
): Promise<{ review: ArticleReview; concerns: Concern[] }> {
  const row = await findReview(queries, id);
  if (!row) throw new NotFoundError('There is no such review.');
  const [review] = await toArticleReviews(queries, [row]);
  const concerns = await listConcerns(queries, id);
  const { manuscript } = await loadArticleWithManuscript(queries, row.articleId);
  const pendingRequestIds = await findPendingRequestIdsBySubject(
    queries,
    concerns.map((concern) => concern.id),
  );
  return {
    review: review!,
    concerns: concerns.map(({ position: _, ...concern }) => ({
      ...concern,
      passage: sanitizePassage(concern, concern.passage),
      improved: concern.improved && sanitizePassage(concern, concern.improved),
      articleId: row.articleId,
      stillStands: findPassagePath(manuscript.content, concern) !== undefined,
      improvingIn: pendingRequestIds.get(concern.id) ?? null,
    })),
  };
}

/**
 * Sanitizes a passage that an AI review quotes from an article. Although the article itself is sanitized, a quote that
 * begins in the middle of a tag could turn an attribute's value into a tag.
 */
function sanitizePassage({ path }: Pick<Concern, 'path'>, text: string): string {
  return isParagraphPath(path) ? sanitizeParagraphHtml(text) : text;
}

async function toArticleReviews(
  queries: Queries,
  rows: readonly StoredReview[],
): Promise<ArticleReview[]> {
  const counts = await countConcernsByReviewAndStatus(
    queries,
    rows.map(({ id }) => id),
  );
  const pendingItemIds = await filterPendingItemIds(
    queries,
    rows.map(({ itemId }) => itemId),
  );
  const articles = await Promise.all(
    rows.map(({ articleId }) => findArticleForEditors(queries, articleId)),
  );
  return rows.map((row, index) => {
    const article = articles[index]!;
    const ownCounts = counts.filter(({ reviewId }) => reviewId === row.id);
    return {
      id: row.id,
      articleId: row.articleId,
      articleTitle: article.title,
      authorAlias: article.authorAlias,
      articleStatus: article.status,
      status: row.status,
      isAwaited: row.version === null && row.decidedAt === null && pendingItemIds.has(row.itemId),
      requestId: row.requestId,
      version: row.version,
      concerns: Object.fromEntries(ownCounts.map(({ status, count }) => [status, count])),
      createdAt: row.createdAt.toISOString(),
      decidedAt: row.decidedAt?.toISOString() ?? null,
    };
  });
}
