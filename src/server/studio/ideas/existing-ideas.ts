import type { MostSimilarText } from '#domain/studio/ideas.ts';
import { listArticlesForDuplicateDetection } from '#server/catalogue/articles/editor-articles.ts';
import { readIdeas } from '#server/catalogue/editorial/authoring-files.ts';
import { SHIPPED_LIBRARY_FOLDER } from '#server/catalogue/library/sync-library.ts';
import { searchArticles } from '#server/catalogue/search/search.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { BusyError } from '#server/platform/errors.ts';
import { listIdeas, type StoredIdeaWithAuthorAlias } from './repository.ts';
import {
  type ComparedIdeaOrArticle,
  type ComparedIdeaTexts,
  MIN_DUPLICATE_SCORE,
  SimilarityIndex,
} from './similarity-index.ts';

/** The maximum number of articles that are listed for an AI request. The same limit applies to the listed ideas. */
const MAX_LISTED = 5000;
/** The number of newest articles, and the number of newest ideas, that an editor's idea is compared with. */
const NEWEST_COMPARED = 200;
/**
 * The limit for each group of open work that an editor's idea is compared with: pending ideas, ideas from which an
 * article is being written, and articles in progress.
 */
const MAX_OPEN = 500;
/** The maximum number of articles that a search for an idea's title or object returns. */
const MAX_SEARCH_HITS = 30;

/** An existing idea or article, with the key that identifies it in prompts. */
export interface ExistingIdeaOrArticle extends ComparedIdeaOrArticle {
  /** A unique, stable key: `alias/slug` for an article, or `idea/` and the last 12 characters of an idea's ID. */
  key: string;
  category: string;
}

/**
 * Lists the ideas and articles that a new idea could duplicate: the ideas of the shipped library, the newest articles
 * and the newest stored ideas. Leaves out articles that were archived without ever being published.
 */
export async function listExistingIdeasAndArticles(
  queries: Queries,
): Promise<ExistingIdeaOrArticle[]> {
  const ideas = await listIdeas(queries, {}, MAX_LISTED);
  return describeExistingIdeasAndArticles(queries, ideas, {
    newest: MAX_LISTED,
    inProgress: MAX_OPEN,
    ids: [],
  });
}

/**
 * Finds the IDs of published articles of any age that contain words from an idea's title or object. Must be called
 * outside a transaction, because a search changes the settings of its transaction. If a search takes too long, returns
 * only the IDs that were found so far. In that case, older articles may be missing from the comparison.
 */
export async function findSimilarArticleIds(
  queries: Queries,
  { title, object }: Pick<ComparedIdeaTexts, 'title' | 'object'>,
): Promise<string[]> {
  const articleIds = new Set<string>();
  try {
    for (const text of [title, object]) {
      const options = { correctsSpelling: false };
      const { hits } = await searchArticles(queries, text, MAX_SEARCH_HITS, options);
      for (const { articleId } of hits) articleIds.add(articleId);
    }
  } catch (error) {
    if (!(error instanceof BusyError)) throw error;
  }
  return [...articleIds];
}

/**
 * Lists the ideas and articles that an editor's idea is compared with. `known` contains the ideas of the shipped
 * library, the newest ideas and articles, open ideas, and articles in progress. The idea with the ID `except` is left
 * out. `found` contains the articles with the given IDs that are not in `known`.
 */
async function listSimilarCandidates(
  queries: Queries,
  similarArticleIds: readonly string[],
  except: string | undefined,
): Promise<{ known: ExistingIdeaOrArticle[]; found: ExistingIdeaOrArticle[] }> {
  const ideas = [
    ...(await listIdeas(queries, {}, NEWEST_COMPARED)),
    ...(await listIdeas(queries, { status: 'pending' }, MAX_OPEN)),
    ...(await listIdeas(queries, { status: 'generating' }, MAX_OPEN)),
  ];
  const otherIdeas = new Map(
    ideas.filter(({ id }) => id !== except).map((each) => [each.id, each]),
  );
  const known = await describeExistingIdeasAndArticles(queries, [...otherIdeas.values()], {
    newest: NEWEST_COMPARED,
    inProgress: MAX_OPEN,
    ids: [],
  });
  const keys = new Set(known.map(({ key }) => key));
  const selection = { newest: 0, inProgress: 0, ids: similarArticleIds };
  const similarArticles = await describeExistingIdeasAndArticles(queries, [], selection);
  return { known, found: similarArticles.filter(({ key }) => !keys.has(key)) };
}

