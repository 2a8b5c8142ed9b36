import { v7 as newId } from 'uuid';
import { z } from 'zod';
import type { ArticleStatus } from '#domain/statuses/article-states.ts';
import { REVIEW_STATE_MACHINE } from '#domain/statuses/review-states.ts';
import { concernKindSchema } from '#domain/studio/reviews.ts';
import { findAuthorForEditors } from '#server/catalogue/authors/editor-authors.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { ConflictError } from '#server/platform/errors.ts';
import {
  type AiRequestDefinition,
  type AiRequestIdAndActor,
  type PreparedAiRequestItem,
  UnusableResultError,
} from '#server/studio/ai-request-store/request-kind.ts';
import { findPendingRequestIdsBySubject } from '#server/studio/ai-request-store/subject-requests.ts';
import { type AuditActor, recordAuditEvent } from '#server/studio/audit/service.ts';
import { loadArticleWithManuscript } from '#server/studio/manuscripts/article-with-manuscript.ts';
import { loadWritingVoiceForPrompt } from '#server/studio/personas/persona-texts.ts';
import { loadPromptTemplate } from '#server/studio/prompts/load-prompt-template.ts';
import { getNextStateOrThrow } from '#server/studio/states/get-next-state-or-throw.ts';
import {
  lockManuscriptsAndAuthors,
  scheduleOrUnscheduleArticle,
  transitionArticle,
} from '../publication/transition-article.ts';
import { findQuotedPassage } from './passages.ts';
import { formatClaimsForPrompt, formatManuscriptForPrompt } from './prompt-texts.ts';
import {
  insertConcerns,
  insertReview,
  lockOpenReviewOfArticle,
  lockOpenReviewsOfArticles,
  lockReviewByLatestItem,
  type StoredReview,
  updateAiReview,
} from './repository.ts';

const MAX_CONCERNS = 12;

const resultSchema = z.strictObject({
  concerns: z
    .array(
      z.strictObject({
        kind: concernKindSchema,
        /** A verbatim quote of the passage that the concern is about, including inline tags. */
        passage: z.string().min(1).max(3000),
        concern: z.string().min(1).max(1000),
      }),
    )
    .max(MAX_CONCERNS),
});

/**
 * The request type `review_articles`. Each item reviews one article. Creating the request moves the articles to the
 * status "AI review".
 */
