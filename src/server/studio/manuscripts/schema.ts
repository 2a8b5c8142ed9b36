import { sql } from 'drizzle-orm';
import { date, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { Manuscript, SaveReason } from '#domain/studio/manuscript.ts';
import { createOwningArticleColumn } from '#server/catalogue/articles/schema.ts';
import { timestampColumn } from '#server/platform/db/columns.ts';
import { createOwningUserColumn } from '#server/readers/accounts/schema.ts';

/** A series of edits to a manuscript by one member within a few minutes. All of them share one stored version. */
export interface EditSession {
  /** Time of the session's first save (ISO 8601). */
  since: string;
  /** Number of the manuscript's version before the session. */
  base: number;
  /** Parts of the text whose first change in this session has already been recorded in the audit log. */
  parts: string[];
}

/**
 * The edited text of each article, stored separately from the published article. An article that nobody has edited has
 * no row.
 */
export const manuscripts = pgTable(
  'manuscripts',
  {
    articleId: createOwningArticleColumn().primaryKey(),
    /** Number of the manuscript's version, which increases with each save. */
    version: integer().notNull(),
    content: jsonb().$type<Manuscript>().notNull(),
    savedById: uuid('saved_by_id'),
    savedByName: text('saved_by_name').notNull(),
    savedAt: timestampColumn('saved_at').notNull().defaultNow(),
    /** Number of the most recently published version. Null if none was published. */
    publishedVersion: integer('published_version'),
    /** Time of the scheduled publication. Null if none is scheduled. */
    publishAt: timestampColumn('publish_at'),
    /** Number of the version that an editor confirmed having read to the end. Null if there is no such version. */
    readVersion: integer('read_version'),
    /** UTC date on which an editor confirmed having read the version in `readVersion`. */
    readOn: date('read_on', { mode: 'string' }),
    /** The edit session of the last save. Null if the last save did not belong to an edit session. */
    sitting: jsonb().$type<EditSession>(),
  },
  (table) => [
    index('manuscripts_to_publish').on(table.publishAt),
    index('manuscripts_by_photo')
      .on(sql`(content->'picture'->>'photoId')`)
      .where(sql`content->'picture'->>'photoId' IS NOT NULL`),
  ],
);

/**
 * Stored versions of manuscripts. Rows are never updated. A row is deleted only with its article, or when a later save
 * of the same edit session replaces it. A database trigger rejects every other change (migration 0026).
 */
export const manuscriptVersions = pgTable(
  'manuscript_versions',
  {
    articleId: createOwningArticleColumn(),
    version: integer().notNull(),
    content: jsonb().$type<Manuscript>().notNull(),
    reason: text().$type<SaveReason>().notNull(),
    savedById: uuid('saved_by_id'),
    savedByName: text('saved_by_name').notNull(),
    savedAt: timestampColumn('saved_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.articleId, table.version] }),
    index('manuscript_versions_by_photo')
      .on(sql`(content->'picture'->>'photoId')`)
      .where(sql`content->'picture'->>'photoId' IS NOT NULL`),
  ],
);

/** Members who have a manuscript open, and the time of the last report from each member's editor window. */
export const manuscriptPresence = pgTable(
  'manuscript_presence',
  {
    userId: createOwningUserColumn(),
    articleId: createOwningArticleColumn(),
    name: text().notNull(),
    seenAt: timestampColumn('seen_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.articleId] }),
    index('manuscript_presence_of_article').on(table.articleId),
  ],
);
