import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { AuthorProfile } from '#domain/author.ts';
import type { Level } from '#domain/level.ts';
import type { AuthorStatus } from '#domain/statuses/machines.ts';
import { bytewiseText, timestampColumn } from '#server/platform/db/columns.ts';

export const authors = pgTable(
  'authors',
  {
    id: uuid().primaryKey(),
    alias: text().notNull(),
    /** The alias in lower case: aliases that differ only in case are the same. */
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
     * Updated by the transaction that publishes or withdraws an article. Only editors do that, so the row is not
     * contended.
     */
    publishedArticleCount: integer('published_article_count').notNull().default(0),
    /** The hash of the library file; null for authors created in the studio. */
    sourceHash: text('source_hash'),
    /** When the author became editor-owned: imports no longer change them. */
    heldSince: timestampColumn('held_since'),
    /** The voice sheet of the persona (`content/README.md`, "Voice sheets"); null if it is in the library's files. */
    voice: jsonb(),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
    updatedAt: timestampColumn('updated_at').notNull().defaultNow(),
  },
  (table) => [index('authors_by_status').on(table.status, table.aliasKey)],
);

/** Former aliases of authors, whose URLs redirect. */
export const formerAliases = pgTable('former_aliases', {
  aliasKey: bytewiseText('alias_key').primaryKey(),
  authorId: uuid('author_id')
    .notNull()
    .references(() => authors.id, { onDelete: 'cascade' }),
});
