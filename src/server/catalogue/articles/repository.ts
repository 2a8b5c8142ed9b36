import { and, asc, desc, eq, or, type SQL, sql } from 'drizzle-orm';
import type { Article, ArticleMeta } from '#domain/article.ts';
import {
  type ArticleOrAuthorCountsByCategory,
  countArticlesOrAuthorsByCategory,
} from '#domain/category-counts.ts';
import type { ExploreListName } from '#domain/explore-list-name.ts';
import { articlePath, normalizeAlias } from '#domain/paths.ts';
import {
  authorAliasesAndLevelsSubquery,
  createAuthorIdByAliasSql,
  createAuthorIdByAnyAliasSql,
  createAuthorIdByFormerAliasSql,
} from '#server/catalogue/authors/repository.ts';
import type { Queries } from '#server/platform/db/database.ts';
import {
  createPageFromRows,
  decodePageToken,
  encodePageToken,
  timestampAndIdKeySchema,
} from '#server/platform/db/page-token.ts';
import { runPreparedQuery } from '#server/platform/db/prepared.ts';
import { InvalidRequestError } from '#server/platform/errors.ts';
import {
  type ArticleListPage,
  articleMetaColumns,
  createAfterCursorCondition,
  newestFirstOrder,
  publishedByActiveAuthorCondition,
  selectArticleMetas,
  toArticleMeta,
} from './article-metas.ts';
import { listPopularArticles, requireValidPopularListToken } from './popular-articles.ts';
import { isOrWasPublishedCondition } from './publication-conditions.ts';
import {
  articleCountsByCategoryAndMinutes,
  articles,
  formerSlugs,
  shortArticleCondition,
} from './schema.ts';

/** Filters of an article list. A filter that is `undefined` matches all articles. */
export interface ArticleListFilters {
  alias?: string | undefined;
  category?: string | undefined;
  subcategory?: string | undefined;
  /** True to list only articles that are recommended to new readers. */
  startHere?: boolean | undefined;
  /**
   * The list that the reader has chosen on the Explore page. The default is `new`. Lists other than `new` cannot be
   * filtered by author or by recommendation.
   */
  show?: ExploreListName | undefined;
}

/**
 * Returns a page of published articles, newest first. If `show` is `popular`, returns the most popular articles first.
 * A page token identifies the last article on a page, so no article is skipped or repeated if articles are published
 * between two requests. If the author alias is unknown, returns an empty page.
 */
export async function listPublishedArticles(
  queries: Queries,
  filters: ArticleListFilters,
  limit: number,
  token?: string,
): Promise<ArticleListPage> {
  const { category, subcategory, startHere, show } = filters;
  if (show === 'popular') return listPopularArticles(queries, filters, limit, token);
  const alias = filters.alias && normalizeAlias(filters.alias);
  const context = createTokenContext(filters);
  const [at, id] = token ? decodePageToken(context, token, timestampAndIdKeySchema) : [];
  const values = { alias, category, subcategory, at, id };
  const definedValues = Object.entries(values).filter(([, value]) => value);
  const { placeholder } = sql;
  const rows = await runPreparedQuery(
    queries,
    `articles${startHere ? ' to start with' : ''}${show === 'short' ? ' short' : ''} by ${definedValues.map(([name]) => name)}`,
    () =>
      selectArticleMetas(queries)
        .where(
          and(
            publishedByActiveAuthorCondition,
            alias
              ? eq(articles.authorId, createAuthorIdByAnyAliasSql(placeholder('alias')))
              : undefined,
            category ? eq(articles.category, placeholder('category')) : undefined,
            subcategory ? eq(articles.subcategory, placeholder('subcategory')) : undefined,
            startHere ? articles.startsHere : undefined,
            show === 'short' ? shortArticleCondition : undefined,
            at
              ? createAfterCursorCondition({
                  publishedAt: placeholder('at'),
                  id: placeholder('id'),
                })
              : undefined,
          ),
        )
        .orderBy(...newestFirstOrder)
        .limit(placeholder('limit')),
    { ...values, limit: limit + 1 },
  );
  const { page, nextToken } = createPageFromRows(rows, limit, context, (last) => [
    last.publishedAt.toISOString(),
    last.id,
  ]);
  return { metas: page.map(toArticleMeta), nextToken };
}

/**
 * Returns a string that identifies an article list. Page tokens contain it, so a token is only valid for the list that
 * issued it.
 */
function createTokenContext(filters: ArticleListFilters): string {
  const { alias = '', category = '', subcategory = '', startHere = false, show } = filters;
  const kind = `${startHere ? ' start' : ''}${show === 'short' ? ' short' : ''}`;
  return `articles ${normalizeAlias(alias)} ${category} ${subcategory}${kind}`;
}

/**
 * Throws {@link InvalidRequestError} if the page token is not one that {@link listPublishedArticles} returns. A valid
 * token is in canonical form, and its article is in the list. Without this check, clients that invent tokens could fill
 * the cache. With it, there are at most as many cached pages as articles.
 */
