import type { ArticleMeta } from '#domain/article.ts';
import type { AuthorMeta } from '#domain/author.ts';
import type { AuthorMap } from '#domain/page.ts';
import { findArticles } from '../articles/repository.ts';
import { authorsOf, listAuthors } from '../authors/repository.ts';
import type { Queries } from '../db/database.ts';
import { searchArticles } from './search.ts';
import { wordsOf } from './words.ts';

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
  const found = await findArticles(queries, [...snippets.keys()]);
  const metas = found.map((meta) => ({ ...meta, snippet: snippets.get(meta.id)! }));
  return {
    metas,
    authors: await authorsOf(queries, metas),
    nextToken,
    matchingAuthors: token ? [] : await findAuthorsByQuery(queries, query),
  };
}

async function findAuthorsByQuery(queries: Queries, query: string): Promise<AuthorMeta[]> {
  const words = wordsOf(query);
  if (!words.length) return [];
  const authors = await listAuthors(queries);
  return authors
    .filter(({ alias }) => {
      const names = wordsOf(alias);
      return words.every((word) => names.some((name) => name.startsWith(word)));
    })
    .slice(0, MOST_AUTHORS);
}
