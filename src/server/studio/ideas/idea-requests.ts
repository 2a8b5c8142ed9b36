import { v7 as newId } from 'uuid';
import { z } from 'zod';
import { AI_REQUEST_SIZE_LIMITS } from '#domain/studio/ai-requests.ts';
import { type ProposedIdea, proposedIdeaSchema } from '#domain/studio/ideas.ts';
import { explainIncoherentPoints } from '#domain/studio/points.ts';
import { explainDuplicate } from '#domain/studio/similarity.ts';
import { findAuthorForEditors } from '#server/catalogue/authors/editor-authors.ts';
import { ConflictError, NotFoundError } from '#server/platform/errors.ts';
import {
  type AiRequestDefinition,
  type PreparedAiRequestItem,
  UnusableResultError,
} from '#server/studio/ai-request-store/request-kind.ts';
import { recordAuditEvent } from '#server/studio/audit/service.ts';
import {
  formatPersonaForPrompt,
  loadWritingVoiceForPrompt,
} from '#server/studio/personas/persona-texts.ts';
import {
  formatCategoriesForPrompt,
  loadPromptTemplate,
  NO_EDITOR_INSTRUCTIONS_TEXT,
} from '#server/studio/prompts/load-prompt-template.ts';
import {
  compareWithIndexedIdeas,
  describeDuplicate,
  listExistingIdeasAndArticles,
} from './existing-ideas.ts';
import { extractComparedTitles, formatExistingIdeas } from './existing-ideas-prompt.ts';
import { insertIdea, lockIdeaInsertion } from './repository.ts';
import { SimilarityIndex } from './similarity-index.ts';

const ideasSchema = z.strictObject({
  ideas: z.array(proposedIdeaSchema).min(1).max(AI_REQUEST_SIZE_LIMITS.ideasOfAuthor),
});

/**
 * The request type `generate_article_ideas`. Each item proposes ideas for one author. A proposed idea is discarded if
 * its points tell separate stories, or if its words are too similar to those of an existing idea. It is also discarded
 * if the model calls it a duplicate, or if the model does not name the nearest existing idea.
 */
export const IDEA_AI_REQUEST_DEFINITION: AiRequestDefinition<{ ideas: ProposedIdea[] }> = {
  type: 'generate_article_ideas',
  resultSchema: ideasSchema,
  maxOutputTokens: 16_000,
  typicalOutputTokens: 4000,

  toInputs(asked) {
    if (asked.type !== 'generate_article_ideas') return [];
    const { authors, wish } = asked;
    return authors.map(({ authorId, count }) => ({
      subjectId: authorId,
      details: { count, wish },
    }));
  },

  async prepare(transaction, items) {
    const existingIdeas = await listExistingIdeasAndArticles(transaction);
    const { renderItemPrompt } = await loadPromptTemplate('generate_article_ideas');
    const prepared: PreparedAiRequestItem[] = [];
    for (const { subjectId, details } of items) {
      const author = await findAuthorForEditors(transaction, subjectId!);
      if (!author) throw new NotFoundError('There is no such author.');
      const { alias } = author.profile;
      if (author.status !== 'active')
        throw new ConflictError(
          `${alias} does not write at present: ideas are for active authors.`,
        );
      const prompt = renderItemPrompt({
        count: String(details?.count ?? 1),
        persona: formatPersonaForPrompt(author),
        voice: await loadWritingVoiceForPrompt(author),
        taken: formatExistingIdeas(existingIdeas, author),
        categories: formatCategoriesForPrompt(),
        wish: String(details?.wish ?? NO_EDITOR_INSTRUCTIONS_TEXT),
      });
      prepared.push({ subject: { kind: 'author', id: author.id, name: alias }, prompt });
    }
    return prepared;
  },

  async applyResult(
    transaction,
    { subjectId, subjectName, requestId, details, prompt },
    { ideas },
  ) {
    const outcomes = [];
    const remarks: string[] = [];
    const count = Number(details.count ?? ideas.length);
    const comparedTitles = extractComparedTitles(prompt);
    await lockIdeaInsertion(transaction);
    const index = new SimilarityIndex(await listExistingIdeasAndArticles(transaction));
    for (const { nearest: proposedNearest, ...idea } of ideas.slice(0, count)) {
      const { mostSimilar, isTooSimilar } = compareWithIndexedIdeas(index, idea);
      const separateStories = explainIncoherentPoints(idea.points);
      const refusal =
        (separateStories && `${separateStories}.`) ??
        explainDuplicate(proposedNearest, comparedTitles) ??
        (isTooSimilar ? describeDuplicate(mostSimilar!) : undefined);
      if (refusal) {
        remarks.push(`“${idea.title}” was left out. ${refusal}`);
        continue;
      }
      const id = newId();
      const nearest = proposedNearest && {
        ...proposedNearest,
        title: comparedTitles.get(proposedNearest.key)!,
      };
      await insertIdea(transaction, {
        id,
        authorId: subjectId!,
        idea,
        mostSimilar,
        nearest,
        requestId,
      });
      index.add({ kind: 'idea', where: subjectName, ...idea });
      await recordAuditEvent(transaction, undefined, {
        action: 'idea.create',
        id,
        name: idea.title,
        after: { author: subjectName, request: requestId },
      });
      outcomes.push({ kind: 'idea' as const, id, name: idea.title });
    }
    if (!outcomes.length) throw new UnusableResultError(remarks.join(' '));
    return { outcomes, remarks };
  },
};