export async function requireValidArticleListToken(
  queries: Queries,
  filters: ArticleListFilters,
  token: string,
): Promise<void> {
  if (filters.show === 'popular') return requireValidPopularListToken(queries, filters, token);
  const context = createTokenContext(filters);
  const key = decodePageToken(context, token, timestampAndIdKeySchema);
  const { alias, category, subcategory } = filters;
  const [at, id] = key;
  const isListedArticle = and(
    publishedByActiveAuthorCondition,
    eq(articles.id, id),
    eq(articles.publishedAt, new Date(at)),
    alias ? eq(articles.authorId, createAuthorIdByAnyAliasSql(normalizeAlias(alias))) : undefined,
    category ? eq(articles.category, category) : undefined,
    subcategory ? eq(articles.subcategory, subcategory) : undefined,
    filters.startHere ? articles.startsHere : undefined,
    filters.show === 'short' ? shortArticleCondition : undefined,
  );
  const isGenuine =
    encodePageToken(context, key) === token &&
    (await queries.$count(articles, isListedArticle)) > 0;
  if (!isGenuine)
    throw new InvalidRequestError('This list has no page that starts at this nextToken.');
}

/** Returns the number of published articles in each category and subcategory. */
export async function countArticlesByCategory(
  queries: Queries,
): Promise<ArticleOrAuthorCountsByCategory> {
  const rows = await queries
    .select({
      category: articleCountsByCategoryAndMinutes.category,
      subcategory: articleCountsByCategoryAndMinutes.subcategory,
      count: sql<number>`sum(${articleCountsByCategoryAndMinutes.count})::int`,
    })
    .from(articleCountsByCategoryAndMinutes)
    .groupBy(
      articleCountsByCategoryAndMinutes.category,
      articleCountsByCategoryAndMinutes.subcategory,
    )
    .having(sql`sum(${articleCountsByCategoryAndMinutes.count}) > 0`);
  return countArticlesOrAuthorsByCategory(rows);
}

/**
 * Returns the median reading time of all published articles in minutes, rounded up. Returns `null` if there are none.
 */
export async function computeMedianReadingMinutes(queries: Queries): Promise<number | null> {
  const rows = await queries
    .select({
      minutes: articleCountsByCategoryAndMinutes.readingMinutes,
      count: sql<number>`sum(${articleCountsByCategoryAndMinutes.count})::int`,
    })
    .from(articleCountsByCategoryAndMinutes)
    .groupBy(articleCountsByCategoryAndMinutes.readingMinutes)
    .orderBy(articleCountsByCategoryAndMinutes.readingMinutes);
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  if (!total) return null;
  /** Returns the reading time at `position`, starting at 0, in the sorted list of all articles' reading times. */
  const getMinutesAt = (position: number) => {
    let remaining = position;
    for (const { minutes, count } of rows) {
      if (remaining < count) return minutes;
      remaining -= count;
    }
    throw new RangeError(`There are only ${total} articles.`);
  };
  const low = getMinutesAt(Math.floor((total - 1) / 2));
  const high = getMinutesAt(Math.floor(total / 2));
  return Math.ceil((low + high) / 2);
}

/** Returns the given articles that are published, in the order of `ids`. */
export async function findPublishedArticleMetasByIds(
  queries: Queries,
  ids: readonly string[],
): Promise<ArticleMeta[]> {
  if (!ids.length) return [];
  const rows = await selectArticleMetas(queries).where(
    and(publishedByActiveAuthorCondition, hasOneOfIds(ids)),
  );
  return sortByIds(rows.map(toArticleMeta), ids);
}

/** Returns the given articles that are published, with their texts, in the order of `ids`. */
export async function findFullArticlesByIds(
  queries: Queries,
  ids: readonly string[],
): Promise<Article[]> {
  if (!ids.length) return [];
  const rows = await selectFullArticles(queries).where(
    and(publishedByActiveAuthorCondition, hasOneOfIds(ids)),
  );
  return sortByIds(rows.map(toFullArticle), ids);
}

/**
 * Returns an SQL condition for the articles with the given IDs. Passes all IDs as one array parameter, because
 * PostgreSQL took twice as long to parse a query with a thousand separate parameters.
 */
function hasOneOfIds(ids: readonly string[]): SQL {
  return sql`${articles.id} = ANY(${sql.param([...ids])}::uuid[])`;
}

