import { and, arrayContains, asc, eq, ne, or, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import type { ArticleMeta } from '#domain/article.ts';
import { CATEGORIES } from '#domain/categories.ts';
import { type CategoryCounts, countByCategory } from '#domain/category-counts.ts';
import { aliasKey } from '#domain/paths.ts';
import { relatedSubcategories } from '#domain/related-subcategories.ts';
import { activeAuthors, authorNames } from '#server/catalogue/authors/joins.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { runPrepared } from '#server/platform/db/prepared.ts';
import { isPublished, newestFirst, selectArticleMetas, toArticleMeta } from './article-metas.ts';
import { isAfterCursor, selectNewestArticlesBy } from './joins.ts';
import { type ArticleListFilters, findArticlesByIds, listArticles } from './repository.ts';
import { articles } from './schema.ts';

/** A wall of covers: the newest article of each author, newest first, then whatever is newest. */
export async function listCoverWall(queries: Queries, limit: number): Promise<ArticleMeta[]> {
  const newest = selectNewestArticlesBy(activeAuthors.id, 1);
  const rows = await queries
    .select({ id: newest.id })
    .from(activeAuthors)
    .leftJoinLateral(newest, sql`true`)
    .orderBy(asc(activeAuthors.aliasKey))
    .limit(limit);
  const [found, { metas }] = await Promise.all([
    findArticlesByIds(
      queries,
      rows.flatMap(({ id }) => id ?? []),
    ),
    listArticles(queries, {}, limit),
  ]);
  found.sort((a, b) => b.createdAt.localeCompare(a.createdAt));
  const byId = new Map([...found, ...metas].map((meta) => [meta.id, meta]));
  return [...byId.values()].slice(0, limit);
}

/** Articles to begin with, newest first: the newest of its category each. */
export async function listFirstReads(queries: Queries, limit: number): Promise<ArticleMeta[]> {
  const newest = queries
    .selectDistinctOn([articles.category], { id: articles.id })
    .from(articles)
    .where(and(isPublished, articles.startsHere))
    .orderBy(articles.category, ...newestFirst)
    .as('newest');
  const rows = await selectArticleMetas(queries)
    .innerJoin(newest, eq(newest.id, articles.id))
    .orderBy(...newestFirst)
    .limit(limit);
  return rows.map(toArticleMeta);
}

/** Articles of a category that {@link listAuthorIntroductions} looks at. */
const CANDIDATES_PER_LIST = 12;

/**
 * Returns up to `perCategory` articles of every category that introduce their authors: each by another author as far as
 * possible, those to begin with first, then the newest.
 */
export async function listAuthorIntroductions(
  queries: Queries,
  perCategory: number,
): Promise<ArticleMeta[]> {
  const byCategory = await Promise.all(
    CATEGORIES.map(async ({ id: category }) => {
      const [start, newest] = await Promise.all([
        listArticles(queries, { category, startHere: true }, CANDIDATES_PER_LIST),
        listArticles(queries, { category }, CANDIDATES_PER_LIST),
      ]);
      const found = [...start.metas, ...newest.metas];
      const byAuthor = Map.groupBy(found, ({ authorAlias }) => authorAlias).values();
      const firstByAuthor = [...byAuthor].map(([first]) => first!);
      const inOrder = new Map([...firstByAuthor, ...found].map((meta) => [meta.id, meta]));
      return [...inOrder.values()].slice(0, perCategory);
    }),
  );
  return byCategory.flat();
}

/** The lists that {@link listRelatedArticles} draws on: those of the three subcategories nearest to one. */
export function createRelatedFilters(category: string, subcategory: string): ArticleListFilters[] {
  return relatedSubcategories(category, subcategory).map((related) => ({
    category,
    subcategory: related,
  }));
}

/**
 * Returns the newest articles of the three subcategories nearest to one, nearest first, up to `perSubcategory` of each.
 */
export async function listRelatedArticles(
  queries: Queries,
  category: string,
  subcategory: string,
  perSubcategory: number,
): Promise<ArticleMeta[]> {
  const pages = await Promise.all(
    createRelatedFilters(category, subcategory).map((filters) =>
      listArticles(queries, filters, perSubcategory),
    ),
  );
  return pages.flatMap(({ metas }) => metas);
}

/** What to read after an article; nothing stands on both shelves. */
export interface ArticleSuggestions {
  alsoLike: ArticleMeta[];
  /** The newest of the same author. */
  moreFromAuthor: ArticleMeta[];
}

/**
 * What to read after an article: at most `limit` by its author, and as many that lie near to it, those first that its
 * text links to (`links`, as `alias/slug` in lower case) and those whose text links to it.
 */
export async function listSuggestions(
  queries: Queries,
  article: ArticleMeta,
  limit: number,
  links: readonly string[] = [],
): Promise<ArticleSuggestions> {
  const [linked, nearest, { metas }] = await Promise.all([
    listLinkedArticles(queries, article, limit, links),
    // The nearest may all be on the other shelf.
    listNearestArticles(queries, article, 2 * limit),
    listArticles(queries, { alias: article.authorAlias }, limit + 1),
  ]);
  const moreFromAuthor = metas.filter(({ id }) => id !== article.id).slice(0, limit);
  const shown = new Set(moreFromAuthor.map(({ id }) => id));
  const near = new Map([...linked, ...nearest].map((meta) => [meta.id, meta]));
  const alsoLike = [...near.values()].filter(({ id }) => !shown.has(id)).slice(0, limit);
  return { alsoLike, moreFromAuthor };
}

/** Articles an article links to, in that order, then those that link to it, newest first. */
async function listLinkedArticles(
  queries: Queries,
  { id, authorAlias, path }: ArticleMeta,
  limit: number,
  links: readonly string[],
): Promise<ArticleMeta[]> {
  const own = `${aliasKey(authorAlias)}/${path.split('/').at(-1)}`;
  const isOneOf = links.map((link) => {
    const [alias, slug] = link.split('/');
    return and(eq(authorNames.aliasKey, alias!), eq(articles.slug, slug!));
  });
  const [outgoing, incoming] = await Promise.all([
    links.length ? selectArticleMetas(queries).where(and(isPublished, or(...isOneOf))) : [],
    selectArticleMetas(queries)
      .where(and(isPublished, arrayContains(articles.linksTo, [own])))
      .orderBy(...newestFirst)
      .limit(limit),
  ]);
  const linkPosition = ({ alias, slug }: { alias: string; slug: string }) =>
    links.indexOf(`${aliasKey(alias)}/${slug}`);
  outgoing.sort((one, other) => linkPosition(one) - linkPosition(other));
  return [...outgoing, ...incoming].filter((row) => row.id !== id).map(toArticleMeta);
}

/**
 * Articles that lie near to one, nearest first: the same subcategory, the three related to it in their order, then
 * the rest of the category, then what was published before it, and last whatever is newest. Within each of these,
 * newest first. "Before it", for else articles in thin categories would all lead to the same few.
 *
 * One statement: each circle is read on its own, for no index knows how near an article is.
 */
async function listNearestArticles(
  queries: Queries,
  article: ArticleMeta,
  limit: number,
): Promise<ArticleMeta[]> {
  const nearest = [
    article.subcategory,
    ...relatedSubcategories(article.category, article.subcategory),
  ];
  const rows = await runPrepared(
    queries,
    `articles near, in ${nearest.length}`,
    () => selectNearest(queries, nearest.length),
    {
      id: article.id,
      at: article.createdAt,
      category: article.category,
      ...Object.fromEntries(nearest.map((subcategory, at) => [`subcategory ${at}`, subcategory])),
      limit,
    },
  );
  return rows.map(toArticleMeta);
}

/** Other articles: of so many subcategories of a category, then of the category, before this one, and of all. */
function selectNearest(queries: Queries, subcategories: number) {
  const { placeholder } = sql;
  const inCategory = eq(articles.category, placeholder('category'));
  const circles = [
    ...Array.from({ length: subcategories }, (_, at) =>
      and(inCategory, eq(articles.subcategory, placeholder(`subcategory ${at}`))),
    ),
    inCategory,
    isAfterCursor({ publishedAt: placeholder('at'), id: placeholder('id') }),
    undefined,
  ];
  const isAnother = ne(articles.id, placeholder('id'));
  const newest = circles.map((circle, distance) => {
    const found = new QueryBuilder()
      .select({
        id: articles.id,
        publishedAt: articles.publishedAt,
        distance: sql`${sql.raw(String(distance))}`.as('distance'),
      })
      .from(articles)
      .where(and(isPublished, isAnother, circle))
      .orderBy(...newestFirst)
      .limit(placeholder('limit'));
    return sql`(${found})`;
  });
  // An article is in its own circle and in all the wider ones.
  const nearest = sql`(
    SELECT id, min(distance) AS distance FROM (${sql.join(newest, sql` UNION ALL `)}) AS found
    GROUP BY id, published_at ORDER BY min(distance), published_at DESC, id DESC LIMIT ${placeholder('limit')}
  ) AS nearest`;
  return selectArticleMetas(queries)
    .innerJoin(nearest, sql`nearest.id = ${articles.id}`)
    .orderBy(sql`nearest.distance`, ...newestFirst);
}

/** How many published articles stand on each shelf. */
export async function countArticlesByCategory(queries: Queries): Promise<CategoryCounts> {
  const { category, subcategory } = articles;
  const rows = await queries
    .select({ category, subcategory, count: sql<number>`count(*)::int` })
    .from(articles)
    .where(isPublished)
    .groupBy(category, subcategory);
  return countByCategory(rows);
}

/** Minutes that half of the published articles take at most, rounded up; `null` when there are none. */
export async function findMedianReadingMinutes(queries: Queries): Promise<number | null> {
  const median = sql`percentile_cont(0.5) WITHIN GROUP (ORDER BY ${articles.readingMinutes})`;
  const [row] = await queries
    .select({ minutes: sql<number | null>`ceil(${median})::int` })
    .from(articles)
    .where(isPublished);
  return row!.minutes;
}
