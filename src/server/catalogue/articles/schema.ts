import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ArticleBody } from '#domain/article.ts';
import { authors } from '#server/catalogue/authors/schema.ts';
import { keyText, moment } from '#server/platform/db/columns.ts';

/** Spec 4, "Article status". */
export type ArticleStatus = 'ai_review' | 'human_review' | 'draft' | 'published' | 'archived';

/** A picture drawn by Octavo, or one from elsewhere when `src` is set. */
export interface StoredImage {
  /** Key of the drawn cover (`pictures/`). */
  cover: string;
  /** Layout and colours of the drawing, chosen once, when the article was published. */
  variant: number;
  alt: string;
  ground: string;
}

const published = sql`status = 'published'`;

export const articles = pgTable(
  'articles',
  {
    id: uuid().primaryKey(),
    authorId: uuid('author_id')
      .notNull()
      .references(() => authors.id),
    slug: keyText().notNull(),
    status: text().$type<ArticleStatus>().notNull(),
    title: text().notNull(),
    tagline: text().notNull(),
    category: text().notNull(),
    subcategory: text().notNull(),
    readingMinutes: smallint('reading_minutes').notNull(),
    /** Whether it can be heard: as every article can, unless an editor switches that off for one. */
    hasAudio: boolean('has_audio').notNull().default(true),
    image: jsonb().$type<StoredImage>().notNull(),
    body: jsonb().$type<ArticleBody>().notNull(),
    publishedAt: moment('published_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
    sourceHash: text('source_hash'),
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

/** Slugs an article used to have under an author. */
export const formerSlugs = pgTable(
  'former_slugs',
  {
    authorId: uuid('author_id')
      .notNull()
      .references(() => authors.id, { onDelete: 'cascade' }),
    slug: keyText().notNull(),
    articleId: uuid('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.authorId, table.slug] })],
);

/** The column of a table whose rows are about an article, and go with it. */
export const aboutArticle = () =>
  uuid('article_id')
    .notNull()
    .references(() => articles.id, { onDelete: 'cascade' });
