import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { AuthorProfile } from '#domain/author.ts';
import type { Level } from '#domain/level.ts';
import type { AuthorStatus } from '#domain/statuses/machines.ts';
import { keyText, moment } from '#server/platform/db/columns.ts';

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
    /** Since when they are as an editor made them: no import changes them from then on. */
    heldSince: moment('held_since'),
    /** How the persona sounds (`content/README.md`, "Voice sheets"); null where it is in the library's files. */
    voice: jsonb(),
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
