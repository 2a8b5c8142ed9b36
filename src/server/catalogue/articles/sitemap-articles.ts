import { and, asc, eq, gte, lt, type SQLWrapper, sql } from 'drizzle-orm';
import type { CategoryId } from '#domain/categories.ts';
import { PAGE_SIZES } from '#domain/paging.ts';
import { articlePath } from '#domain/paths.ts';
import { authorAliasesAndLevelsSubquery } from '#server/catalogue/authors/repository.ts';
import type { Queries } from '#server/platform/db/database.ts';
import {
  newestFirstOrder,
  publishedByActiveAuthorCondition,
  toArticleImage,
} from './article-metas.ts';
import type { TimeRange } from './publication-periods.ts';
import { articleCountsByCategoryAndMinutes, articles } from './schema.ts';

/** The data that a sitemap contains about an article. */
export interface SitemapArticle {
  path: string;
  /** The URL of the cover, or only its path if Octavo hosts the picture. */
  imageSrc: string;
  /** Time of the last change to the article. */
  changedAt: Date;
}

/** Lists up to `limit` articles that were published in a time range, oldest first. */
export async function listArticlesForSitemap(
  queries: Queries,
  range: TimeRange,
  limit: number,
): Promise<SitemapArticle[]> {
  const rows = await queries
    .select({
      alias: authorAliasesAndLevelsSubquery.alias,
      slug: articles.slug,
      category: articles.category,
      image: articles.image,
      changedAt: changeTime,
    })
    .from(articles)
    .innerJoin(
      authorAliasesAndLevelsSubquery,
      eq(authorAliasesAndLevelsSubquery.id, articles.authorId),
    )
    .where(isPublishedIn(range))
    .orderBy(...oldestFirstOrder)
    .limit(limit);
  return rows.map(({ alias, slug, category, image, changedAt }) => ({
    path: articlePath(alias, slug),
    imageSrc: toArticleImage(image, category as CategoryId).src,
    changedAt,
  }));
}

/** Returns the earliest publication time of an article in a time range, or `undefined` if there is none. */
export async function findFirstPublicationTime(
  queries: Queries,
  range: TimeRange,
): Promise<Date | undefined> {
  const [row] = await queries
    .select({ at: articles.publishedAt })
    .from(articles)
    .where(isPublishedIn(range))
    .orderBy(...oldestFirstOrder)
    .limit(1);
  return row?.at;
}

/**
 * Returns the number of articles that were published in a time range, up to `limit`, and the time of the last change to
 * any of the counted articles.
 */
export async function summarizeArticlesOfPeriod(
  queries: Queries,
  range: TimeRange,
  limit: number,
): Promise<{ count: number; changedAt: Date }> {
  const articlesOfPeriod = queries
    .select({ changedAt: changeTime.as('changed_at') })
    .from(articles)
    .where(isPublishedIn(range))
    .orderBy(...oldestFirstOrder)
    .limit(limit)
    .as('of_period');
  const [row] = await queries
    .select({
      count: sql<number>`count(*)::int`,
      changedAt: sql`coalesce(max(${articlesOfPeriod.changedAt}), to_timestamp(0))`.mapWith(toDate),
    })
    .from(articlesOfPeriod);
  return row!;
}

/** Returns the publication times of the given articles, which may have any status. */
export async function listPublicationTimes(
  queries: Queries,
  ids: readonly string[],
): Promise<Date[]> {
  if (!ids.length) return [];
  const rows = await queries
    .select({ at: articles.publishedAt })
    .from(articles)
    .where(sql`${articles.id} = ANY(${sql.param([...ids])}::uuid[])`);
  return rows.map(({ at }) => at);
}

/**
 * Returns the subcategories that have articles. For each of them, returns the time of the last change to an article on
 * the first page of its list.
 */
export async function listSubcategoriesWithLastChange(
  queries: Queries,
): Promise<{ category: string; subcategory: string; changedAt: Date }[]> {
  const { category, subcategory, count } = articleCountsByCategoryAndMinutes;
  const filled = queries
    .selectDistinct({ category, subcategory })
    .from(articleCountsByCategoryAndMinutes)
    .where(sql`${count} > 0`)
    .as('filled');
  const newest = queries
    .select({ changedAt: changeTime.as('changed_at') })
    .from(articles)
    .where(
      and(
        eq(articles.category, filled.category),
        eq(articles.subcategory, filled.subcategory),
        publishedByActiveAuthorCondition,
      ),
    )
    .orderBy(...newestFirstOrder)
    .limit(PAGE_SIZES.articles)
    .as('newest');
  return queries
    .select({
      category: filled.category,
      subcategory: filled.subcategory,
      changedAt: sql`max(${newest.changedAt})`.mapWith(toDate),
    })
    .from(filled)
    .innerJoinLateral(newest, sql`true`)
    .groupBy(filled.category, filled.subcategory)
    .orderBy(asc(filled.category), asc(filled.subcategory));
}

/**
 * Returns an SQL expression for the time of an author's newest publication. `authorId` is the column with the author's
 * ID.
 */
export function createLastPublicationTimeSql(authorId: SQLWrapper) {
  return sql`(
    SELECT a.published_at FROM ${articles} a WHERE a.author_id = ${authorId} AND a.status = 'published'
    ORDER BY a.published_at DESC NULLS FIRST, a.id DESC NULLS FIRST LIMIT 1)`;
}

const toDate = (value: string | Date) => new Date(value);
/**
 * The time of an article's last change or of its publication, whichever is later. The last change to a scheduled or
 * imported article may be earlier than its publication.
 */
const changeTime = sql`greatest(${articles.updatedAt}, ${articles.publishedAt})`.mapWith(toDate);
const oldestFirstOrder = [asc(articles.publishedAt), asc(articles.id)];

function isPublishedIn({ from, until }: TimeRange) {
  return and(
    publishedByActiveAuthorCondition,
    gte(articles.publishedAt, from),
    lt(articles.publishedAt, until),
  );
}
