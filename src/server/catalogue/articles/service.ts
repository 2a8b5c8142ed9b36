import type { ArticleMeta } from '#domain/article.ts';
import type { AuthorsByAlias } from '#domain/page.ts';
import { findActiveAuthorsOfArticles } from '#server/catalogue/authors/repository.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { NotFoundError } from '#server/platform/errors.ts';
import type { ArticleListPage } from './article-metas.ts';
import {
  type ArticleListFilters,
  findPublishedArticleMetasByIds,
  isPublishedArticleByAuthor,
  listPublishedArticles,
} from './repository.ts';

/** A list of articles, and a map of their authors keyed by alias. */
export interface ArticlesWithAuthors {
  metas: ArticleMeta[];
  authors: AuthorsByAlias;
}

/** Returns a page of published articles with their authors, like {@link listPublishedArticles}. */
export async function listArticlesWithAuthors(
  queries: Queries,
  filters: ArticleListFilters,
  limit: number,
  token?: string,
): Promise<ArticleListPage & ArticlesWithAuthors> {
  const page = await listPublishedArticles(queries, filters, limit, token);
  return { ...page, authors: await findActiveAuthorsOfArticles(queries, page.metas) };
}

/** Returns the given articles that are published, in the order of `ids`, with their authors. */
export async function findArticlesWithAuthors(
  queries: Queries,
  ids: readonly string[],
): Promise<ArticlesWithAuthors> {
  const metas = await findPublishedArticleMetasByIds(queries, ids);
  return { metas, authors: await findActiveAuthorsOfArticles(queries, metas) };
}

/**
 * An author's alias and an article's ID, which together identify an article in API URLs (spec 3, "Bookmark identity").
 */
export interface AuthorAliasAndArticleId {
  authorAlias: string;
  articleId: string;
}

/** Throws {@link NotFoundError} if the article is not by the author, or was never published. */
export async function assertArticleWasEverPublished(
  queries: Queries,
  { authorAlias, articleId }: AuthorAliasAndArticleId,
): Promise<void> {
  if (
    !(await isPublishedArticleByAuthor(queries, authorAlias, articleId, { mayBeWithdrawn: true }))
  )
    throw new NotFoundError('Article not found.');
}

/** Throws {@link NotFoundError} if the article is not published, or is not by the author. */
export async function assertArticleIsPublished(
  queries: Queries,
  { authorAlias, articleId }: AuthorAliasAndArticleId,
): Promise<void> {
  if (
    !(await isPublishedArticleByAuthor(queries, authorAlias, articleId, { mayBeWithdrawn: false }))
  )
    throw new NotFoundError('Article not found.');
}
