import { sql } from 'drizzle-orm';
import { date, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { Manuscript, SaveReason } from '#domain/studio/manuscript.ts';
import { createCascadingArticleIdColumn } from '#server/catalogue/articles/schema.ts';
import { timestampColumn } from '#server/platform/db/columns.ts';
import { createCascadingUserIdColumn } from '#server/readers/accounts/schema.ts';

/** A series of edits to a manuscript by one member within a few minutes. The whole series shares one stored version. */
export interface EditSession {
  /** The time of the session's first save (ISO 8601). */
  since: string;
  /** The version number of the manuscript on which this series of edits is based. */
  base: number;
  /** The parts of the text that were changed in this session and are already recorded in the audit log. */
  parts: string[];
}

/**
 * The texts of articles that editors work on, stored separately from the published articles. A library article has no
 * row until an editor first works on it.
 */
export const manuscripts = pgTable(
  'manuscripts',
  {
    articleId: createCascadingArticleIdColumn().primaryKey(),
    /** The manuscript's version number, which increases with each save. */
    version: integer().notNull(),
    content: jsonb().$type<Manuscript>().notNull(),
    savedById: uuid('saved_by_id'),
    savedByName: text('saved_by_name').notNull(),
    savedAt: timestampColumn('saved_at').notNull().defaultNow(),
    /** The number of the most recently published version. Null if no version was published. */
    publishedVersion: integer('published_version'),
    /** The time of the scheduled publication. Null if none is scheduled. */
    publishAt: timestampColumn('publish_at'),
    /** The number of the version that an editor confirmed having read to the end. Null if there is no such version. */
    readVersion: integer('read_version'),
    /** The UTC date on which an editor confirmed having read version `readVersion` to the end. */
    readOn: date('read_on', { mode: 'string' }),
    /** The edit session of the last save. Null if the last save did not belong to an edit session. */
    editSession: jsonb('sitting').$type<EditSession>(),
  },
  (table) => [
    index('manuscripts_to_publish').on(table.publishAt),
    index('manuscripts_by_photo')
      .on(sql`(content->'picture'->>'photoId')`)
      .where(sql`content->'picture'->>'photoId' IS NOT NULL`),
  ],
);

/**
 * The stored versions of manuscripts. A row is deleted only with its article, or when a later save in the same edit
 * session replaces it. A row is updated only to remove the name of a member whose account is purged. A database trigger
 * rejects all other changes (migrations 0028 and 0033).
 */
export const manuscriptVersions = pgTable(
  'manuscript_versions',
  {
    articleId: createCascadingArticleIdColumn(),
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

/** The members who have a manuscript open, and the time of the last report from each member's editor window. */
export const manuscriptPresence = pgTable(
  'manuscript_presence',
  {
    userId: createCascadingUserIdColumn(),
    articleId: createCascadingArticleIdColumn(),
    name: text().notNull(),
    seenAt: timestampColumn('seen_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.articleId] }),
    index('manuscript_presence_of_article').on(table.articleId),
  ],
);
