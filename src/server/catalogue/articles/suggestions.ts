import { and, arrayContains, eq, ne, type SQL, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import type { ArticleMeta } from '#domain/article.ts';
import { CATEGORIES, type CategoryId } from '#domain/categories.ts';
import { normalizeAlias } from '#domain/paths.ts';
import { getRelatedSubcategoryIds } from '#domain/related-subcategories.ts';
import { authorAliasesAndLevelsSubquery } from '#server/catalogue/authors/repository.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { executeRows } from '#server/platform/db/execute-rows.ts';
import { runPreparedQuery } from '#server/platform/db/prepared.ts';
import {
  afterCursorCondition,
  newestFirstOrder,
  publishedByActiveAuthorCondition,
  selectArticleMetas,
  toArticleMeta,
} from './article-metas.ts';
import { type ArticleListFilters, listPublishedArticles } from './repository.ts';
import { articles } from './schema.ts';

/**
 * How many of the newest articles {@link listLandingPageArticles} reads for each article that it returns. It reads more
 * articles than it returns, so that it can choose articles by different authors.
 */
const CANDIDATES_PER_COVER = 4;

/**
 * Returns `limit` of the newest articles for the covers on the landing page. The newest article of each author comes
 * first, so that the covers show many authors, followed by all other articles. Both groups are sorted newest first.
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

/** Number of candidates that {@link listArticlesIntroducingAuthors} reads from each article list. */
const CANDIDATES_PER_LIST = 12;

/**
 * Returns articles that introduce authors to readers, up to `perCategory` for each category. The first article of each
 * author comes before any second one. Articles recommended to new readers come before others, and newer articles before
 * older ones.
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

/** A candidate for article suggestions, with only the IDs that are needed to choose suggestions. */
export interface SuggestionCandidate {
  id: string;
  authorId: string;
  category: CategoryId;
  subcategory: string;
}

/**
 * Returns up to `perCategory` of the newest articles of each category, and the published ones among the articles whose
 * IDs are in `otherIds`. An article may be in the result twice.
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
  return executeRows<SuggestionCandidate>(
    queries,
    sql`SELECT id, author_id AS "authorId", category, subcategory
    FROM (${sql.join(lists, sql` UNION ALL `)}) AS candidates`,
  );
}

/**
 * Returns the list filters for {@link listArticlesInRelatedSubcategories}, one for each of the three nearest
 * subcategories.
 */
export function createRelatedFilters(category: string, subcategory: string): ArticleListFilters[] {
  return getRelatedSubcategoryIds(category, subcategory).map((related) => ({
    category,
    subcategory: related,
  }));
}

/**
 * Returns up to `perSubcategory` of the newest articles from each of the three subcategories nearest to the given one.
 * The articles of the nearest subcategory come first.
 */
export async function listArticlesInRelatedSubcategories(
  queries: Queries,
  category: string,
  subcategory: string,
  perSubcategory: number,
): Promise<ArticleMeta[]> {
  const pages = await Promise.all(
    createRelatedFilters(category, subcategory).map((filters) =>
      listPublishedArticles(queries, filters, perSubcategory),
    ),
  );
  return pages.flatMap(({ metas }) => metas);
}

/** Two lists of articles to read after an article. No article is in both lists. */
export interface ArticleSuggestions {
  alsoLike: ArticleMeta[];
  /** The newest articles by the same author. */
  moreFromAuthor: ArticleMeta[];
}

/**
 * Returns up to `limit` articles by the same author and up to `limit` similar articles. Similar articles that link to
 * `article`, or are linked from it, come first. `links` contains the articles that `article` links to, as `alias/slug`
 * in lower case.
 */
export async function listArticleSuggestions(
  queries: Queries,
  article: ArticleMeta,
  limit: number,
  links: readonly string[] = [],
): Promise<ArticleSuggestions> {
  const [linked, nearest, { metas }] = await Promise.all([
    listLinkedArticles(queries, article, limit, links),
    // Reads twice as many articles as needed, because up to half of them may also be in `moreFromAuthor`. Those are
    // removed below.
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
 * Returns the articles that an article links to, in the order of the links, followed by the articles that link to it,
 * newest first.
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

/** Returns a query for the published articles that `links` point to, in the order of the links. */
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
 * Returns a query for the newest articles that link to `path`, which has the form `alias/slug`. `OFFSET 0` makes the
 * planner find all linking articles with the index on `links_to`. Otherwise, the planner would overestimate the number
 * of linking articles and read articles in the order of their dates until it has found enough. Twice as many articles
 * as needed are joined with their authors, because some authors may be inactive.
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
 * Returns the articles most similar to an article, grouped in this order: the same subcategory, the three related
 * subcategories, the rest of the category, articles published before this one, and the newest articles of the whole
 * library. Each group is sorted newest first.
 *
 * The group of earlier articles prevents the articles of a small category from all suggesting the same few articles. No
 * index sorts by similarity, so the statement has one subquery per group.
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
 * Returns a query for the articles nearest to an article. The query has one subquery for each of the nearest
 * subcategories (`subcategoryCount` is their number), one for the category, one for articles published earlier, and one
 * for all articles.
 */
function selectNearest(queries: Queries, subcategoryCount: number) {
  const { placeholder } = sql;
  const inCategory = eq(articles.category, placeholder('category'));
  const groups = [
    ...Array.from({ length: subcategoryCount }, (_, at) =>
      and(inCategory, eq(articles.subcategory, placeholder(`subcategory ${at}`))),
    ),
    inCategory,
    afterCursorCondition({ publishedAt: placeholder('at'), id: placeholder('id') }),
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
  // Several subqueries may find the same article, since wider groups include narrower ones. `min(distance)` assigns the
  // article to its narrowest group.
  const nearest = sql`(
    SELECT id, min(distance) AS distance FROM (${sql.join(newest, sql` UNION ALL `)}) AS found
    GROUP BY id, published_at ORDER BY min(distance), published_at DESC, id DESC LIMIT ${placeholder('limit')}
  ) AS nearest`;
  return selectArticleMetas(queries)
    .innerJoin(nearest, sql`nearest.id = ${articles.id}`)
    .orderBy(sql`nearest.distance`, ...newestFirstOrder);
}
