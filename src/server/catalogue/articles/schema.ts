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
import type { Attribution } from '#domain/attribution.ts';
import type { ClaimsFile } from '#domain/claims.ts';
import type { Level } from '#domain/level.ts';
import type { ArticleStatus } from '#domain/statuses/machines.ts';
import { authors } from '#server/catalogue/authors/schema.ts';
import { keyText, moment } from '#server/platform/db/columns.ts';

/** The picture of an article: a drawing of Octavo's, or a photograph where there is a `photo`. */
export interface StoredImage {
  /** Key of its renderings (`pictures/`): of the drawing, or of the photograph where Octavo keeps that. */
  cover: string;
  /** Layout and colours of its drawing, chosen once, when the article was published; a photograph stands before it. */
  variant: number;
  alt: string;
  ground: string;
  photo?: Attribution & {
    id: string;
    crop: number;
    /** Where it is shown from; absent: from here. */
    src?: string;
  };
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
    /** How much it expects of its reader; null: as much as its author does. */
    level: text().$type<Level>(),
    readingMinutes: smallint('reading_minutes').notNull(),
    /** Whether it can be heard: as every article can, unless an editor switches that off for one. */
    hasAudio: boolean('has_audio').notNull().default(true),
    /** What it is found by besides its text. */
    keywords: text().array().notNull().default(sql`'{}'`),
    /** Among the first that a newcomer to its category is shown. */
    startsHere: boolean('starts_here').notNull().default(false),
    image: jsonb().$type<StoredImage>().notNull(),
    body: jsonb().$type<ArticleBody>().notNull(),
    /** Articles its text links to, as `alias/slug` in lower case. */
    linksTo: text('links_to').array().notNull().default(sql`'{}'`),
    publishedAt: moment('published_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
    /** Hash of the library file it came from; null when it was made in the studio. */
    sourceHash: text('source_hash'),
    /** Since when it is as an editor made it: no import changes it from then on. */
    heldSince: moment('held_since'),
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
    index('articles_to_start_with')
      .on(table.category, table.publishedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`status = 'published' AND starts_here`),
    index('articles_by_link').using('gin', table.linksTo),
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

/** What articles claim and on what grounds: for editors, who write it beside the text. */
export const articleClaims = pgTable('article_claims', {
  articleId: uuid('article_id')
    .primaryKey()
    .references(() => articles.id, { onDelete: 'cascade' }),
  claims: jsonb().$type<ClaimsFile>().notNull(),
});

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
export const articleIdColumn = () =>
  uuid('article_id')
    .notNull()
    .references(() => articles.id, { onDelete: 'cascade' });
