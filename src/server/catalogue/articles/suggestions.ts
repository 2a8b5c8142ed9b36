import { and, arrayContains, eq, ne, type SQL, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import type { ArticleMeta } from '#domain/article.ts';
import { CATEGORIES, type CategoryId } from '#domain/categories.ts';
import { normalizeAlias } from '#domain/paths.ts';
import { getRelatedSubcategoryIds } from '#domain/related-subcategories.ts';
import { authorAliasesAndLevelsSubquery } from '#server/catalogue/authors/repository.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { runPreparedQuery } from '#server/platform/db/prepared.ts';
import { queryRows } from '#server/platform/db/query-rows.ts';
import {
  createAfterCursorCondition,
  newestFirstOrder,
  publishedByActiveAuthorCondition,
  selectArticleMetas,
  toArticleMeta,
} from './article-metas.ts';
import { type ArticleListFilters, listPublishedArticles } from './repository.ts';
import { articles } from './schema.ts';

/**
 * Number of articles that {@link listLandingPageArticles} reads for each article that it returns. Reading more articles
 * than needed lets it choose articles by more authors.
 */
const CANDIDATES_PER_COVER = 4;

/**
 * Returns up to `limit` of the newest articles in two groups, for the covers on the landing page. The first group
 * consists of each author's newest article, so that the covers represent many authors. The second group consists of the
 * other articles. Each group is sorted newest first.
 */
export async function listLandingPageArticles(
  queries: Queries,
  limit: number,
): Promise<ArticleMeta[]> {
  const { metas } = await listPublishedArticles(queries, {}, CANDIDATES_PER_COVER * limit);
  return moveFirstByAuthorToFront(metas).slice(0, limit);
}

/** Moves the first article of each author to the front of the list. */
function moveFirstByAuthorToFront(metas: readonly ArticleMeta[]): ArticleMeta[] {
  const byAuthor = Map.groupBy(metas, ({ authorAlias }) => authorAlias).values();
  const firstByAuthor = [...byAuthor].map(([first]) => first!);
  return [...new Map([...firstByAuthor, ...metas].map((meta) => [meta.id, meta])).values()];
}

/**
 * Number of articles that {@link listArticlesIntroducingAuthors} reads from each of two lists per category: the
 * recommended articles and the newest articles.
 */
const CANDIDATES_PER_LIST = 12;

/**
 * Returns up to `perCategory` articles from each category, chosen so that readers get to know many authors. The second
 * article of an author comes only after the first article of every other author. Within this order, articles
 * recommended to new readers come first, and newer articles come before older ones.
 */
export async function listArticlesIntroducingAuthors(
  queries: Queries,
  perCategory: number,
): Promise<ArticleMeta[]> {
  const byCategory = await Promise.all(
    CATEGORIES.map(async ({ id: category }) => {
      const [recommended, newest] = await Promise.all([
        listPublishedArticles(queries, { category, startHere: true }, CANDIDATES_PER_LIST),
        listPublishedArticles(queries, { category }, CANDIDATES_PER_LIST),
      ]);
      const candidates = [...recommended.metas, ...newest.metas];
      return moveFirstByAuthorToFront(candidates).slice(0, perCategory);
    }),
  );
  return byCategory.flat();
}

/** An article that may be suggested to a reader. It contains only the IDs that are needed to choose suggestions. */
export interface SuggestionCandidate {
  id: string;
  authorId: string;
  category: CategoryId;
  subcategory: string;
}

/**
 * Returns up to `perCategory` of the newest published articles from each category, and the published articles in
 * `otherIds`. An article may occur twice in the result.
 */
export async function listSuggestionCandidates(
  queries: Queries,
  perCategory: number,
  otherIds: readonly string[],
): Promise<SuggestionCandidate[]> {
  const { id, authorId, category, subcategory } = articles;
  const select = (condition: SQL) =>
    new QueryBuilder()
      .select({ id, authorId, category, subcategory })
      .from(articles)
      .where(and(publishedByActiveAuthorCondition, condition));
  const lists = [
    ...CATEGORIES.map((each) =>
      select(eq(category, each.id))
        .orderBy(...newestFirstOrder)
        .limit(perCategory),
    ),
    select(sql`${id} = ANY(${sql.param([...otherIds])}::uuid[])`),
  ].map((list) => sql`(${list})`);
  return queryRows<SuggestionCandidate>(
    queries,
    sql`SELECT id, author_id AS "authorId", category, subcategory
    FROM (${sql.join(lists, sql` UNION ALL `)}) AS candidates`,
  );
}

/**
 * Returns one filter for each of the three subcategories that are most closely related to the given one. The function
 * {@link listArticlesInRelatedSubcategories} lists the articles that match these filters.
 */
export function createRelatedSubcategoryFilters(
  category: string,
  subcategory: string,
): ArticleListFilters[] {
  return getRelatedSubcategoryIds(category, subcategory).map((related) => ({
    category,
    subcategory: related,
  }));
}

/**
 * Returns articles from the three subcategories that are most closely related to the given one. Returns up to
 * `perSubcategory` of the newest articles from each. The most closely related subcategory comes first.
 */
export async function listArticlesInRelatedSubcategories(
  queries: Queries,
  category: string,
  subcategory: string,
  perSubcategory: number,
): Promise<ArticleMeta[]> {
  const pages = await Promise.all(
    createRelatedSubcategoryFilters(category, subcategory).map((filters) =>
      listPublishedArticles(queries, filters, perSubcategory),
    ),
  );
  return pages.flatMap(({ metas }) => metas);
}

/** Two lists of articles that are suggested below an article. No article is in both lists. */
export interface ArticleSuggestions {
  alsoLike: ArticleMeta[];
  /** The newest articles by the same author. */
  moreFromAuthor: ArticleMeta[];
}

/**
 * Returns up to `limit` articles by the same author, and up to `limit` similar articles. Among the similar articles,
 * those that `article` links to come first, followed by those that link to `article`. `links` contains the paths of the
 * articles that `article` links to, as `alias/slug` in lower case.
 */
export async function listArticleSuggestions(
  queries: Queries,
  article: ArticleMeta,
  limit: number,
  links: readonly string[] = [],
): Promise<ArticleSuggestions> {
  const [linked, nearest, { metas }] = await Promise.all([
    listLinkedArticles(queries, article, limit, links),
    // Up to half of the most similar articles may also be in `moreFromAuthor`, and are omitted from `alsoLike`.
    // Therefore, twice as many of them are requested as are needed.
    listNearestArticles(queries, article, 2 * limit),
    listPublishedArticles(queries, { alias: article.authorAlias }, limit + 1),
  ]);
  const moreFromAuthor = metas.filter(({ id }) => id !== article.id).slice(0, limit);
  const shownIds = new Set(moreFromAuthor.map(({ id }) => id));
  const similar = new Map([...linked, ...nearest].map((meta) => [meta.id, meta]));
  const alsoLike = [...similar.values()].filter(({ id }) => !shownIds.has(id)).slice(0, limit);
  return { alsoLike, moreFromAuthor };
}

/**
 * Returns the articles that an article links to, in the order of the links. They are followed by the articles that link
 * to it, newest first.
 */
async function listLinkedArticles(
  queries: Queries,
  { id, authorAlias, path }: ArticleMeta,
  limit: number,
  links: readonly string[],
): Promise<ArticleMeta[]> {
  const ownPath = `${normalizeAlias(authorAlias)}/${path.split('/').at(-1)}`;
  const [outgoing, incoming] = await Promise.all([
    links.length ? selectLinkTargets(queries, links) : [],
    selectLinkingArticles(queries, ownPath, limit),
  ]);
  return [...outgoing, ...incoming].filter((row) => row.id !== id).map(toArticleMeta);
}

/** Returns a query for the published articles with the paths in `links`, in the order of `links`. */
function selectLinkTargets(queries: Queries, links: readonly string[]) {
  const parts = links.map((link) => link.split('/'));
  const aliases = sql.param(parts.map(([alias]) => alias));
  const slugs = sql.param(parts.map(([, slug]) => slug));
  const target = sql`unnest(${aliases}::text[], ${slugs}::text[]) WITH ORDINALITY AS target(alias, slug, place)`;
  return selectArticleMetas(queries)
    .innerJoin(
      target,
      and(
        sql`target.alias = ${authorAliasesAndLevelsSubquery.aliasKey}`,
        sql`target.slug = ${articles.slug}`,
      ),
    )
    .where(publishedByActiveAuthorCondition)
    .orderBy(sql`target.place`);
}

/**
 * Returns a query for the newest articles that link to `path`, which has the form `alias/slug`.
 *
 * `OFFSET 0` makes the planner first find all articles with this link, using the index on `links_to`. Without it, the
 * planner expects many such articles, and reads all articles by date until it has found enough. The subquery returns
 * twice as many articles as needed, because the authors of some of them may be inactive.
 */
function selectLinkingArticles(queries: Queries, path: string, limit: number) {
  const linking = sql`(
    SELECT id, published_at FROM (
      SELECT ${articles.id}, ${articles.publishedAt} FROM ${articles}
      WHERE ${arrayContains(articles.linksTo, [path])} AND ${articles.status} = 'published' OFFSET 0) AS found
    ORDER BY published_at DESC, id DESC LIMIT ${2 * limit}
  ) AS linking`;
  return selectArticleMetas(queries)
    .innerJoin(linking, sql`linking.id = ${articles.id}`)
    .where(publishedByActiveAuthorCondition)
    .orderBy(sql`linking.published_at DESC`, sql`linking.id DESC`)
    .limit(limit);
}

/**
 * Returns the articles that are most similar to an article, in groups from narrow to wide: the same
 * subcategory, each related subcategory (the most closely related first), the rest of the category,
 * articles published before this one, and the newest of all articles. Each group is sorted newest
 * first.
 *
 * Without the group of earlier articles, all articles of a small category would suggest the same
 * few articles. No index sorts articles by similarity, so the query has a subquery for each group.
 */
async function listNearestArticles(
  queries: Queries,
  article: ArticleMeta,
  limit: number,
): Promise<ArticleMeta[]> {
  const nearest = [
    article.subcategory,
    ...getRelatedSubcategoryIds(article.category, article.subcategory),
  ];
  const rows = await runPreparedQuery(
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

/**
 * Returns a query for the articles that are most similar to an article. It has a subquery for each of
 * `subcategoryCount` subcategories (the article's own and the related ones), one for the category, one for earlier
 * articles, and one for all articles.
 */
function selectNearest(queries: Queries, subcategoryCount: number) {
  const { placeholder } = sql;
  const inCategory = eq(articles.category, placeholder('category'));
  const groups = [
    ...Array.from({ length: subcategoryCount }, (_, at) =>
      and(inCategory, eq(articles.subcategory, placeholder(`subcategory ${at}`))),
    ),
    inCategory,
    createAfterCursorCondition({ publishedAt: placeholder('at'), id: placeholder('id') }),
    undefined,
  ];
  const isOtherArticle = ne(articles.id, placeholder('id'));
  const newest = groups.map((group, distance) => {
    const subquery = new QueryBuilder()
      .select({
        id: articles.id,
        publishedAt: articles.publishedAt,
        distance: sql`${sql.raw(String(distance))}`.as('distance'),
      })
      .from(articles)
      .where(and(publishedByActiveAuthorCondition, isOtherArticle, group))
      .orderBy(...newestFirstOrder)
      .limit(placeholder('limit'));
    return sql`(${subquery})`;
  });
  // Several subqueries may find the same article. `min(distance)` keeps the article only in the group with the most
  // similar articles.
  const nearest = sql`(
    SELECT id, min(distance) AS distance FROM (${sql.join(newest, sql` UNION ALL `)}) AS found
    GROUP BY id, published_at ORDER BY min(distance), published_at DESC, id DESC LIMIT ${placeholder('limit')}
  ) AS nearest`;
  return selectArticleMetas(queries)
    .innerJoin(nearest, sql`nearest.id = ${articles.id}`)
    .orderBy(sql`nearest.distance`, ...newestFirstOrder);
}
