import type { SimilarIdea } from '#domain/studio/ideas.ts';
import { listArticleTopics } from '#server/catalogue/articles/editor-articles.ts';
import { readIdeas } from '#server/catalogue/editorial/authoring-files.ts';
import { SHIPPED_LIBRARY_FOLDER } from '#server/catalogue/library/sync-library.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { listIdeas } from './repository.ts';
import {
  type ComparedTexts,
  DUPLICATE_SCORE,
  type KnownIdea,
  SimilarityIndex,
} from './similarity-index.ts';

/** Articles and ideas that are compared with, the newest of them: some milliseconds each thousand. */
const MAX_COMPARED = 5000;

/** The same, as a model is told of it. */
export interface ExistingIdea extends KnownIdea {
  /** No other one has it, and it stays: `alias/slug`, or the end of an idea's id. */
  key: string;
  category: string;
}

/** All there is that an idea could be the twin of, but for one idea, and for what was put away before readers had it. */
export async function listExistingIdeas(
  queries: Queries,
  except?: string,
): Promise<ExistingIdea[]> {
  const ideasOfRegister = await readRegisterOnce();
  const registered = new Set(ideasOfRegister.map(({ article }) => article));
  const subjects = await listArticleTopics(queries, MAX_COMPARED);
  const articles = subjects.filter(({ isPutAway }) => !isPutAway);
  const putAway = new Set(subjects.flatMap(({ id, isPutAway }) => (isPutAway ? id : [])));
  const ideas = await listIdeas(queries, {}, MAX_COMPARED);
  return [
    ...ideasOfRegister.map(
      ({ article: where, field, title, thesis, object }): ExistingIdea => ({
        kind: 'register',
        key: where,
        where,
        category: field.split('.')[0]!,
        title,
        thesis,
        object,
      }),
    ),
    ...articles.flatMap(
      ({ authorKey, slug, category, title, tagline, keywords }): ExistingIdea[] => {
        const where = `${authorKey}/${slug}`;
        // What the register has of an article says more of it.
        if (registered.has(where)) return [];
        const subject = { title, thesis: tagline, object: keywords.join(' ') };
        return [{ kind: 'article', key: where, where, category, ...subject }];
      },
    ),
    ...ideas
      .filter(({ id, articleId }) => id !== except && !(articleId && putAway.has(articleId)))
      .map(
        ({ id, authorAlias, idea: { category, title, thesis, object } }): ExistingIdea => ({
          kind: 'idea',
          key: `idea/${id.slice(-12)}`,
          where: authorAlias,
          category,
          title,
          thesis,
          object,
        }),
      ),
  ];
}

let register: ReturnType<typeof readIdeas> | undefined;

/** It ships with the code, and changes with that. */
function readRegisterOnce(): ReturnType<typeof readIdeas> {
  register ??= readIdeas(SHIPPED_LIBRARY_FOLDER).catch((error: unknown) => {
    register = undefined;
    throw error;
  });
  return register;
}

/** What an idea is most like, and whether it is the same. */
interface Similarity {
  twin: SimilarIdea | null;
  threshold: number;
  isTooAlike: boolean;
}

/** Compares an idea with all there are, but for the one it replaces. */
export async function measureSimilarity(
  queries: Queries,
  idea: ComparedTexts,
  except?: string,
): Promise<Similarity> {
  return compareWithKnown(new SimilarityIndex(await listExistingIdeas(queries, except)), idea);
}

/** Compares an idea with known ones. */
export function compareWithKnown(known: SimilarityIndex, idea: ComparedTexts): Similarity {
  const twin = known.nearestTo(idea) ?? null;
  return { twin, threshold: DUPLICATE_SCORE, isTooAlike: (twin?.score ?? 0) >= DUPLICATE_SCORE };
}

/** Why an idea is refused, in a sentence. */
export function describeDuplicate({ kind, title, where, score }: SimilarIdea): string {
  const place = {
    register: 'the register has',
    article: 'the library has',
    idea: 'among the ideas is',
  };
  return `This is too much like what ${place[kind]} already: “${title}” (${where}), whose words are alike by ${Math.round(100 * score)} per cent.`;
}
