import { integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import type { ClaimsFile } from '#domain/claims.ts';
import { articles } from '#server/catalogue/articles/schema.ts';
import { moment } from '#server/platform/db/columns.ts';
import type { ArticleFile } from './article-file.ts';

/** One row: the edition of the library that is on the shelves. None before the first import. */
export const libraryEdition = pgTable('library_edition', {
  id: smallint().primaryKey(),
  edition: integer().notNull(),
  importedAt: moment('imported_at').notNull().defaultNow(),
});

/** Articles that an editor holds, and of which the library has another version: it is for an editor to choose. */
export const libraryConflicts = pgTable('library_conflicts', {
  articleId: uuid('article_id')
    .primaryKey()
    .references(() => articles.id, { onDelete: 'cascade' }),
  /** Of the file, as it would have been imported. */
  hash: text().notNull(),
  /** The last part of its address; null where it was noted before that was kept. */
  slug: text(),
  article: jsonb().$type<ArticleFile>().notNull(),
  claims: jsonb().$type<ClaimsFile>(),
  seenAt: moment('seen_at').notNull().defaultNow(),
});

/** What the last import left as it was, of articles and authors, although the library says otherwise: for editors to know. */
export const libraryNotes = pgTable(
  'library_notes',
  {
    /** Of the article or the author. */
    subjectId: uuid('subject_id').notNull(),
    note: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.subjectId, table.note] })],
);
