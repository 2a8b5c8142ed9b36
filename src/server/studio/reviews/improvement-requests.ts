import { z } from 'zod';
import { CONCERN_STATE_MACHINE } from '#domain/statuses/review-states.ts';
import { findAuthorForEditors } from '#server/catalogue/authors/editor-authors.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { ConflictError } from '#server/platform/errors.ts';
import type {
  AiRequestDefinition,
  PreparedAiRequestItem,
} from '#server/studio/ai-request-store/request-kind.ts';
import { findPendingRequestIdsBySubject } from '#server/studio/ai-request-store/subject-requests.ts';
import { loadArticleWithManuscript } from '#server/studio/manuscripts/article-with-manuscript.ts';
import { loadWritingVoiceForPrompt } from '#server/studio/personas/persona-texts.ts';
import { loadPromptTemplate } from '#server/studio/prompts/load-prompt-template.ts';
import { getNextStateOrThrow } from '#server/studio/states/get-next-state-or-throw.ts';
import { applyConcernImprovement, findConcernAndLockOpenReview } from './concerns.ts';
import { findPassagePath, listManuscriptTexts } from './passages.ts';
import { formatClaimsForPrompt } from './prompt-texts.ts';
import { lockOpenAiReviewsWithConcerns } from './repository.ts';

const resultSchema = z.strictObject({
  /** The AI's replacement for the concern's passage in the article. */
  improved: z.string().trim().min(1).max(6000),
});

/**
 * The request type `improve_articles`. Each item improves the passage that one concern in an AI review is about. The
 * passage is replaced only if it has not changed since the request.
 */
export const IMPROVEMENT_AI_REQUEST_DEFINITION: AiRequestDefinition<z.output<typeof resultSchema>> =
  {
    type: 'improve_articles',
    resultSchema,
    maxOutputTokens: 8000,
    typicalOutputTokens: 1500,

    toInputs: (asked) =>
      asked.type === 'improve_articles'
        ? [...new Set(asked.concernIds)].map((subjectId) => ({ subjectId }))
        : [],

    async prepare(transaction, items) {
      await lockOpenAiReviewsWithConcerns(
        transaction,
        items.map(({ subjectId }) => subjectId!),
      );
      const prepared: PreparedAiRequestItem[] = [];
      for (const { subjectId } of items)
        prepared.push(await prepareConcern(transaction, subjectId!));
      return prepared;
    },

    async applyResult(transaction, { subjectId, subjectName }, { improved }) {
      await applyConcernImprovement(transaction, subjectId!, improved);
      return { outcomes: [{ kind: 'concern', id: subjectId!, name: subjectName }] };
    },
  };

async function prepareConcern(
  transaction: Queries,
  concernId: string,
): Promise<PreparedAiRequestItem> {
  const { review, concern } = await findConcernAndLockOpenReview(transaction, concernId);
  // Throws if the concern's current status does not allow an improvement. The returned status is not stored, because
  // the concern keeps its current status until the AI's result arrives.
  getNextStateOrThrow(CONCERN_STATE_MACHINE, concern.status, 'improve', 'service');
  if ((await findPendingRequestIdsBySubject(transaction, [concern.id])).has(concern.id))
    throw new ConflictError('A fix of this passage was requested already.');
  const { article, manuscript } = await loadArticleWithManuscript(transaction, review.articleId);
  const path = findPassagePath(manuscript.content, concern);
  if (path === undefined)
    throw new ConflictError(
      'The passage does not stand in the article as it did: there is nothing to improve.',
    );
  const author = await findAuthorForEditors(transaction, article.authorId);
  const { renderItemPrompt } = await loadPromptTemplate('improve_articles');
  const prompt = renderItemPrompt({
    voice: await loadWritingVoiceForPrompt(author!),
    context: listManuscriptTexts(manuscript.content).find((each) => each.path === path)!.text,
    passage: concern.passage,
    kind: concern.kind,
    concern: concern.concern,
    claims: formatClaimsForPrompt(manuscript.content),
  });
  const name = manuscript.content.title || 'Untitled';
  return { subject: { kind: 'concern', id: concern.id, name }, prompt };
}
