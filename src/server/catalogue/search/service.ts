import type { ArticleMeta } from '#domain/article.ts';
import type { AuthorSummary } from '#domain/author.ts';
import type { AuthorsByAlias, SearchCorrection } from '#domain/page.ts';
import { findArticlesWithAuthors } from '#server/catalogue/articles/service.ts';
import { findAuthorsByName } from '#server/catalogue/authors/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { parseSearchQuery } from '#server/platform/text/words.ts';
import { createConcurrencyLimit } from './concurrency-limit.ts';
import { searchArticles } from './search.ts';

/** A page of search results. */
export interface SearchResultsPage {
  metas: (ArticleMeta & { snippet: string })[];
  authors: AuthorsByAlias;
  nextToken: string | null;
  /** Authors whose alias matches the words of the query. Only the first page contains them. */
  matchingAuthors: AuthorSummary[];
  /** Words of the query that occur in no article, with the similar words that were searched for instead. */
  corrections: SearchCorrection[];
}

const MAX_AUTHORS = 3;

/**
 * Limits the number of concurrent searches in this process, so that other queries do not have to wait for a database
 * connection. The queue holds about as many searches as can run in one second.
 */
const runLimited = createConcurrencyLimit({ concurrency: 2, maxQueued: 50 });

/**
 * Searches for articles and authors. `query` must be trimmed and have 1 to 100 characters. Throws
 * {@link BusyError} if too many searches are running or waiting, or if the search takes too long.
 */
export async function searchCatalogue(
  queries: Queries,
  query: string,
  limit: number,
  token?: string,
): Promise<SearchResultsPage> {
  const { hits, nextToken, corrections } = await runLimited(() =>
    searchArticles(queries, query, limit, { token }),
  );
  const correctionsByWord = new Map(corrections.map(({ typed, shown }) => [typed, shown]));
  const nameWords = parseSearchQuery(query).map((word) => [
    word,
    ...(correctionsByWord.get(word) ?? []),
  ]);
  const snippets = new Map(hits.map(({ articleId, snippet }) => [articleId, snippet]));
  const { metas, authors } = await findArticlesWithAuthors(queries, [...snippets.keys()]);
  return {
    metas: metas.map((meta) => ({ ...meta, snippet: snippets.get(meta.id)! })),
    authors,
    nextToken,
    matchingAuthors: token ? [] : await findAuthorsByName(queries, nameWords, MAX_AUTHORS),
    corrections,
  };
}