export const REVIEW_AI_REQUEST_DEFINITION: AiRequestDefinition<z.output<typeof resultSchema>> = {
  type: 'review_articles',
  resultSchema,
  maxOutputTokens: 16_000,
  typicalOutputTokens: 4000,

  toInputs: (asked) =>
    asked.type === 'review_articles'
      ? [...new Set(asked.articleIds)].map((subjectId) => ({ subjectId }))
      : [],

  async prepare(transaction, items, { requestId, actor }) {
    const articleIds = items.map(({ subjectId }) => subjectId!);
    await lockOpenReviewsOfArticles(transaction, articleIds);
    await lockManuscriptsAndAuthors(transaction, actor, articleIds);
    const { renderItemPrompt } = await loadPromptTemplate('review_articles');
    const prepared: PreparedAiRequestItem[] = [];
    for (const { itemId, subjectId } of items) {
      const { article, manuscript } = await loadArticleWithManuscript(transaction, subjectId!);
      const { title } = manuscript.content;
      await startReview(transaction, { ...article, title }, { requestId, itemId, actor });
      const author = await findAuthorForEditors(transaction, article.authorId);
      const prompt = renderItemPrompt({
        voice: await loadWritingVoiceForPrompt(author!),
        manuscript: formatManuscriptForPrompt(manuscript.content),
        claims: formatClaimsForPrompt(manuscript.content),
      });
      const name = title || 'Untitled';
      prepared.push({ subject: { kind: 'article', id: article.id, name }, prompt });
    }
    return prepared;
  },

  async applyResult(transaction, { id: itemId, subjectId, subjectName }, { concerns }) {
    const review = await lockReviewByLatestItem(transaction, itemId);
    if (review?.status !== 'pending' || review.version !== null)
      throw new UnusableResultError('This review has already been completed or canceled.');
    const { manuscript } = await loadArticleWithManuscript(transaction, subjectId!);
    const remarks: string[] = [];
    const validConcerns = concerns.flatMap(({ kind, passage, concern }, position) => {
      const located = findQuotedPassage(manuscript.content, passage);
      if (located) return { id: newId(), reviewId: review.id, position, kind, concern, ...located };
      remarks.push(
        `“${concern}” was left out: it quotes a passage that does not stand in the article, “${passage}”.`,
      );
      return [];
    });
    if (remarks.length && !validConcerns.length) throw new UnusableResultError(remarks.join(' '));
    await insertConcerns(transaction, validConcerns);
    // The scheduled publication is canceled, because the editor scheduled it without knowing the AI's concerns.
    if (validConcerns.length && manuscript.publishAt)
      await scheduleOrUnscheduleArticle(transaction, subjectId!, null, { actor: undefined });
    const { version } = manuscript;
    const status = validConcerns.length
      ? review.status
      : getNextStateOrThrow(REVIEW_STATE_MACHINE, review.status, 'address', 'service');
    await updateAiReview(transaction, review.id, { version, status });
    await recordAuditEvent(transaction, undefined, {
      action: 'review.deliver',
      id: review.id,
      name: subjectName,
      after: { concerns: validConcerns.length, version },
    });
    return { outcomes: [{ kind: 'review', id: review.id, name: subjectName }], remarks };
  },
};

/** The IDs of a new AI review's request and item, and the studio member who makes the request. */
interface ReviewRequestContext extends AiRequestIdAndActor {
  itemId: string;
}

/**
 * Moves an article to the status "AI review", and inserts the pending review. If the article already has this status
 * and an open review whose AI request failed, assigns the new request to that review instead.
 */
async function startReview(
  transaction: Queries,
  article: { id: string; title: string; status: ArticleStatus },
  { requestId, itemId, actor }: ReviewRequestContext,
): Promise<void> {
  if (article.status !== 'ai_review') {
    // Requests that Octavo makes automatically have no member, and use the role `job`.
    const role = actor ? 'editor' : 'job';
    await transitionArticle(transaction, article.id, 'review', { actor, role });
  }
  const openReview = await lockOpenReviewOfArticle(transaction, article.id);
  if (openReview && article.status === 'ai_review')
    return requestReviewAgain(transaction, openReview, { requestId, itemId });
  // The article has left the status "AI review" since the open review was requested. The review is therefore
  // outdated.
  if (openReview) await rejectOutdatedReview(transaction, actor, openReview, article.title);
  const id = newId();
  await insertReview(transaction, { id, articleId: article.id, requestId, itemId });
}

async function requestReviewAgain(
  transaction: Queries,
  { id, articleId, version }: StoredReview,
  ids: Pick<ReviewRequestContext, 'requestId' | 'itemId'>,
): Promise<void> {
  if ((await findPendingRequestIdsBySubject(transaction, [articleId])).has(articleId))
    throw new ConflictError('A review of this article is on its way already.');
  if (version !== null)
    throw new ConflictError('This article has a review: accept or reject that one first.');
  await updateAiReview(transaction, id, ids);
}

async function rejectOutdatedReview(
  transaction: Queries,
  actor: AuditActor,
  review: StoredReview,
  name: string,
): Promise<void> {
  const status = getNextStateOrThrow(REVIEW_STATE_MACHINE, review.status, 'reject', 'editor');
  await updateAiReview(transaction, review.id, { status, decidedAt: new Date() });
  await recordAuditEvent(transaction, actor, {
    action: 'review.reject',
    id: review.id,
    name,
    before: { status: review.status },
    after: { status },
  });
}
