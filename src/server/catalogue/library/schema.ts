import { integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import type { ClaimsFile } from '#domain/claims.ts';
import { articles } from '#server/catalogue/articles/schema.ts';
import { timestampColumn } from '#server/platform/db/columns.ts';
import type { ArticleFile } from './article-file.ts';

/**
 * The edition number of the content library that was imported last, in one row. The table is empty before the first
 * import.
 */
export const libraryEdition = pgTable('library_edition', {
  id: smallint().primaryKey(),
  edition: integer().notNull(),
  importedAt: timestampColumn('imported_at').notNull().defaultNow(),
});

/**
 * The library's versions of articles that an editor has changed in the studio, if they differ from the published
 * versions. A row is deleted when an editor chooses one of the two versions, or when they become equal.
 */
export const libraryConflicts = pgTable('library_conflicts', {
  articleId: uuid('article_id')
    .primaryKey()
    .references(() => articles.id, { onDelete: 'cascade' }),
  /** Hash of the library file, in the same form as the article's column `sourceHash`. */
  hash: text().notNull(),
  /** The article's slug in the library. Null in rows that were written by an older version of Octavo. */
  slug: text(),
  article: jsonb().$type<ArticleFile>().notNull(),
  claims: jsonb().$type<ClaimsFile>(),
  seenAt: timestampColumn('seen_at').notNull().defaultNow(),
});

/** Notes for editors about articles and authors that still differ from the content library after the last import. */
export const importNotes = pgTable(
  'library_notes',
  {
    /** The ID of the article or author. */
    subjectId: uuid('subject_id').notNull(),
    note: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.subjectId, table.note] })],
);
