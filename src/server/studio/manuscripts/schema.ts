import { date, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { Manuscript, SaveReason } from '#domain/studio/manuscript.ts';
import { articleIdColumn } from '#server/catalogue/articles/schema.ts';
import { moment } from '#server/platform/db/columns.ts';
import { userIdColumn } from '#server/readers/accounts/schema.ts';

/** Some minutes of one person's edits, which are one version to go back to. */
export interface EditSession {
  /** ISO time of its first save. */
  since: string;
  /** The version before it. */
  base: number;
  /** The parts that were changed in it, as far as the log of the studio has them. */
  parts: string[];
}

/** An article as it is being written, beside what readers have of it. None of an article nobody ever changed. */
export const manuscripts = pgTable(
  'manuscripts',
  {
    articleId: articleIdColumn().primaryKey(),
    /** Raised by each save. */
    version: integer().notNull(),
    content: jsonb().$type<Manuscript>().notNull(),
    savedById: uuid('saved_by_id'),
    savedByName: text('saved_by_name').notNull(),
    savedAt: moment('saved_at').notNull().defaultNow(),
    /** The version readers have; null while they have none. */
    publishedVersion: integer('published_version'),
    /** When it is to be published by itself; null: when somebody does it. */
    publishAt: moment('publish_at'),
    /** The version an editor has read to the end; null while nobody has said so. */
    readVersion: integer('read_version'),
    /** The day they said so. */
    readOn: date('read_on', { mode: 'string' }),
    /** What its last save belongs to; null where that was no edit. */
    sitting: jsonb().$type<EditSession>(),
  },
  (table) => [index('manuscripts_to_publish').on(table.publishAt)],
);

/**
 * What was saved of manuscripts, for going back. Rows are added and never changed, and go with their article or when the
 * next save of their sitting takes their place: a trigger of the database refuses whatever else is tried (migration 0026).
 */
export const manuscriptVersions = pgTable(
  'manuscript_versions',
  {
    articleId: articleIdColumn(),
    version: integer().notNull(),
    content: jsonb().$type<Manuscript>().notNull(),
    reason: text().$type<SaveReason>().notNull(),
    savedById: uuid('saved_by_id'),
    savedByName: text('saved_by_name').notNull(),
    savedAt: moment('saved_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.articleId, table.version] })],
);

/** Who has a manuscript open, by the last time their page said so. */
export const manuscriptPresence = pgTable(
  'manuscript_presence',
  {
    userId: userIdColumn(),
    articleId: articleIdColumn(),
    name: text().notNull(),
    seenAt: moment('seen_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.articleId] }),
    index('manuscript_presence_of_article').on(table.articleId),
  ],
);