function sortByIds<Item extends { id: string }>(
  items: readonly Item[],
  ids: readonly string[],
): Item[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Lists the IDs of all published articles for which audio is turned on, newest first. */
export async function listAudioEnabledArticleIds(queries: Queries): Promise<string[]> {
  const rows = await queries
    .select({ id: articles.id })
    .from(articles)
    .where(and(publishedByActiveAuthorCondition, articles.hasAudio))
    .orderBy(...newestFirstOrder);
  return rows.map(({ id }) => id);
}

/** Returns the number of published articles for which audio is turned on. */
export async function countAudioEnabledArticles(queries: Queries): Promise<number> {
  const [row] = await queries
    .select({
      count: sql<number>`coalesce(sum(${articleCountsByCategoryAndMinutes.count}), 0)::int`,
    })
    .from(articleCountsByCategoryAndMinutes);
  // Counting the articles without audio and subtracting them is fast, because there are few of them and they have their
  // own index.
  const withoutAudio = await queries.$count(
    articles,
    and(publishedByActiveAuthorCondition, sql`NOT has_audio`),
  );
  return row!.count - withoutAudio;
}

/** The result of a search for an article by its URL. */
export type ArticleLookupResult =
  | { kind: 'found'; article: Article }
  /**
   * The article has another path now, or the requested path differs from the article's path only in letter case. `path`
   * is the article's current path.
   */
  | { kind: 'moved'; path: string }
  | { kind: 'withdrawn'; id: string };

/** Finds the article that has or had the path `/{alias}/{slug}`. Returns `undefined` if no article ever had it. */
export async function findArticleByPath(
  queries: Queries,
  alias: string,
  slug: string,
): Promise<ArticleLookupResult | undefined> {
  const [row] = await runPreparedQuery(
    queries,
    'article by path',
    () => selectFullArticles(queries).where(eq(articles.id, articleIdByPath)),
    { alias: normalizeAlias(alias), slug: slug.toLowerCase() },
  );
  if (!row || (row.status !== 'published' && row.status !== 'archived')) return undefined;
  if (!row.isPublished) return { kind: 'withdrawn', id: row.id };
  const path = articlePath(row.alias, row.slug);
  if (path !== articlePath(alias, slug)) return { kind: 'moved', path };
  return {
    kind: 'found',
    article: toFullArticle(row),
  };
}

/**
 * Minimum trigram similarity, from 0 to 1, between a mistyped slug and a suggested one. Two typing errors in a long
 * slug result in a similarity of about 0.6.
 */
const MIN_SLUG_SIMILARITY = 0.4;

/**
 * Returns the path of the author's article whose slug is most similar to a mistyped slug. Returns `undefined` if no
 * slug is similar enough. `alias` must be the author's current alias.
 */
export async function findSimilarArticlePath(
  queries: Queries,
  alias: string,
  slug: string,
): Promise<string | undefined> {
  const similarity = sql<number>`similarity(${articles.slug}, ${slug})`;
  const [row] = await queries
    .select({ slug: articles.slug, similarity })
    .from(articles)
    .where(
      and(
        publishedByActiveAuthorCondition,
        eq(articles.authorId, createAuthorIdByAliasSql(normalizeAlias(alias))),
      ),
    )
    .orderBy(desc(similarity), asc(articles.id))
    .limit(1);
  return row && row.similarity >= MIN_SLUG_SIMILARITY ? articlePath(alias, row.slug) : undefined;
}

/** Finds a published article with its text. */
export async function findPublishedArticleById(
  queries: Queries,
  id: string,
): Promise<Article | undefined> {
  const [row] = await selectFullArticles(queries).where(
    and(eq(articles.id, id), publishedByActiveAuthorCondition),
  );
  return row && toFullArticle(row);
}

/**
 * Returns true if the article is by the author who has or had this alias. Former aliases are accepted, because a page
 * that was opened before the author was renamed must still work. If `mayBeWithdrawn` is true, also accepts
 * withdrawn articles.
 */
export async function isPublishedArticleByAuthor(
  queries: Queries,
  alias: string,
  articleId: string,
  { mayBeWithdrawn }: { mayBeWithdrawn: boolean },
): Promise<boolean> {
  const key = normalizeAlias(alias);
  const count = await queries.$count(
    articles,
    and(
      eq(articles.id, articleId),
      or(
        eq(articles.authorId, createAuthorIdByAliasSql(key)),
        eq(articles.authorId, createAuthorIdByFormerAliasSql(key)),
      ),
      mayBeWithdrawn ? isOrWasPublishedCondition : publishedByActiveAuthorCondition,
    ),
  );
  return count > 0;
}

function selectFullArticles(queries: Queries) {
  return queries
    .select({
      ...articleMetaColumns,
      status: articles.status,
      isPublished: sql<boolean>`${publishedByActiveAuthorCondition}`,
      body: articles.body,
      updatedAt: articles.updatedAt,
    })
    .from(articles)
    .innerJoin(
      authorAliasesAndLevelsSubquery,
      eq(authorAliasesAndLevelsSubquery.id, articles.authorId),
    );
}

function toFullArticle(row: Awaited<ReturnType<typeof selectFullArticles>>[number]): Article {
  return { ...toArticleMeta(row), updatedAt: row.updatedAt.toISOString(), body: row.body };
}

/**
 * SQL expression for the ID of the article that has the path `/{alias}/{slug}` now. If there is none, it is the ID of
 * the article that had this path before.
 */
const articleIdByPath = sql`(
  SELECT coalesce(
    (SELECT a.id FROM ${articles} a WHERE a.author_id = author.id AND a.slug = ${sql.placeholder('slug')}),
    (SELECT f.article_id FROM ${formerSlugs} f WHERE f.author_id = author.id AND f.slug = ${sql.placeholder('slug')})
  ) FROM (SELECT ${createAuthorIdByAnyAliasSql(sql.placeholder('alias'))} AS id) AS author)`;
