import { integer, pgTable, primaryKey, real, text } from 'drizzle-orm/pg-core';
import type { Narrator } from '#domain/narrators.ts';
import { articleIdColumn } from '#server/catalogue/articles/schema.ts';
import { moment } from '#server/platform/db/columns.ts';

/** Which recording of an article each narrator has made last. */
export const narrations = pgTable(
  'narrations',
  {
    articleId: articleIdColumn(),
    narrator: text().$type<Narrator>().notNull(),
    /** What it was made of, hashed: the name of its files. */
    recording: text().notNull(),
    seconds: real().notNull(),
    bytes: integer().notNull(),
    madeAt: moment('made_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.articleId, table.narrator] })],
);
