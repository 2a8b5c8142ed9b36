import type { ArticleMeta } from '#domain/article.ts';
import type { AuthorMap } from '#domain/page.ts';
import { aliasKey } from '#domain/paths.ts';
import { findAuthorsOfArticles } from '#server/catalogue/authors/service.ts';
import type { ContentKey } from '#server/platform/db/content-changes.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { NotFoundError } from '#server/platform/errors.ts';
import {
  type ArticleListFilters,
  type ArticlePage,
  findArticlesByIds,
  isArticleByAuthor,
  listArticles,
} from './repository.ts';

/** What a page that shows these articles is made of, as cache keys. */
export function articleCacheKeys(articles: readonly { id: string }[]): ContentKey[] {
  return articles.map(({ id }) => `article:${id}` as const);
}

/** What a list changes with, as cache keys, beside the articles on it: the narrowest list it is a part of. */
export function listCacheKeys({ alias, category }: ArticleListFilters): ContentKey[] {
  if (alias) return [`articles-of:${aliasKey(alias)}`];
  return [category ? `category:${category}` : 'list'];
}

/** Articles and those who wrote them, by alias. */
export interface ArticlesWithAuthors {
  metas: ArticleMeta[];
  authors: AuthorMap;
}

/** A page of published articles, newest first, with their authors. */
export async function listArticlesWithAuthors(
  queries: Queries,
  filters: ArticleListFilters,
  limit: number,
  token?: string,
): Promise<ArticlePage & ArticlesWithAuthors> {
  const page = await listArticles(queries, filters, limit, token);
  return { ...page, authors: await findAuthorsOfArticles(queries, page.metas) };
}

/** Published articles of those ids, in the order of the ids, with their authors. */
export async function findArticlesWithAuthors(
  queries: Queries,
  ids: readonly string[],
): Promise<ArticlesWithAuthors> {
  const metas = await findArticlesByIds(queries, ids);
  return { metas, authors: await findAuthorsOfArticles(queries, metas) };
}

/** Names an article in the addresses of calls about it (spec 3, "Bookmark identity"). */
export interface ArticleReference {
  authorAlias: string;
  articleId: string;
}

/** Throws {@link NotFoundError} when there never was such an article. */
export async function requireArticle(
  queries: Queries,
  { authorAlias, articleId }: ArticleReference,
): Promise<void> {
  if (!(await isArticleByAuthor(queries, authorAlias, articleId, { mayBeWithdrawn: true })))
    throw new NotFoundError('Article not found.');
}

/** Throws {@link NotFoundError} when there is no such article, or none any more. */
export async function requirePublishedArticle(
  queries: Queries,
  { authorAlias, articleId }: ArticleReference,
): Promise<void> {
  if (!(await isArticleByAuthor(queries, authorAlias, articleId, { mayBeWithdrawn: false })))
    throw new NotFoundError('Article not found.');
}
