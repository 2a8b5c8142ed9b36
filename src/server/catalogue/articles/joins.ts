import { and, eq, inArray, type Placeholder, type SQLWrapper, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import type { CategoryId } from '#domain/categories.ts';
import { articlePath } from '#domain/paths.ts';
import { authorNames } from '#server/catalogue/authors/joins.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { isPublished, newestFirstOrder } from './article-metas.ts';
import { articles } from './schema.ts';

/*
 * Subqueries by which other modules join articles without seeing the table.
 */

/** A position in a list sorted by publication: ISO 8601 with milliseconds, and an id. */
export interface ArticleCursor {
  publishedAt: string;
  id: string;
}

/**
 * Selects the article in a column if it is published, for a lateral join. A lateral join looks up one row; a plain join
 * would compare a thousand bookmarks with every article.
 */
export function selectPublishedArticle(articleId: SQLWrapper) {
  return new QueryBuilder()
    .select({
      id: articles.id,
      authorId: articles.authorId,
      publishedAt: articles.publishedAt,
      readingMinutes: articles.readingMinutes,
    })
    .from(articles)
    .where(and(sql`${articles.id} = ${articleId}`, isPublished))
    .limit(1)
    .as('published_article');
}

/**
 * Selects the newest published articles of the author in a column, for a lateral join; after a cursor, if there is one.
 * Reads at most `limit` rows per author.
 */
export function selectNewestArticlesBy(authorId: SQLWrapper, limit: number, after?: ArticleCursor) {
  return new QueryBuilder()
    .select({ id: articles.id, publishedAt: articles.publishedAt })
    .from(articles)
    .where(and(sql`${articles.authorId} = ${authorId}`, isPublished, after && isAfterCursor(after)))
    .orderBy(...newestFirstOrder)
    .limit(limit)
    .as('newest_article');
}

/** True for articles that come after a cursor in a list sorted newest first. */
export const isAfterCursor = ({
  publishedAt,
  id,
}: { [Part in keyof ArticleCursor]: string | Placeholder }) =>
  sql`(${articles.publishedAt}, ${articles.id}) < (${publishedAt}::timestamptz, ${id}::uuid)`;

/** The names that identify an article to people. */
export interface ArticleNames {
  author: string;
  title: string;
  /** The current path, or the last one of a withdrawn article. */
  path: string;
}

/** Returns the labels of articles by id, withdrawn articles included. */
export async function findArticleNames(
  queries: Queries,
  ids: readonly string[],
): Promise<Map<string, ArticleNames>> {
  if (!ids.length) return new Map();
  const rows = await queries
    .select({
      id: articles.id,
      author: authorNames.alias,
      slug: articles.slug,
      title: articles.title,
    })
    .from(articles)
    .innerJoin(authorNames, eq(authorNames.id, articles.authorId))
    .where(inArray(articles.id, [...new Set(ids)]));
  return new Map(
    rows.map(({ id, author, slug, title }) => [
      id,
      { author, title, path: articlePath(author, slug) },
    ]),
  );
}

/** Returns the fields of articles of any status that editors see beside a task, by article id. */
export async function findArticleSummaries(queries: Queries, ids: readonly string[]) {
  if (!ids.length) return new Map<string, never>();
  const rows = await queries
    .select({
      id: articles.id,
      authorAlias: authorNames.alias,
      slug: articles.slug,
      title: articles.title,
      category: articles.category,
      status: articles.status,
    })
    .from(articles)
    .innerJoin(authorNames, eq(authorNames.id, articles.authorId))
    .where(inArray(articles.id, [...new Set(ids)]));
  return new Map(
    rows.map(({ slug, category, ...row }) => [
      row.id,
      { ...row, category: category as CategoryId, path: articlePath(row.authorAlias, slug) },
    ]),
  );
}

/** Selects the author and category of every article of any status, to be joined by article id. */
export const articleAuthorsAndCategories = new QueryBuilder()
  .select({ id: articles.id, authorId: articles.authorId, category: articles.category })
  .from(articles)
  .as('article_shelf');
