import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { chooseDistinctVariant, countVariants, DRAWING_VERSION, drawCover } from '#covers/cover.ts';
import type { CategoryId } from '#domain/categories.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { queryRows } from '#server/platform/db/query-rows.ts';
import { publishedByActiveAuthorCondition } from './article-metas.ts';
import { articles, type StoredArticleImage } from './schema.ts';

/**
 * Maximum number of published articles, and of unpublished ones, whose covers are compared with a new cover in the same
 * category. The newest articles are used. The number is at least twice the number of cover variants in a category.
 * Covers of older articles would make no difference, because their variants also occur among the newer covers.
 */
const COMPARED_COVERS = 300;

/** The covers with which new covers are compared, and the current covers of the articles that get a new cover. */
export interface CoversToCompare {
  /** The newest covers of each category. The cover of the newest article comes first. */
  byCategory: Map<string, { id: string; variant: number }[]>;
  /** The current cover of each article, keyed by article ID. */
  byArticle: Map<string, { category: string; variant: number }>;
}

/** Loads the newest covers of the given categories, and the current covers of the given articles. */
export async function loadCoversToCompare(
  queries: Queries,
  categories: readonly string[],
  articleIds: readonly string[],
): Promise<CoversToCompare> {
  const newest = await listNewestCoverVariantsByCategory(queries, categories, COMPARED_COVERS);
  const current = await findCoverVariants(queries, articleIds);
  return {
    byCategory: Map.groupBy(newest, ({ category }) => category),
    byArticle: new Map(current.map(({ id, category, variant }) => [id, { category, variant }])),
  };
}

/**
 * Returns the cover of an article. The cover is a drawing, and its variant determines the layout
 * and colors. If `chosenVariant` is undefined, an article that stays in its category keeps its
 * variant. Other articles get a variant that differs from the newest covers in the category. Every
 * new drawing gets a new key and therefore a new URL. Adds a newly chosen variant to `byCategory`,
 * so that the next cover differs from it too.
 */
export function chooseCover(
  id: string,
  category: CategoryId,
  alt: string,
  { byCategory, byArticle }: CoversToCompare,
  chosenVariant?: number,
): StoredArticleImage {
  const currentCover = byArticle.get(id);
  const newestCovers = byCategory.get(category) ?? [];
  const keepsVariant = chosenVariant === undefined && currentCover?.category === category;
  const variant =
    chosenVariant ??
    (keepsVariant
      ? currentCover!.variant
      : chooseDistinctVariant(
          category,
          id,
          newestCovers.map((cover) => cover.variant),
        ));
  if (!keepsVariant) byCategory.set(category, [{ id, variant }, ...newestCovers]);
  const { ground } = drawCover({ category, seed: id, variant });
  return { cover: `${id}.${category}${variant}.${DRAWING_VERSION}`, variant, alt, ground };
}

/**
 * Returns `variant` if the category has a drawing with this number, or `undefined` if not. Categories have different
 * numbers of drawings, so an article that moves to another category may lose its variant.
 */
export function keepVariantIfInCategory(
  variant: number | undefined,
  category: CategoryId,
): number | undefined {
  return variant !== undefined && variant < countVariants(category) ? variant : undefined;
}

const coverKey = sql<string>`${articles.image}->>'cover'`;

/**
 * Returns the category and the variant from which an article's cover is drawn. Returns `undefined` if `key` is not the
 * key of the article's cover. The article may have any status.
 */
export async function findCoverCategoryAndVariant(
  queries: Queries,
  articleId: string,
  key: string,
): Promise<{ category: CategoryId; variant: number } | undefined> {
  const [row] = await queries
    .select({ category: articles.category, image: articles.image })
    .from(articles)
    .where(and(eq(articles.id, articleId), eq(coverKey, key)));
  return row && { category: row.category as CategoryId, variant: row.image.variant };
}

/** Lists the cover keys of the newest published articles. */
export async function listNewestCoverKeys(queries: Queries, limit: number): Promise<string[]> {
  const rows = await queries
    .select({ key: coverKey })
    .from(articles)
    .where(publishedByActiveAuthorCondition)
    .orderBy(desc(articles.publishedAt))
    .limit(limit);
  return rows.map(({ key }) => key);
}

/** Returns true if an article uses this photograph, regardless of the article's status. */
export async function isPhotoUsedByAnyArticle(queries: Queries, photoId: string): Promise<boolean> {
  return (await queries.$count(articles, eq(sql`${articles.image}->'photo'->>'id'`, photoId))) > 0;
}

/**
 * Returns the cover variants of the newest articles in each category, newest first. For each category, reads up to
 * `limit` published articles and up to `limit` unpublished ones. Unpublished articles are included because they already
 * have covers.
 */
async function listNewestCoverVariantsByCategory(
  queries: Queries,
  categories: readonly string[],
  limit: number,
) {
  if (!categories.length) return [];
  const newest = (status: SQL) => sql`(
    SELECT a.id, a.image, a.published_at FROM ${articles} a
    WHERE a.category = requested.category AND ${status}
    ORDER BY a.published_at DESC NULLS FIRST, a.id DESC NULLS FIRST LIMIT ${limit})`;
  return queryRows<{ id: string; category: string; variant: number }>(
    queries,
    sql`SELECT newest.id, requested.category, (newest.image->>'variant')::int AS variant
      FROM unnest(${sql.param([...new Set(categories)])}::text[]) AS requested (category),
      LATERAL (${newest(sql`a.status = 'published'`)} UNION ALL ${newest(sql`a.status <> 'published'`)}) AS newest
      ORDER BY newest.published_at DESC, newest.id DESC`,
  );
}

/** Returns the category and the cover variant of each of the given articles. Skips unknown IDs. */
async function findCoverVariants(queries: Queries, ids: readonly string[]) {
  if (!ids.length) return [];
  const rows = await queries
    .select({ id: articles.id, category: articles.category, image: articles.image })
    .from(articles)
    .where(inArray(articles.id, [...ids]));
  return rows.map(({ id, category, image }) => ({ id, category, variant: image.variant }));
}
