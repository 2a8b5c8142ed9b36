import type { ArticleMeta } from '#domain/article.ts';
import type { AuthorMeta } from '#domain/author.ts';
import type { AuthorMap } from '#domain/page.ts';
import { findWithAuthors } from '#server/catalogue/articles/service.ts';
import { findAuthorsByName } from '#server/catalogue/authors/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { searchArticles } from './search.ts';
import { wordsOf } from './words.ts';

export { indexArticles, unindexArticles } from './search-index.ts';

/** A page of what a search found. */
export interface SearchPage {
  metas: (ArticleMeta & { snippet: string })[];
  authors: AuthorMap;
  nextToken: string | null;
  /** On the first page, authors whose name begins with what was typed. */
  matchingAuthors: AuthorMeta[];
}

const MOST_AUTHORS = 3;

/** Articles and authors for what a reader typed: trimmed, 1 to 100 characters. */
export async function findByQuery(
  queries: Queries,
  query: string,
  limit: number,
  token?: string,
): Promise<SearchPage> {
  const { hits, nextToken } = await searchArticles(queries, query, limit, token);
  const snippets = new Map(hits.map(({ articleId, snippet }) => [articleId, snippet]));
  const { metas, authors } = await findWithAuthors(queries, [...snippets.keys()]);
  return {
    metas: metas.map((meta) => ({ ...meta, snippet: snippets.get(meta.id)! })),
    authors,
    nextToken,
    matchingAuthors: token ? [] : await findAuthorsByName(queries, wordsOf(query), MOST_AUTHORS),
  };
}