/**
 * Lists the ideas in the shipped library's register of ideas, the given ideas, and the articles that `selection`
 * selects. Leaves out articles that were archived without ever being published, and the ideas of such articles.
 */
async function describeExistingIdeasAndArticles(
  queries: Queries,
  ideas: readonly StoredIdeaWithAuthorAlias[],
  selection: Parameters<typeof listArticlesForDuplicateDetection>[1],
): Promise<ExistingIdeaOrArticle[]> {
  const ideasOfRegister = await readRegister();
  const registered = new Set(ideasOfRegister.map(({ article }) => article));
  const articlesOfIdeas = ideas.flatMap(({ articleId }) => articleId ?? []);
  const subjects = await listArticlesForDuplicateDetection(queries, {
    ...selection,
    ids: [...selection.ids, ...articlesOfIdeas],
  });
  const articles = subjects.filter(({ isArchivedUnpublished }) => !isArchivedUnpublished);
  const archivedUnpublished = new Set(
    subjects.flatMap(({ id, isArchivedUnpublished }) => (isArchivedUnpublished ? id : [])),
  );
  return [
    ...ideasOfRegister.map(
      ({ article: where, field, title, thesis, object }): ExistingIdeaOrArticle => ({
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
      ({ authorKey, slug, category, title, tagline, keywords }): ExistingIdeaOrArticle[] => {
        const where = `${authorKey}/${slug}`;
        // Articles that are also in the register of ideas are skipped, because the register describes their ideas in
        // more detail.
        if (registered.has(where)) return [];
        const subject = { title, thesis: tagline, object: keywords.join(' ') };
        return [{ kind: 'article', key: where, where, category, ...subject }];
      },
    ),
    ...ideas
      .filter(({ articleId }) => !(articleId && archivedUnpublished.has(articleId)))
      .map(
        ({
          id,
          authorAlias,
          idea: { category, title, thesis, object },
        }): ExistingIdeaOrArticle => ({
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
 * Returns the ideas of the shipped library, which are listed in its register. The register is read only once, because
 * it cannot change while the process runs.
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

/**
 * The result of comparing a new idea with existing ideas. `isTooSimilar` is true if the new idea counts as a duplicate.
 */
interface Similarity {
  mostSimilar: MostSimilarText | null;
  threshold: number;
  isTooSimilar: boolean;
}

/**
 * Compares an editor's idea with existing ideas and articles. Leaves out the stored idea with the ID `except`.
 * `similarArticleIds` is the result of {@link findSimilarArticleIds}.
 */
export async function compareWithExistingIdeas(
  queries: Queries,
  idea: ComparedIdeaTexts,
  similarArticleIds: readonly string[],
  except?: string,
): Promise<Similarity> {
  const { known, found } = await listSimilarCandidates(queries, similarArticleIds, except);
  return compareWithIndexedIdeas(new SimilarityIndex(known, found), idea);
}

/** Compares an idea with the existing ideas in an index. */
export function compareWithIndexedIdeas(
  index: SimilarityIndex,
  idea: ComparedIdeaTexts,
): Similarity {
  const mostSimilar = index.findMostSimilar(idea) ?? null;
  return {
    mostSimilar,
    threshold: MIN_DUPLICATE_SCORE,
    isTooSimilar: (mostSimilar?.score ?? 0) >= MIN_DUPLICATE_SCORE,
  };
}

/** Returns a sentence that explains why an idea is rejected as a duplicate. */
export function describeDuplicate({ kind, title, where, score }: MostSimilarText): string {
  const phrases = {
    register: 'an idea in the register',
    article: 'an article in the library',
    idea: 'another idea',
  };
  return `This is too similar to ${phrases[kind]}: “${title}” (${where}). The similarity of their words is ${Math.round(100 * score)}%.`;
}
