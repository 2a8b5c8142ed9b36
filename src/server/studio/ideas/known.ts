import type { Twin } from '#domain/studio/ideas.ts';
import { listSubjects } from '#server/catalogue/articles/service.ts';
import { readRegister } from '#server/catalogue/editorial/service.ts';
import { SHIPPED_LIBRARY } from '#server/catalogue/library/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { type Known, nearestTwin, type Subject, TOO_ALIKE } from './likeness.ts';
import { listIdeas } from './repository.ts';

/** Articles and ideas that are compared with, the newest of them: some milliseconds each thousand. */
const MOST = 5000;

/** All there is that an idea could be the twin of, but for one idea. */
export async function listKnown(queries: Queries, except?: string): Promise<Known[]> {
  const ideasOfRegister = await readRegisterOnce();
  const registered = new Set(ideasOfRegister.map(({ article }) => article));
  const articles = await listSubjects(queries, MOST);
  const ideas = await listIdeas(queries, {}, MOST);
  return [
    ...ideasOfRegister.map(
      ({ article: where, title, thesis, object }): Known => ({
        kind: 'register',
        where,
        title,
        thesis,
        object,
      }),
    ),
    ...articles.flatMap(({ authorKey, slug, title, tagline, keywords }): Known[] => {
      const where = `${authorKey}/${slug}`;
      // What the register has of an article says more of it.
      if (registered.has(where)) return [];
      return [{ kind: 'article', where, title, thesis: tagline, object: keywords.join(' ') }];
    }),
    ...ideas
      .filter(({ id }) => id !== except)
      .map(
        ({ authorAlias, idea: { title, thesis, object } }): Known => ({
          kind: 'idea',
          where: authorAlias,
          title,
          thesis,
          object,
        }),
      ),
  ];
}

let register: ReturnType<typeof readRegister> | undefined;

/** It ships with the code, and changes with that. */
function readRegisterOnce(): ReturnType<typeof readRegister> {
  register ??= readRegister(SHIPPED_LIBRARY).catch((error: unknown) => {
    register = undefined;
    throw error;
  });
  return register;
}

/** What an idea is most like, and whether it is the same. */
export async function likenessOf(
  queries: Queries,
  idea: Subject,
  except?: string,
): Promise<{ twin: Twin | null; threshold: number; isTooAlike: boolean }> {
  const twin = nearestTwin(idea, await listKnown(queries, except)) ?? null;
  return { twin, threshold: TOO_ALIKE, isTooAlike: (twin?.score ?? 0) >= TOO_ALIKE };
}

/** Why an idea is refused, in a sentence. */
export function refusalOf({ kind, title, where, score }: Twin): string {
  const place = {
    register: 'the register has',
    article: 'the library has',
    idea: 'among the ideas is',
  };
  return `This is too much like what ${place[kind]} already: “${title}” (${where}), alike by ${Math.round(100 * score)} per cent.`;
}
