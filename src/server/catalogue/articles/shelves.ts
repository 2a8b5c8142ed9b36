import { and, asc, eq, ne, type SQL, sql } from 'drizzle-orm';
import { aliasKey } from '#domain/addresses.ts';
import type { ArticleMeta } from '#domain/article.ts';
import { subcategoryOf } from '#domain/categories.ts';
import type { CategoryCounts } from '#domain/page.ts';
import { activeAuthors, authorIdCalled } from '#server/catalogue/authors/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { newestArticlesOf } from './joins.ts';
import { isPublished, newestFirst, selectMetas, toMeta } from './metas.ts';
import { findArticles, listArticles } from './repository.ts';
import { articles } from './schema.ts';

/** A wall of covers: the newest article of each author, newest first, then whatever is newest. */
export async function listForWall(queries: Queries, limit: number): Promise<ArticleMeta[]> {
  const newest = newestArticlesOf(activeAuthors.id, 1);
  const rows = await queries
    .select({ id: newest.id })
    .from(activeAuthors)
    .leftJoinLateral(newest, sql`true`)
    .orderBy(asc(activeAuthors.aliasKey))
    .limit(limit);
  const [found, { metas }] = await Promise.all([
    findArticles(
      queries,
      rows.flatMap(({ id }) => id ?? []),
    ),
    listArticles(queries, {}, limit),
  ]);
  found.sort((a, b) => b.createdAt.localeCompare(a.createdAt));
  const byId = new Map([...found, ...metas].map((meta) => [meta.id, meta]));
  return [...byId.values()].slice(0, limit);
}

/**
 * What to read after an article, by other authors: the same subcategory and its related ones first, then
 * the rest of the category, then whatever is newest.
 */
export async function listAlsoLike(
  queries: Queries,
  article: ArticleMeta,
  limit: number,
): Promise<ArticleMeta[]> {
  const { related } = subcategoryOf(article.category, article.subcategory);
  const nearest = [article.subcategory, ...related];
  const byOthers = ne(articles.authorId, authorIdCalled(aliasKey(article.authorAlias)));
  const newest = (where: SQL | undefined) =>
    selectMetas(queries)
      .where(and(isPublished, byOthers, where))
      .orderBy(...newestFirst)
      .limit(limit);
  const inCategory = eq(articles.category, article.category);
  const groups = await Promise.all([
    ...nearest.map((sub) => newest(and(inCategory, eq(articles.subcategory, sub)))),
    newest(inCategory),
    newest(undefined),
  ]);
  const byId = new Map(groups.flat().map((row) => [row.id, row]));
  return [...byId.values()].slice(0, limit).map(toMeta);
}

/** How many published articles each category has. */
export async function countByCategory(queries: Queries): Promise<CategoryCounts> {
  const rows = await queries
    .select({ category: articles.category, count: sql<number>`count(*)::int` })
    .from(articles)
    .where(isPublished)
    .groupBy(articles.category);
  return Object.fromEntries(rows.map(({ category, count }) => [category, count]));
}
