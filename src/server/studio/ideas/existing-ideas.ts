import type { MostSimilarText } from '#domain/studio/ideas.ts';
import { listArticlesForDuplicateDetection } from '#server/catalogue/articles/editor-articles.ts';
import { readIdeas } from '#server/catalogue/editorial/authoring-files.ts';
import { SHIPPED_LIBRARY_FOLDER } from '#server/catalogue/library/sync-library.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { listIdeas } from './repository.ts';
import {
  type ComparedTexts,
  type KnownIdea,
  MIN_DUPLICATE_SCORE,
  SimilarityIndex,
} from './similarity-index.ts';

/**
 * Maximum number of articles, and of ideas, that a new idea is compared with. Comparing an idea with a thousand others
 * takes a few milliseconds.
 */
const MAX_COMPARED = 5000;

/** An existing idea or article, with the key that identifies it in prompts. */
export interface ExistingIdea extends KnownIdea {
  /** Unique, stable key: `alias/slug` for an article, or the last characters of an idea's ID. */
  key: string;
  category: string;
}

/**
 * Lists all ideas and articles that a new idea could duplicate. Leaves out the idea with the ID `except`, and articles
 * that were archived without ever being published.
 */
export async function listExistingIdeasAndArticles(
  queries: Queries,
  except?: string,
): Promise<ExistingIdea[]> {
  const ideasOfRegister = await readRegister();
  const registered = new Set(ideasOfRegister.map(({ article }) => article));
  const subjects = await listArticlesForDuplicateDetection(queries, MAX_COMPARED);
  const articles = subjects.filter(({ isArchivedUnpublished }) => !isArchivedUnpublished);
  const archivedUnpublished = new Set(
    subjects.flatMap(({ id, isArchivedUnpublished }) => (isArchivedUnpublished ? id : [])),
  );
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
        // Articles that the register of ideas also lists are skipped, because their entries there describe the ideas in
        // more detail.
        if (registered.has(where)) return [];
        const subject = { title, thesis: tagline, object: keywords.join(' ') };
        return [{ kind: 'article', key: where, where, category, ...subject }];
      },
    ),
    ...ideas
      .filter(
        ({ id, articleId }) => id !== except && !(articleId && archivedUnpublished.has(articleId)),
      )
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

/**
 * Returns the register of ideas in the shipped library. The register is read only once, because it cannot change while
 * the process runs.
 */
const readRegister = cacheResult(() => readIdeas(SHIPPED_LIBRARY_FOLDER));

/**
 * Returns a function that loads a value on its first call, and returns the loaded value on later calls. If loading
 * fails, the next call tries again.
 */
function cacheResult<Result>(load: () => Promise<Result>): () => Promise<Result> {
  let loaded: Promise<Result> | undefined;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}

/** The existing idea that is most similar to a new one, and whether the new one counts as a duplicate. */
interface Similarity {
  twin: MostSimilarText | null;
  threshold: number;
  isTooAlike: boolean;
}

/** Compares an idea with all existing ideas, except the stored idea with the ID `except`. */
export async function compareWithExistingIdeas(
  queries: Queries,
  idea: ComparedTexts,
  except?: string,
): Promise<Similarity> {
  return compareWithIndexedIdeas(
    new SimilarityIndex(await listExistingIdeasAndArticles(queries, except)),
    idea,
  );
}

/** Compares an idea with the existing ideas in an index. */
export function compareWithIndexedIdeas(known: SimilarityIndex, idea: ComparedTexts): Similarity {
  const twin = known.nearestTo(idea) ?? null;
  return {
    twin,
    threshold: MIN_DUPLICATE_SCORE,
    isTooAlike: (twin?.score ?? 0) >= MIN_DUPLICATE_SCORE,
  };
}

/** Returns a sentence that explains why an idea is rejected as a duplicate. */
export function describeDuplicate({ kind, title, where, score }: MostSimilarText): string {
  const place = {
    register: 'the register has',
    article: 'the library has',
    idea: 'among the ideas is',
  };
  return `This is too much like what ${place[kind]} already: “${title}” (${where}), whose words are alike by ${Math.round(100 * score)} per cent.`;
}
