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
import { SHORT_READING_MINUTES } from '#domain/explore-list-name.ts';
import type { Level } from '#domain/level.ts';
import type { ArticleStatus } from '#domain/statuses/article-states.ts';
import { authors } from '#server/catalogue/authors/schema.ts';
import { bytewiseTextColumn, timestampColumn } from '#server/platform/db/columns.ts';

/** The image of an article. It is a photograph if `photo` is present, and otherwise a drawing. */
export interface StoredArticleImage {
  /**
   * The key under which renderings of the image are stored (`pictures/`). For a photograph that Octavo stores, this is
   * the key of the photograph. Otherwise, it is the key of the drawing.
   */
  cover: string;
  /**
   * A number that determines the layout and colors of the drawing. An article with a photograph also has a drawing,
   * which is not shown.
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
/** SQL condition for articles with a short reading time, which Explore shows in a separate list. */
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
    slug: bytewiseTextColumn().notNull(),
    status: text().$type<ArticleStatus>().notNull(),
    title: text().notNull(),
    tagline: text().notNull(),
    category: text().notNull(),
    subcategory: text().notNull(),
    /** The level of the readers for whom the article is written. Null if its author's level applies. */
    level: text().$type<Level>(),
    readingMinutes: smallint('reading_minutes').notNull(),
    /** False if an editor has turned off audio for this article. */
    hasAudio: boolean('has_audio').notNull().default(true),
    /** Additional search terms that do not occur in the text of the article. */
    keywords: text().array().notNull().default(sql`'{}'`),
    /** True if the article is recommended to readers who are new to its category. */
    startsHere: boolean('starts_here').notNull().default(false),
    image: jsonb().$type<StoredArticleImage>().notNull(),
    body: jsonb().$type<ArticleBody>().notNull(),
    /** Articles that the text links to, as `alias/slug` in lower case. */
    linksTo: text('links_to').array().notNull().default(sql`'{}'`),
    publishedAt: timestampColumn('published_at').notNull(),
    updatedAt: timestampColumn('updated_at').notNull(),
    /**
     * The hash of the library file from which the article was imported. Null if the article was created in the studio.
     */
    sourceHash: text('source_hash'),
    /**
     * The time at which an imported article became editor-owned, because an editor changed it in the studio. Imports do
     * not change an editor-owned article. Null if imports may change the article, and for articles that were created in
     * the studio.
     */
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

/**
 * The number of published articles for each combination of category, subcategory and reading time
 * (`category-counts.ts`).
 */
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

/** The claims of articles: their factual statements, with sources. Only editors see them. */
export const articleClaims = pgTable('article_claims', {
  articleId: uuid('article_id')
    .primaryKey()
    .references(() => articles.id, { onDelete: 'cascade' }),
  claims: jsonb().$type<ClaimsFile>().notNull(),
});

/** The former slugs of each author's articles. URLs with a former slug redirect to the article. */
export const formerSlugs = pgTable(
  'former_slugs',
  {
    authorId: uuid('author_id')
      .notNull()
      .references(() => authors.id, { onDelete: 'cascade' }),
    slug: bytewiseTextColumn().notNull(),
    articleId: uuid('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.authorId, table.slug] })],
);

/**
 * Creates a foreign-key column `article_id`. When the article is deleted, the rows that refer to it are deleted too.
 */
export const createCascadingArticleIdColumn = () =>
  uuid('article_id')
    .notNull()
    .references(() => articles.id, { onDelete: 'cascade' });

/**
 * The latest ranking of popular articles, and the ranking of the day before if there is one (`popular-articles.ts`). A
 * stored ranking never changes, so readers who page through it see every article once.
 */
export const popularArticles = pgTable(
  'popular_articles',
  {
    /** The UTC day on which the articles were ranked, in the format `YYYY-MM-DD`. */
    day: date({ mode: 'string' }).notNull(),
    /** The position of the article in the ranking, starting at 1. */
    place: integer().notNull(),
    articleId: createCascadingArticleIdColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.place] }),
    index('popular_articles_of_article').on(table.articleId),
  ],
);
