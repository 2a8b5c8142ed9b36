import { integer, jsonb, pgTable, primaryKey, real, text, uuid } from 'drizzle-orm/pg-core';
import type { Narrator } from '#domain/narrators.ts';
import { articleIdColumn } from '#server/catalogue/articles/schema.ts';
import { timestampColumn } from '#server/platform/db/columns.ts';

/** The latest recording of each article by each narrator. */
export const narrations = pgTable(
  'narrations',
  {
    articleId: articleIdColumn(),
    narrator: text().$type<Narrator>().notNull(),
    /** A hash of everything the recording depends on, which names its files. */
    recording: text().notNull(),
    seconds: real().notNull(),
    bytes: integer().notNull(),
    madeAt: timestampColumn('made_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.articleId, table.narrator] })],
);

/** The requested part of a narration: the free preview, or all of it. */
export type Extent = 'preview' | 'whole';

/**
 * - `queued`: requested, and not claimed by a process yet.
 * - `recording`: a process has claimed it; nothing can be played yet.
 * - `preview_ready`: the preview can be played. A process with a claim goes on to the end; without one, only the preview
 *   was requested.
 * - `ready`: everything is recorded.
 * - `failed`: the process that recorded it gave up.
 */
export type JobState = 'queued' | 'recording' | 'preview_ready' | 'ready' | 'failed';

/**
 * Recordings that are being made, or were made lately. Processes use it to decide which of them records, and to follow its
 * progress. The audio is in the files: a row can be deleted without losing a recording.
 */
export const narrationJobs = pgTable('narration_jobs', {
  /** Names the recording and its files. */
  recording: text().primaryKey(),
  /** No foreign key: files outlive their article until the nightly removal. Null if the files no longer name it. */
  articleId: uuid('article_id'),
  narrator: text().$type<Narrator>(),
  extent: text().$type<Extent>().notNull(),
  state: text().$type<JobState>().notNull(),
  recordedSeconds: real('recorded_seconds').notNull().default(0),
  /** About how many seconds the whole will last. */
  expectedSeconds: real('expected_seconds').notNull().default(0),
  /** The titles of the chapters. */
  outline: jsonb().$type<string[]>().notNull().default([]),
  /** The message of the error that it failed with. */
  error: text(),
  /** Identifies the worker that may write, until `claimedUntil`. */
  claim: uuid(),
  claimedUntil: timestampColumn('claimed_until'),
  requestedAt: timestampColumn('requested_at').notNull().defaultNow(),
  updatedAt: timestampColumn('updated_at').notNull().defaultNow(),
});
