import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { AuthorProfile } from '#domain/author.ts';
import type { Level } from '#domain/level.ts';
import type { AuthorStatus } from '#domain/statuses/author-states.ts';
import { bytewiseTextColumn, timestampColumn } from '#server/platform/db/columns.ts';

export const authors = pgTable(
  'authors',
  {
    id: uuid().primaryKey(),
    alias: text().notNull(),
    /** The alias in lower case. Aliases that differ only in letter case count as the same alias. */
    aliasKey: bytewiseTextColumn('alias_key').notNull().unique(),
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
    /** The key of the drawing that is the author's portrait (`pictures/`). */
    portrait: text().notNull(),
    /**
     * Number of published articles. It is updated in the transaction that publishes or withdraws an article. Only
     * editors publish articles, so two transactions rarely update the same row at the same time.
     */
    publishedArticleCount: integer('published_article_count').notNull().default(0),
    /**
     * The hash of the library file from which the author was imported. Null if the author was created in the studio.
     */
    sourceHash: text('source_hash'),
    /**
     * The time at which an imported author became editor-owned, because an editor changed the author in the studio.
     * Imports do not change an editor-owned author. Null if imports may change the author, and for authors who were
     * created in the studio.
     */
    heldSince: timestampColumn('held_since'),
    /**
     * The author's voice sheet, which describes how the author writes (`content/README.md`, "Voice sheets"). Null if
     * the voice sheet is a file in the library.
     */
    voice: jsonb(),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
    updatedAt: timestampColumn('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('authors_by_status').on(table.status, table.aliasKey),
    index('authors_of_category').on(table.status, table.category, table.aliasKey),
    index('authors_of_subcategory').on(
      table.status,
      table.category,
      table.subcategory,
      table.aliasKey,
    ),
    // The index adds a hyphen in front of the alias. One pattern then matches the beginning of any part of the alias,
    // including the first (`author-list.ts`).
    index('authors_by_name').using('gin', sql`('-' || ${table.aliasKey}) gin_trgm_ops`),
  ],
);

/**
 * Number of authors by status, category and subcategory. A combination without authors has the number 0 or no row. A
 * database trigger on the authors table updates the numbers (migration `authors_by_page`), so that they are correct no
 * matter which code changes authors.
 */
export const authorCountsByStatusAndCategory = pgTable(
  'author_counts',
  {
    status: text().$type<AuthorStatus>().notNull(),
    category: text().notNull(),
    subcategory: text().notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.status, table.category, table.subcategory] })],
);

/** Aliases that authors had before. URLs with such an alias redirect to the author. */
export const formerAliases = pgTable('former_aliases', {
  aliasKey: bytewiseTextColumn('alias_key').primaryKey(),
  authorId: uuid('author_id')
    .notNull()
    .references(() => authors.id, { onDelete: 'cascade' }),
});
