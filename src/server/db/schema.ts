import { sql } from 'drizzle-orm';
import {
  boolean,
  customType,
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
import type { AuthorProfile } from '#domain/author.ts';
import type { Level } from '#domain/level.ts';
import { keyText, moment } from './columns.ts';

/** What the text search matches against. Written with SQL functions, never read by the application. */
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** Spec 4, "Author status". */
export type AuthorStatus = 'pending_idea' | 'active' | 'inactive';
/** Spec 4, "Article status". */
export type ArticleStatus = 'ai_review' | 'human_review' | 'draft' | 'published' | 'archived';

export const authors = pgTable(
  'authors',
  {
    id: uuid().primaryKey(),
    alias: text().notNull(),
    /** Lower case: aliases that differ only in case are the same. */
    aliasKey: keyText('alias_key').notNull().unique(),
    status: text().$type<AuthorStatus>().notNull(),
    tagline: text().notNull(),
    mission: text().notNull(),
    about: jsonb().$type<AuthorProfile['about']>().notNull(),
    perspective: text().notNull(),
    category: text().notNull(),
    subcategory: text().notNull(),
    subjects: jsonb().$type<string[]>().notNull(),
    level: text().$type<Level>().notNull(),
    audience: text().notNull(),
    influences: jsonb().$type<AuthorProfile['influencedBy']>().notNull(),
    /** Key of the drawn portrait (`pictures/`). */
    portrait: text().notNull(),
    /** Kept by whatever publishes or withdraws an article, in the same transaction: an editor's act, never hot. */
    publishedArticleCount: integer('published_article_count').notNull().default(0),
    /** Hash of the library file it came from; null when it was made in the studio. */
    sourceHash: text('source_hash'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [index('authors_by_status').on(table.status, table.aliasKey)],
);

/** Names an author used to have: their addresses live on. */
export const formerAliases = pgTable('former_aliases', {
  aliasKey: keyText('alias_key').primaryKey(),
  authorId: uuid('author_id')
    .notNull()
    .references(() => authors.id, { onDelete: 'cascade' }),
});

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
    hasAudio: boolean('has_audio').notNull().default(false),
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

/**
 * What a published article is found by, nested from the strongest match to the weakest. The vectors are
 * kept out of the row (`toast_tuple_target`, in the migration), so that a word which occurs in a tenth of
 * the library touches few pages.
 */
export const articleSearch = pgTable(
  'article_search',
  {
    articleId: uuid('article_id')
      .primaryKey()
      .references(() => articles.id, { onDelete: 'cascade' }),
    publishedAt: moment('published_at').notNull(),
    /** Title and author. */
    title: tsvector().notNull(),
    /** Title, author, tagline, category and summary, weighted A to C: what a match is ranked by. */
    head: tsvector().notNull(),
    /** Every word, without positions. */
    document: tsvector().notNull(),
    /** Plain text that snippets are cut from. */
    text: text().notNull(),
  },
  (table) => [
    index('article_search_title').using('gin', table.title),
    index('article_search_head').using('gin', table.head),
    index('article_search_document').using('gin', table.document),
  ],
);

/** Every word of the library as it is written, lower case: what a misspelt word is compared with. */
export const searchWords = pgTable('search_words', { word: keyText().primaryKey() }, (table) => [
  index('search_words_trigrams').using('gin', table.word.op('gin_trgm_ops')),
]);

/** One row: raised by every change of public content. Polled, in case a notification was missed. */
export const contentVersion = pgTable('content_version', {
  id: smallint().primaryKey(),
  version: integer().notNull(),
  changedAt: moment('changed_at').notNull().defaultNow(),
});

/** Faults of server and browsers: the id is what the error page shows the reader. */
export const faults = pgTable(
  'faults',
  {
    id: uuid().primaryKey(),
    source: text().$type<'server' | 'browser'>().notNull(),
    message: text().notNull(),
    stack: text().notNull(),
    /** Path only: a query can hold what a reader typed. */
    path: text().notNull(),
    occurredAt: moment('occurred_at').notNull().defaultNow(),
  },
  (table) => [index('faults_newest').on(table.occurredAt.desc().nullsFirst())],
);
