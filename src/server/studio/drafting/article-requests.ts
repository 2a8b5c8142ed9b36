import { stringify } from 'yaml';
import { z } from 'zod';
import { KEY_POINT_COUNT, SUMMARY_BULLET_COUNT } from '#domain/article.ts';
import { claimsFileSchema } from '#domain/claims.ts';
import { IDEA_STATE_MACHINE } from '#domain/statuses/article-states.ts';
import {
  createEmptyManuscript,
  findManuscriptProblems,
  type Manuscript,
  manuscriptToArticleBody,
  PUBLISHED_TEXT_MAX_LENGTHS,
} from '#domain/studio/manuscript.ts';
import { findAuthorForEditors } from '#server/catalogue/authors/editor-authors.ts';
import { listArticleTextProblems } from '#server/catalogue/editorial/article-text-problems.ts';
import { ConflictError, NotFoundError } from '#server/platform/errors.ts';
import {
  type AiRequestDefinition,
  type PreparedAiRequestItem,
  UnusableResultError,
} from '#server/studio/ai-request-store/request-kind.ts';
import { recordAuditEvent } from '#server/studio/audit/service.ts';
import { lockIdea, lockIdeasById, updateIdeaIfStatus } from '#server/studio/ideas/repository.ts';
import { createDraftWithManuscript } from '#server/studio/manuscripts/save-manuscript.ts';
import {
  formatPersonaForPrompt,
  loadWritingVoice,
  loadWritingVoiceForPrompt,
} from '#server/studio/personas/persona-texts.ts';
import { loadPromptTemplate } from '#server/studio/prompts/load-prompt-template.ts';
import { getNextStateOrThrow } from '#server/studio/states/get-next-state-or-throw.ts';

const lineSchema = (maxLength: number) => z.string().trim().min(1).max(maxLength);
const paragraphsSchema = z.array(z.string().trim().min(1).max(6000)).min(1).max(12);

/**
 * A schema for an article that the AI wrote. The claims (statements with sources) are the first field, because the
 * model should state them before it writes the article.
 */
const resultSchema = z.strictObject({
  claims: claimsFileSchema,
  article: z.strictObject({
    title: lineSchema(PUBLISHED_TEXT_MAX_LENGTHS.title),
    tagline: lineSchema(PUBLISHED_TEXT_MAX_LENGTHS.tagline),
    keywords: z.array(z.string().min(2).max(PUBLISHED_TEXT_MAX_LENGTHS.keyword)).max(8),
    summary: z.array(lineSchema(PUBLISHED_TEXT_MAX_LENGTHS.bullet)).length(SUMMARY_BULLET_COUNT),
    introduction: paragraphsSchema,
    keyPoints: z
      .array(
        z.strictObject({
          title: lineSchema(PUBLISHED_TEXT_MAX_LENGTHS.pointTitle),
          paragraphs: paragraphsSchema,
          takeaway: lineSchema(PUBLISHED_TEXT_MAX_LENGTHS.takeaway),
        }),
      )
      .length(KEY_POINT_COUNT),
    conclusion: paragraphsSchema,
  }),
});
type WrittenArticle = z.output<typeof resultSchema>;

/**
 * The request type `generate_articles`. Each item turns one idea into an article with its claims. If the editor also
 * asked for reviews, a review request follows.
 */
export const ARTICLE_AI_REQUEST_DEFINITION: AiRequestDefinition<WrittenArticle> = {
  type: 'generate_articles',
  resultSchema,
  maxOutputTokens: 32_000,
  typicalOutputTokens: 12_000,

  toInputs: (asked) =>
    asked.type === 'generate_articles'
      ? [...new Set(asked.ideaIds)].map((subjectId) => ({ subjectId }))
      : [],

  async prepare(transaction, items, { actor }) {
    const ideas = await lockIdeasById(
      transaction,
      items.map(({ subjectId }) => subjectId!),
    );
    const { renderItemPrompt } = await loadPromptTemplate('generate_articles');
    const role = actor ? 'editor' : 'job';
    const prepared: PreparedAiRequestItem[] = [];
    for (const { subjectId } of items) {
      const stored = ideas.get(subjectId!);
      if (!stored) throw new NotFoundError('There is no such idea.');
      const { idea, id } = stored;
      const author = (await findAuthorForEditors(transaction, stored.authorId))!;
      if (author.status !== 'active')
        throw new ConflictError(`${author.profile.alias} is not active.`);
      const status = getNextStateOrThrow(IDEA_STATE_MACHINE, stored.status, 'write', role);
      await updateIdeaIfStatus(transaction, id, stored.status, { status });
      const prompt = renderItemPrompt({
        idea: stringify(idea).trim(),
        persona: formatPersonaForPrompt(author),
        voice: await loadWritingVoiceForPrompt(author),
      });
      prepared.push({ subject: { kind: 'idea', id, name: idea.title }, prompt });
    }
    return prepared;
  },

  async applyResult(transaction, { subjectId, requestId }, { claims, article }) {
    const stored = await lockIdea(transaction, subjectId!);
    if (!stored) throw new UnusableResultError('The idea is not there any more.');
    const status = getNextStateOrThrow(IDEA_STATE_MACHINE, stored.status, 'deliver', 'service');
    const { category, subcategory, level } = stored.idea;
    const content: Manuscript = {
      ...createEmptyManuscript({ category, subcategory }),
      ...article,
      claims,
    };
    const blocking = findManuscriptProblems(content).filter(({ isBlocking }) => isBlocking);
    if (blocking.length)
      throw new UnusableResultError(blocking.map(({ message }) => message).join(' '));
    const { authorId } = stored;
    const articleId = await createDraftWithManuscript(transaction, undefined, {
      authorId,
      level,
      content,
      reason: 'write',
    });
    await updateIdeaIfStatus(transaction, stored.id, stored.status, { status, articleId });
    const author = (await findAuthorForEditors(transaction, authorId))!;
    await recordAuditEvent(transaction, undefined, {
      action: 'article.create',
      id: articleId,
      name: article.title,
      after: {
        status: 'draft',
        author: author.profile.alias,
        idea: stored.id,
        request: requestId,
      },
    });
    const text = { ...article, body: manuscriptToArticleBody(content) };
    const voice = (await loadWritingVoice(author)) ?? undefined;
    return {
      outcomes: [{ kind: 'article', id: articleId, name: article.title }],
      remarks: listArticleTextProblems(text, author.profile.alias, claims, voice),
    };
  },

  async release(transaction, { subjectId }) {
    const stored = await lockIdea(transaction, subjectId!);
    if (stored?.status !== 'generating') return;
    const status = getNextStateOrThrow(IDEA_STATE_MACHINE, stored.status, 'release', 'service');
    await updateIdeaIfStatus(transaction, stored.id, stored.status, { status });
  },

  followUp: (asked, stored) => {
    if (asked.type !== 'generate_articles' || !asked.thenReview) return undefined;
    const articleIds = stored.flatMap(({ kind, id }) => (kind === 'article' ? id : []));
    return articleIds.length ? { type: 'review_articles', articleIds } : undefined;
  },
};
