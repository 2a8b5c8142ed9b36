import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { AuthorProfile } from '#domain/author.ts';
import type { Level } from '#domain/level.ts';
import type { AuthorStatus } from '#domain/statuses/author-states.ts';
import { bytewiseText, timestampColumn } from '#server/platform/db/columns.ts';

export const authors = pgTable(
  'authors',
  {
    id: uuid().primaryKey(),
    alias: text().notNull(),
    /** The alias in lower case. Two aliases that differ only in case count as equal. */
    aliasKey: bytewiseText('alias_key').notNull().unique(),
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
    /** The key of the drawn portrait (`pictures/`). */
    portrait: text().notNull(),
    /**
     * Number of published articles, updated by the transaction that publishes or withdraws an article. Only editors
     * publish, so transactions rarely compete for this row.
     */
    publishedArticleCount: integer('published_article_count').notNull().default(0),
    /** The hash of the library file, or null for authors created in the studio. */
    sourceHash: text('source_hash'),
    /** Time at which the author became editor-owned. Imports do not change editor-owned authors. */
    heldSince: timestampColumn('held_since'),
    /**
     * The author's voice sheet (`content/README.md`, "Voice sheets"), or null if the voice sheet is a file in the
     * library.
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
    // A hyphen is added in front of the alias, so that one pattern finds the beginning of every hyphen-separated part
    // (`author-list.ts`).
    index('authors_by_name').using('gin', sql`('-' || ${table.aliasKey}) gin_trgm_ops`),
  ],
);

/**
 * Number of authors by status, category and subcategory. A combination without authors has a count of 0 or no row. A
 * database trigger on the authors table maintains the counts (migration `authors_by_page`), so that no code path can
 * forget to update them.
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

/** Former aliases of authors. URLs with a former alias redirect to the author. */
export const formerAliases = pgTable('former_aliases', {
  aliasKey: bytewiseText('alias_key').primaryKey(),
  authorId: uuid('author_id')
    .notNull()
    .references(() => authors.id, { onDelete: 'cascade' }),
});
