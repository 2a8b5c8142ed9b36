import { and, desc, eq, type Placeholder, sql } from 'drizzle-orm';
import { createCoverAltText } from '#covers/description.ts';
import type { ArticleMeta } from '#domain/article.ts';
import { formatAttributionHtml, OCTAVO_ATTRIBUTION } from '#domain/attribution.ts';
import type { CategoryId } from '#domain/categories.ts';
import { formatPicturePath } from '#domain/images.ts';
import type { Level } from '#domain/level.ts';
import { articlePath } from '#domain/paths.ts';
import {
  authorAliasesAndLevelsSubquery,
  inactiveAuthorIdArraySql,
} from '#server/catalogue/authors/repository.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { articles, type StoredArticleImage } from './schema.ts';

/** The article and author columns that {@link toArticleMeta} reads. */
export const articleMetaColumns = {
  id: articles.id,
  alias: authorAliasesAndLevelsSubquery.alias,
  slug: articles.slug,
  title: articles.title,
  tagline: articles.tagline,
  category: articles.category,
  subcategory: articles.subcategory,
  /**
   * The level of knowledge that readers need: the article's own level, or its author's level if the article has none.
   */
  level: sql<Level>`coalesce(${articles.level}, ${authorAliasesAndLevelsSubquery.level})`,
  readingMinutes: articles.readingMinutes,
  hasAudio: articles.hasAudio,
  image: articles.image,
  publishedAt: articles.publishedAt,
};

/** A page of an article list. `nextToken` is the pagination token of the next page, or `null` on the last page. */
export interface ArticleListPage {
  metas: ArticleMeta[];
  nextToken: string | null;
}

type MetaRow = Pick<
  typeof articles.$inferSelect,
  Exclude<keyof typeof articleMetaColumns, 'alias' | 'level'>
> & {
  alias: string;
  level: Level;
};

/**
 * SQL condition for the articles that readers can see: published articles by active authors. If an author is retired,
 * their articles keep the status `published`, and become visible again when the author is reinstated.
 */
export const publishedByActiveAuthorCondition = and(
  eq(articles.status, 'published'),
  sql`${articles.authorId} <> ALL(${inactiveAuthorIdArraySql})`,
)!;
export const newestFirstOrder = [desc(articles.publishedAt), desc(articles.id)];

/**
 * A position in an article list sorted by publication time. It consists of an article's publication time (ISO 8601 with
 * milliseconds) and its ID.
 */
export interface ArticleCursor {
  publishedAt: string;
  id: string;
}

/** Returns an SQL condition for the articles that follow the cursor in a list sorted newest first. */
export const createAfterCursorCondition = ({
  publishedAt,
  id,
}: { [Part in keyof ArticleCursor]: string | Placeholder }) =>
  sql`(${articles.publishedAt}, ${articles.id}) < (${publishedAt}::timestamptz, ${id}::uuid)`;

/** Returns a query for the columns that {@link toArticleMeta} reads. The caller adds the conditions and the order. */
export function selectArticleMetas(queries: Queries) {
  return queries
    .select(articleMetaColumns)
    .from(articles)
    .innerJoin(
      authorAliasesAndLevelsSubquery,
      eq(authorAliasesAndLevelsSubquery.id, articles.authorId),
    );
}

/** Converts a database row to the article data that lists and article cards show. */
export function toArticleMeta(row: MetaRow): ArticleMeta {
  const category = row.category as CategoryId;
  return {
    id: row.id,
    authorAlias: row.alias,
    path: articlePath(row.alias, row.slug),
    title: row.title,
    tagline: row.tagline,
    category,
    subcategory: row.subcategory,
    level: row.level,
    readingMinutes: row.readingMinutes,
    createdAt: row.publishedAt.toISOString(),
    hasAudio: row.hasAudio,
    image: toArticleImage(row.image, category),
  };
}

/** Converts a stored image to the image in API responses. `category` is the category of the article. */
export function toArticleImage(
  { cover, variant, alt, ground, photo }: StoredArticleImage,
  category: CategoryId,
): ArticleMeta['image'] {
  return {
    src: photo?.src ?? formatPicturePath('covers', cover, 960, 'jpg'),
    alt: alt || (photo ? '' : createCoverAltText(category, variant, ground)),
    attributionHtml: formatAttributionHtml(photo ?? OCTAVO_ATTRIBUTION),
    ground,
  };
}
