import { and, desc, eq, sql } from 'drizzle-orm';
import { describeCover } from '#covers/description.ts';
import type { ArticleMeta } from '#domain/article.ts';
import { attributionHtml, OCTAVO_ATTRIBUTION } from '#domain/attribution.ts';
import type { CategoryId } from '#domain/categories.ts';
import { picturePath } from '#domain/images.ts';
import type { Level } from '#domain/level.ts';
import { articlePath } from '#domain/paths.ts';
import { authorNames, inactiveAuthorIds } from '#server/catalogue/authors/joins.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { articles, type StoredImage } from './schema.ts';

/** What of an article and its author its meta is made of. */
export const metaColumns = {
  id: articles.id,
  alias: authorNames.alias,
  slug: articles.slug,
  title: articles.title,
  tagline: articles.tagline,
  category: articles.category,
  subcategory: articles.subcategory,
  /** The article's own, otherwise its author's. */
  level: sql<Level>`coalesce(${articles.level}, ${authorNames.level})`,
  readingMinutes: articles.readingMinutes,
  hasAudio: articles.hasAudio,
  image: articles.image,
  publishedAt: articles.publishedAt,
};

type MetaRow = Pick<
  typeof articles.$inferSelect,
  Exclude<keyof typeof metaColumns, 'alias' | 'level'>
> & {
  alias: string;
  level: Level;
};

/** Whether readers are shown an article. What somebody wrote who has left is published when they come back. */
export const isPublished = and(
  eq(articles.status, 'published'),
  sql`${articles.authorId} <> ALL(${inactiveAuthorIds})`,
)!;
export const newestFirst = [desc(articles.publishedAt), desc(articles.id)];

/** Rows for {@link toArticleMeta}, to be narrowed and sorted. */
export function selectArticleMetas(queries: Queries) {
  return queries
    .select(metaColumns)
    .from(articles)
    .innerJoin(authorNames, eq(authorNames.id, articles.authorId));
}

/** An article as lists and cards show it. */
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

/** The picture of an article of a category, as readers get it. */
export function toArticleImage(
  { cover, variant, alt, ground, photo }: StoredImage,
  category: CategoryId,
): ArticleMeta['image'] {
  return {
    src: photo?.src ?? picturePath('covers', cover, 960, 'jpg'),
    alt: alt || (photo ? '' : describeCover(category, variant, ground)),
    attributionHtml: attributionHtml(photo ?? OCTAVO_ATTRIBUTION),
    ground,
  };
}
