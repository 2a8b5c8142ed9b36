import { date, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { Manuscript, SaveReason } from '#domain/studio/manuscript.ts';
import { articleIdColumn } from '#server/catalogue/articles/schema.ts';
import { timestampColumn } from '#server/platform/db/columns.ts';
import { userIdColumn } from '#server/readers/accounts/schema.ts';

/** A few minutes of one person's edits, which share one stored version. */
export interface EditSession {
  /** Time of its first save (ISO 8601). */
  since: string;
  /** The version before it. */
  base: number;
  /** Parts changed in the session that are in the audit log already. */
  parts: string[];
}

/** The text of an article as it is edited, beside the published one. Articles that nobody has edited have none. */
export const manuscripts = pgTable(
  'manuscripts',
  {
    articleId: articleIdColumn().primaryKey(),
    /** Increases with each save. */
    version: integer().notNull(),
    content: jsonb().$type<Manuscript>().notNull(),
    savedById: uuid('saved_by_id'),
    savedByName: text('saved_by_name').notNull(),
    savedAt: timestampColumn('saved_at').notNull().defaultNow(),
    /** The published version. Null if none is published. */
    publishedVersion: integer('published_version'),
    /** Time of the scheduled publication. Null if it is not scheduled. */
    publishAt: timestampColumn('publish_at'),
    /** The version that an editor has read to the end. Null if nobody has confirmed that. */
    readVersion: integer('read_version'),
    /** The day that was confirmed. */
    readOn: date('read_on', { mode: 'string' }),
    /** The edit session of the last save. Null if it was not an edit. */
    sitting: jsonb().$type<EditSession>(),
  },
  (table) => [index('manuscripts_to_publish').on(table.publishAt)],
);

/**
 * Stored versions of manuscripts. Rows are never changed. They are deleted with their article, or when the next save of
 * their edit session replaces them: a database trigger rejects everything else (migration 0026).
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
    savedAt: timestampColumn('saved_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.articleId, table.version] })],
);

/** Members who have a manuscript open, by their last report. */
export const manuscriptPresence = pgTable(
  'manuscript_presence',
  {
    userId: userIdColumn(),
    articleId: articleIdColumn(),
    name: text().notNull(),
    seenAt: timestampColumn('seen_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.articleId] }),
    index('manuscript_presence_of_article').on(table.articleId),
  ],
);
