import { v7 as newId } from 'uuid';
import { z } from 'zod';
import { DRAWING_VERSION } from '#covers/cover.ts';
import { proposedPersonaSchema, writingVoiceSchema } from '#domain/studio/personas.ts';
import {
  insertPersonaProposal,
  isAliasTaken,
  listAllAuthorsForEditors,
} from '#server/catalogue/authors/editor-authors.ts';
import {
  type AiRequestDefinition,
  UnusableResultError,
} from '#server/studio/ai-request-store/request-kind.ts';
import { recordAuditEvent } from '#server/studio/audit/service.ts';
import {
  formatCategoriesForPrompt,
  loadPromptTemplate,
  NO_EDITOR_INSTRUCTIONS_TEXT,
} from '#server/studio/prompts/load-prompt-template.ts';

/**
 * A schema for a numeric range: an array of two numbers. It is not a tuple, because the AI service does not support
 * tuples in JSON schemas.
 */
const rangeSchema = z.array(z.number()).length(2);
const resultSchema = proposedPersonaSchema.extend({
  voice: writingVoiceSchema.extend({
    sentences: z.strictObject({ mean: rangeSchema, short: rangeSchema }),
  }),
});

/**
 * The request type `generate_authors`. Each item proposes one author persona. An editor later accepts or declines it.
 */
export const PERSONA_AI_REQUEST_DEFINITION: AiRequestDefinition<z.output<typeof resultSchema>> = {
  type: 'generate_authors',
  resultSchema,
  maxOutputTokens: 16_000,
  typicalOutputTokens: 4000,

  toInputs(asked) {
    if (asked.type !== 'generate_authors') return [];
    const { count, wish } = asked;
    return Array.from({ length: count }, () => ({ subjectId: null, details: { wish } }));
  },

  async prepare(transaction, items) {
    const authors = await listAllAuthorsForEditors(transaction);
    const existing = authors.map(({ profile: { alias, tagline, expertise } }) => {
      const { category, subcategory, subjects } = expertise;
      return `${alias} (${category}.${subcategory}): ${tagline} ${subjects.join(', ')}`;
    });
    const { renderItemPrompt } = await loadPromptTemplate('generate_authors');
    return items.map(({ details }) => ({
      subject: { kind: 'persona', id: null, name: 'A new persona' },
      prompt: renderItemPrompt({
        existing: existing.join('\n') || 'None yet.',
        categories: formatCategoriesForPrompt(),
        wish: String(details?.wish ?? NO_EDITOR_INSTRUCTIONS_TEXT),
      }),
    }));
  },

  async applyResult(transaction, _item, result) {
    const persona = proposedPersonaSchema.safeParse(result);
    if (!persona.success)
      throw new UnusableResultError(
        'A range on its voice sheet is not in the form [minimum, maximum].',
      );
    const { voice, ...profile } = persona.data;
    const { alias, expertise } = profile;
    if (await isAliasTaken(transaction, alias))
      throw new UnusableResultError(`There is, or was, an author called ${alias} already.`);
    const id = newId();
    const portrait = `${id}.${expertise.category}.${DRAWING_VERSION}`;
    await insertPersonaProposal(transaction, { profile: { id, ...profile }, portrait, voice });
    await recordAuditEvent(transaction, undefined, { action: 'author.propose', id, name: alias });
    return { outcomes: [{ kind: 'author', id, name: alias }] };
  },
};
