import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ArticleBody } from '#domain/article.ts';
import type { Attribution } from '#domain/attribution.ts';
import type { ClaimsFile } from '#domain/claims.ts';
import { SHORT_READING_MINUTES } from '#domain/explore-list.ts';
import type { Level } from '#domain/level.ts';
import type { ArticleStatus } from '#domain/statuses/article-states.ts';
import { authors } from '#server/catalogue/authors/schema.ts';
import { bytewiseText, timestampColumn } from '#server/platform/db/columns.ts';

/** An article's image: a photograph if `photo` is present, otherwise a drawing. */
export interface StoredArticleImage {
  /**
   * The key of the stored renderings (`pictures/`): the key of the photograph if Octavo stores the photograph,
   * otherwise the key of the drawing.
   */
  cover: string;
  /**
   * Number of the layout and colors of the drawing. A drawing is also stored for an article with a photograph, but is
   * not shown.
   */
  variant: number;
  alt: string;
  ground: string;
  photo?: Attribution & {
    id: string;
    crop: number;
    /** The URL of the photograph. Absent if Octavo stores the photograph. */
    src?: string;
  };
}

const published = sql`status = 'published'`;
/** SQL condition for articles in the list of short articles. */
export const shortArticleCondition = sql.raw(`reading_minutes <= ${SHORT_READING_MINUTES}`);
/** SQL condition for articles that are drafts or under review. */
export const articleInProgressCondition = sql`status IN ('draft', 'ai_review', 'human_review')`;

export const articles = pgTable(
  'articles',
  {
    id: uuid().primaryKey(),
    authorId: uuid('author_id')
      .notNull()
      .references(() => authors.id),
    slug: bytewiseText().notNull(),
    status: text().$type<ArticleStatus>().notNull(),
    title: text().notNull(),
    tagline: text().notNull(),
    category: text().notNull(),
    subcategory: text().notNull(),
    /** The level of the readers for whom the article is written, or null if its author's level applies. */
    level: text().$type<Level>(),
    readingMinutes: smallint('reading_minutes').notNull(),
    /** False if an editor has turned off audio for this article. */
    hasAudio: boolean('has_audio').notNull().default(true),
    /** Search terms by which the article can be found, in addition to the words of its text. */
    keywords: text().array().notNull().default(sql`'{}'`),
    /** True if the article is recommended to readers who are new to its category. */
    startsHere: boolean('starts_here').notNull().default(false),
    image: jsonb().$type<StoredArticleImage>().notNull(),
    body: jsonb().$type<ArticleBody>().notNull(),
    /** Articles that the text links to, as `alias/slug` in lower case. */
    linksTo: text('links_to').array().notNull().default(sql`'{}'`),
    publishedAt: timestampColumn('published_at').notNull(),
    updatedAt: timestampColumn('updated_at').notNull(),
    /** The hash of the library file, or null for articles created in the studio. */
    sourceHash: text('source_hash'),
    /** Time at which the article became editor-owned. Imports do not change editor-owned articles. */
    heldSince: timestampColumn('held_since'),
  },
  (table) => [
    unique('articles_by_address').on(table.authorId, table.slug),
    index('articles_newest')
      .on(table.publishedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(published),
    index('articles_newest_of_author')
      .on(table.authorId, table.publishedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(published),
    index('articles_newest_of_category')
      .on(table.category, table.publishedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(published),
    index('articles_unpublished_of_category')
      .on(table.category, table.publishedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`status <> 'published'`),
    index('articles_in_progress').on(table.authorId).where(articleInProgressCondition),
    index('articles_newest_in_progress')
      .on(table.id.desc().nullsFirst())
      .where(articleInProgressCondition),
    index('articles_to_start_with')
      .on(table.category, table.publishedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`status = 'published' AND starts_here`),
    index('articles_newest_short')
      .on(table.publishedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${published} AND ${shortArticleCondition}`),
    index('articles_newest_short_of_category')
      .on(table.category, table.publishedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${published} AND ${shortArticleCondition}`),
    index('articles_newest_short_of_subcategory')
      .on(
        table.category,
        table.subcategory,
        table.publishedAt.desc().nullsFirst(),
        table.id.desc().nullsFirst(),
      )
      .where(sql`${published} AND ${shortArticleCondition}`),
    index('articles_from_library').on(table.id).where(sql`source_hash IS NOT NULL`),
    index('articles_without_audio').on(table.id).where(sql`NOT has_audio`),
    index('articles_by_link').using('gin', table.linksTo),
    index('articles_by_photo')
      .on(sql`(image->'photo'->>'id')`)
      .where(sql`image->'photo'->>'id' IS NOT NULL`),
    index('articles_newest_of_subcategory')
      .on(
        table.category,
        table.subcategory,
        table.publishedAt.desc().nullsFirst(),
        table.id.desc().nullsFirst(),
      )
      .where(published),
  ],
);

/** Number of published articles by category, subcategory and reading time (`category-counts.ts`). */
export const articleCountsByCategoryAndMinutes = pgTable(
  'category_counts',
  {
    category: text().notNull(),
    subcategory: text().notNull(),
    readingMinutes: smallint('reading_minutes').notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.category, table.subcategory, table.readingMinutes] })],
);

/** The claims that articles make, with their sources. Only editors see them. */
export const articleClaims = pgTable('article_claims', {
  articleId: uuid('article_id')
    .primaryKey()
    .references(() => articles.id, { onDelete: 'cascade' }),
  claims: jsonb().$type<ClaimsFile>().notNull(),
});

/** Former slugs of articles, by author. URLs with a former slug redirect to the article. */
export const formerSlugs = pgTable(
  'former_slugs',
  {
    authorId: uuid('author_id')
      .notNull()
      .references(() => authors.id, { onDelete: 'cascade' }),
    slug: bytewiseText().notNull(),
    articleId: uuid('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.authorId, table.slug] })],
);

/** Creates the `article_id` column of a table whose rows are deleted together with their article. */
export const createOwningArticleColumn = () =>
  uuid('article_id')
    .notNull()
    .references(() => articles.id, { onDelete: 'cascade' });

/**
 * The rankings of popular articles for the last two days (`popular-articles.ts`). A stored ranking never changes, so no
 * article is skipped or repeated between its pages.
 */
export const popularArticles = pgTable(
  'popular_articles',
  {
    /** The UTC day on which the articles were ranked, in the format `YYYY-MM-DD`. */
    day: date({ mode: 'string' }).notNull(),
    /** The position in the ranking, starting at 1. */
    place: integer().notNull(),
    articleId: createOwningArticleColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.place] }),
    index('popular_articles_of_article').on(table.articleId),
  ],
);
