import { v7 as newId } from 'uuid';
import { z } from 'zod';
import { type IdeaFields, ideaTextSchema } from '#domain/studio/ideas.ts';
import { REQUEST_LIMITS } from '#domain/studio/requests.ts';
import { findAuthorOnDesk } from '#server/catalogue/authors/service.ts';
import { ConflictError, NotFoundError } from '#server/platform/errors.ts';
import { record } from '#server/studio/audit/service.ts';
import {
  categoriesText,
  NO_WISH,
  personaText,
  voiceOf,
  voiceText,
} from '#server/studio/personas/service.ts';
import { promptOf } from '#server/studio/prompts/service.ts';
import { type RequestKind, Unusable } from '#server/studio/requests/service.ts';
import { likenessOf, listKnown, refusalOf } from './known.ts';
import { insertIdea } from './repository.ts';

const ideasSchema = z.strictObject({
  ideas: z.array(ideaTextSchema).min(1).max(REQUEST_LIMITS.ideasOfAuthor),
});

/** Titles of what there is that a prompt names, the nearest to the author's field first. */
const MOST_TAKEN = 400;

/** `generate_article_ideas`: each item is some ideas of one author. What is too much like another one is left out. */
export const IDEAS: RequestKind<{ ideas: IdeaFields[] }> = {
  type: 'generate_article_ideas',
  answer: ideasSchema,
  longest: 16_000,
  typical: 4000,
  prompt: () => promptOf('generate_article_ideas'),

  wantsOf(asked) {
    if (asked.type !== 'generate_article_ideas') return [];
    const { authors, wish } = asked;
    return authors.map(({ authorId, count }) => ({
      subjectId: authorId,
      details: { count, wish },
    }));
  },

  async prepare(transaction, { subjectId, details }) {
    const author = await findAuthorOnDesk(transaction, subjectId!);
    if (!author) throw new NotFoundError('There is no such author.');
    const { alias } = author.profile;
    if (author.status !== 'active')
      throw new ConflictError(`${alias} does not write at present: ideas are for active authors.`);
    const taken = (await listKnown(transaction)).map(({ where, title, object }) => ({
      isTheirs: where.startsWith(`${author.aliasKey}/`) || where === alias,
      line: `${title} (${object})`,
    }));
    const { task } = await promptOf('generate_article_ideas');
    const prompt = task({
      count: String(details?.count ?? 1),
      persona: personaText(author),
      voice: voiceText(await voiceOf(author)),
      taken: taken
        .toSorted((one, other) => Number(other.isTheirs) - Number(one.isTheirs))
        .slice(0, MOST_TAKEN)
        .map(({ line }) => line)
        .join('\n'),
      categories: categoriesText(),
      wish: String(details?.wish ?? NO_WISH),
    });
    return { subject: { kind: 'author', id: author.id, name: alias }, prompt };
  },

  async store(transaction, { subjectId, subjectName, requestId, details }, { ideas }) {
    const outcomes = [];
    const remarks: string[] = [];
    const count = Number(details.count ?? ideas.length);
    for (const idea of ideas.slice(0, count)) {
      const { twin, isTooAlike } = await likenessOf(transaction, idea);
      if (isTooAlike) {
        remarks.push(`“${idea.title}” was left out. ${refusalOf(twin!)}`);
        continue;
      }
      const id = newId();
      await insertIdea(transaction, { id, authorId: subjectId!, idea, twin, requestId });
      await record(transaction, undefined, {
        action: 'idea.create',
        id,
        name: idea.title,
        after: { author: subjectName, request: requestId },
      });
      outcomes.push({ kind: 'idea' as const, id, name: idea.title });
    }
    if (!outcomes.length) throw new Unusable(remarks.join(' '));
    return { outcomes, remarks };
  },

  // Nothing waits for ideas.
  giveBack: async () => {},
};
