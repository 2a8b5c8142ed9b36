import { and, asc, eq, ne, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { aliasKey } from '#domain/addresses.ts';
import type { ArticleMeta } from '#domain/article.ts';
import { subcategoryOf } from '#domain/categories.ts';
import type { CategoryCounts } from '#domain/page.ts';
import { activeAuthors, authorIdCalled } from '#server/catalogue/authors/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { runPrepared } from '#server/platform/db/prepared.ts';
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
 * the rest of the category, then whatever is newest. One statement: each circle is read on its own, for no
 * index knows how near an article is.
 */
export async function listAlsoLike(
  queries: Queries,
  article: ArticleMeta,
  limit: number,
): Promise<ArticleMeta[]> {
  const { related } = subcategoryOf(article.category, article.subcategory);
  const nearest = [article.subcategory, ...related];
  const rows = await runPrepared(
    queries,
    `articles near, in ${nearest.length}`,
    () => selectNearest(queries, nearest.length),
    {
      alias: aliasKey(article.authorAlias),
      category: article.category,
      ...Object.fromEntries(nearest.map((subcategory, at) => [`subcategory ${at}`, subcategory])),
      limit,
    },
  );
  return rows.map(toMeta);
}

/** The newest of so many subcategories of a category, then of the category, then of all. */
function selectNearest(queries: Queries, subcategories: number) {
  const { placeholder } = sql;
  const inCategory = eq(articles.category, placeholder('category'));
  const circles = [
    ...Array.from({ length: subcategories }, (_, at) =>
      and(inCategory, eq(articles.subcategory, placeholder(`subcategory ${at}`))),
    ),
    inCategory,
    undefined,
  ];
  const byOthers = ne(articles.authorId, authorIdCalled(placeholder('alias')));
  const newest = circles.map((circle, distance) => {
    const found = new QueryBuilder()
      .select({ id: articles.id, distance: sql`${sql.raw(String(distance))}`.as('distance') })
      .from(articles)
      .where(and(isPublished, byOthers, circle))
      .orderBy(...newestFirst)
      .limit(placeholder('limit'));
    return sql`(${found})`;
  });
  // An article is in its own circle and in all the wider ones.
  const nearest = sql`(SELECT id, min(distance) AS distance FROM (${sql.join(newest, sql` UNION ALL `)}) AS found GROUP BY id) AS nearest`;
  return selectMetas(queries)
    .innerJoin(nearest, sql`nearest.id = ${articles.id}`)
    .orderBy(sql`nearest.distance`, ...newestFirst)
    .limit(placeholder('limit'));
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
