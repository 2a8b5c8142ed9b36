import { and, eq, inArray, type Placeholder, type SQLWrapper, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import type { CategoryId } from '#domain/categories.ts';
import { articlePath } from '#domain/paths.ts';
import { authorNames } from '#server/catalogue/authors/joins.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { isPublished, newestFirst } from './article-metas.ts';
import { articles } from './schema.ts';

/*
 * What other capabilities join articles by: they see these columns and no table.
 */

/** Where a list that is sorted by publication goes on: ISO 8601 with milliseconds, and an id. */
export interface ArticleCursor {
  publishedAt: string;
  id: string;
}

/**
 * The article a column names, while it is published: for a lateral join. One look a row: as a plain join, a
 * thousand bookmarks are compared with every article there is.
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
 * The newest published articles of the author a column names, after a place in the list where one is given:
 * for a lateral join. It reads no more rows of an author than `limit`, however much they have written.
 */
export function selectNewestArticlesBy(authorId: SQLWrapper, limit: number, after?: ArticleCursor) {
  return new QueryBuilder()
    .select({ id: articles.id, publishedAt: articles.publishedAt })
    .from(articles)
    .where(and(sql`${articles.authorId} = ${authorId}`, isPublished, after && isAfterCursor(after)))
    .orderBy(...newestFirst)
    .limit(limit)
    .as('newest_article');
}

/** Whether an article comes after that place in a list that begins with the newest. */
export const isAfterCursor = ({
  publishedAt,
  id,
}: { [Part in keyof ArticleCursor]: string | Placeholder }) =>
  sql`(${articles.publishedAt}, ${articles.id}) < (${publishedAt}::timestamptz, ${id}::uuid)`;

/** What an article is called. */
export interface ArticleLabel {
  author: string;
  title: string;
  /** Where it is, or was when it was withdrawn. */
  path: string;
}

/** What articles are called, by id; the withdrawn ones included. */
export async function findArticleLabels(
  queries: Queries,
  ids: readonly string[],
): Promise<Map<string, ArticleLabel>> {
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

/** What editors see of an article beside what they have to decide about it, whatever its status, by id. */
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

/** The shelf an article stands on, whatever its status: a subquery, to be joined with a column that holds its id. */
export const articleAuthorsAndCategories = new QueryBuilder()
  .select({ id: articles.id, authorId: articles.authorId, category: articles.category })
  .from(articles)
  .as('article_shelf');
