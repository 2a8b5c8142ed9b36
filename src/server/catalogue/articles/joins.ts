import { and, eq, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import type { ArticleBody } from '#domain/article.ts';
import type { CategoryId } from '#domain/categories.ts';
import { articlePath } from '#domain/paths.ts';
import { authorAliasesAndLevelsSubquery } from '#server/catalogue/authors/repository.ts';
import type { Queries } from '#server/platform/db/database.ts';
import {
  type ArticleCursor,
  createAfterCursorCondition,
  newestFirstOrder,
  publishedByActiveAuthorCondition,
} from './article-metas.ts';
import { articles } from './schema.ts';

/*
 * Subqueries and functions that other modules use to read articles. Only this module accesses the articles table
 * directly.
 */

/**
 * Returns a subquery for the published article whose ID is in the column `articleId`. Use it in a lateral join.
 * PostgreSQL then looks up one article for each row of the outer query, such as a bookmark. With a plain join, it would
 * compare every row with every article.
 */
export function createPublishedArticleSubquery(articleId: SQLWrapper) {
  return new QueryBuilder()
    .select({
      id: articles.id,
      authorId: articles.authorId,
      publishedAt: articles.publishedAt,
      readingMinutes: articles.readingMinutes,
      hasAudio: articles.hasAudio,
    })
    .from(articles)
    .where(and(sql`${articles.id} = ${articleId}`, publishedByActiveAuthorCondition))
    .limit(1)
    .as('published_article');
}

/**
 * Returns a subquery for the newest published articles of the author whose ID is in the column `authorId`. Use it in a
 * lateral join. The subquery returns at most `limit` articles per author. If `after` is given, returns only articles
 * after this cursor. `createCondition` gets the column with the article's ID and returns an additional condition.
 */
export function createAuthorNewestArticlesSubquery(
  authorId: SQLWrapper,
  limit: number,
  after?: ArticleCursor,
  createCondition?: (articleId: SQLWrapper) => SQL,
) {
  return new QueryBuilder()
    .select({ id: articles.id, publishedAt: articles.publishedAt })
    .from(articles)
    .where(
      and(
        sql`${articles.authorId} = ${authorId}`,
        publishedByActiveAuthorCondition,
        after && createAfterCursorCondition(after),
        createCondition?.(articles.id),
      ),
    )
    .orderBy(...newestFirstOrder)
    .limit(limit)
    .as('newest_article');
}

/** The author, title and path of an article, by which people can recognize it. */
export interface ArticleTitleAndPath {
  author: string;
  title: string;
  /** The path of the article. For a withdrawn article, its last path. */
  path: string;
}

const titleColumns = {
  id: articles.id,
  author: authorAliasesAndLevelsSubquery.alias,
  slug: articles.slug,
  title: articles.title,
};

const isAuthorOfArticle = eq(authorAliasesAndLevelsSubquery.id, articles.authorId);
const hasOneOfIds = (ids: readonly string[]) => inArray(articles.id, [...new Set(ids)]);

/**
 * Returns the author, title and path of each of the given articles, in a map keyed by article ID. Includes withdrawn
 * articles.
 */
export async function findArticleTitlesAndPaths(
  queries: Queries,
  ids: readonly string[],
): Promise<Map<string, ArticleTitleAndPath>> {
  if (!ids.length) return new Map();
  const rows = await queries
    .select(titleColumns)
    .from(articles)
    .innerJoin(authorAliasesAndLevelsSubquery, isAuthorOfArticle)
    .where(hasOneOfIds(ids));
  return new Map(
    rows.map(({ id, author, slug, title }) => [
      id,
      { author, title, path: articlePath(author, slug) },
    ]),
  );
}

/** An article's author, title, path, category and text. */
export interface ArticleTextAndTitle extends ArticleTitleAndPath {
  category: CategoryId;
  body: ArticleBody;
  /** True if readers can see the article. */
  isPublished: boolean;
}

/**
 * Returns the author, title, path, category and text of each of the given articles, in a map keyed by article ID.
 * Includes withdrawn articles.
 */
export async function findArticleTextsAndTitles(
  queries: Queries,
  ids: readonly string[],
): Promise<Map<string, ArticleTextAndTitle>> {
  if (!ids.length) return new Map();
  const rows = await queries
    .select({
      ...titleColumns,
      category: articles.category,
      body: articles.body,
      isPublished: sql<boolean>`${publishedByActiveAuthorCondition}`,
    })
    .from(articles)
    .innerJoin(authorAliasesAndLevelsSubquery, isAuthorOfArticle)
    .where(hasOneOfIds(ids));
  return new Map(
    rows.map(({ id, slug, category, ...row }) => [
      id,
      { ...row, category: category as CategoryId, path: articlePath(row.author, slug) },
    ]),
  );
}

/**
 * Returns the author, title, path, category and status of each of the given articles, in a map keyed by article ID. The
 * articles may have any status.
 */
export async function findArticlesForFigures(queries: Queries, ids: readonly string[]) {
  if (!ids.length) return new Map<string, never>();
  const rows = await queries
    .select({
      id: articles.id,
      authorId: articles.authorId,
      authorAlias: authorAliasesAndLevelsSubquery.alias,
      slug: articles.slug,
      title: articles.title,
      category: articles.category,
      status: articles.status,
    })
    .from(articles)
    .innerJoin(
      authorAliasesAndLevelsSubquery,
      eq(authorAliasesAndLevelsSubquery.id, articles.authorId),
    )
    .where(inArray(articles.id, [...new Set(ids)]));
  return new Map(
    rows.map(({ slug, category, ...row }) => [
      row.id,
      { ...row, category: category as CategoryId, path: articlePath(row.authorAlias, slug) },
    ]),
  );
}

/**
 * A subquery for the author and category of all articles, regardless of their status. The caller
 * joins it by article ID.
 */
export const articleAuthorsAndCategoriesSubquery = new QueryBuilder()
  .select({ id: articles.id, authorId: articles.authorId, category: articles.category })
  .from(articles)
  .as('article_shelf');
