import type { ArticleMeta } from '#domain/article.ts';
import type { AuthorMeta } from '#domain/author.ts';
import type { AuthorMap, Correction } from '#domain/page.ts';
import { findArticlesWithAuthors } from '#server/catalogue/articles/service.ts';
import { findAuthorsByName } from '#server/catalogue/authors/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { Turns } from './concurrency-limit.ts';
import { searchArticles } from './search.ts';
import { parseQuery } from './words.ts';

/** A page of what a search found. */
export interface SearchPage {
  metas: (ArticleMeta & { snippet: string })[];
  authors: AuthorMap;
  nextToken: string | null;
  /** On the first page, authors whose name begins with what was typed. */
  matchingAuthors: AuthorMeta[];
  /** Words no article has, and what was looked for in their stead. */
  corrections: Correction[];
}

const MAX_AUTHORS = 3;

/**
 * Searches of a process at once: with more, whatever else is asked of the database, which may have a single
 * connection, would wait for them all. And how many may wait for that: a second's worth.
 */
const turns = new Turns({ atOnce: 2, waiting: 50 });

/**
 * Articles and authors for what a reader typed: trimmed, 1 to 100 characters. Throws {@link BusyError} when too many
 * search at once.
 */
export async function searchCatalogue(
  queries: Queries,
  query: string,
  limit: number,
  token?: string,
): Promise<SearchPage> {
  const { hits, nextToken, corrections } = await turns.take(() =>
    searchArticles(queries, query, limit, token),
  );
  const corrected = new Map(corrections.map(({ typed, shown }) => [typed, shown]));
  const meant = parseQuery(query).map((word) => [word, ...(corrected.get(word) ?? [])]);
  const snippets = new Map(hits.map(({ articleId, snippet }) => [articleId, snippet]));
  const { metas, authors } = await findArticlesWithAuthors(queries, [...snippets.keys()]);
  return {
    metas: metas.map((meta) => ({ ...meta, snippet: snippets.get(meta.id)! })),
    authors,
    nextToken,
    matchingAuthors: token ? [] : await findAuthorsByName(queries, meant, MAX_AUTHORS),
    corrections,
  };
}
