import { integer, pgTable, smallint } from 'drizzle-orm/pg-core';
import { moment } from '#server/platform/db/columns.ts';

/** One row: the edition of the library that is on the shelves. None before the first import. */
export const libraryEdition = pgTable('library_edition', {
  id: smallint().primaryKey(),
  edition: integer().notNull(),
  importedAt: moment('imported_at').notNull().defaultNow(),
});
