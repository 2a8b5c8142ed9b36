import { sql } from 'drizzle-orm';
import {
  bigint,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type { NarratorId } from '#domain/narrators.ts';
import type { RecordAheadOption, SpeechEngineKind } from '#domain/studio/narrators.ts';
import { createCascadingArticleIdColumn } from '#server/catalogue/articles/schema.ts';
import { timestampColumn } from '#server/platform/db/columns.ts';
import type { ChosenVoices } from '#speech/engines/engine-voices.ts';

/** Each narrator's latest recording of each article. */
export const narrations = pgTable(
  'narrations',
  {
    articleId: createCascadingArticleIdColumn(),
    narrator: text().$type<NarratorId>().notNull(),
    /**
     * The name of the recording: a hash of everything that affects the recording. The keys of the recording's files in
     * the file store contain this name.
     */
    recording: text().notNull(),
    seconds: real().notNull(),
    bytes: integer().notNull(),
    madeAt: timestampColumn('made_at').notNull(),
    /**
     * Fingerprint of the narrator's voice. Null for recordings from older versions of Octavo, which did not store it.
     */
    voiceFingerprint: text('voices'),
    /**
     * Hash of the recorded script, which does not depend on the voice. Null for recordings from older versions of
     * Octavo, which did not store it.
     */
    scriptHash: text('script'),
    /** Number of seconds that the process took to make the recording. Null if this is unknown. */
    took: real(),
  },
  (table) => [primaryKey({ columns: [table.articleId, table.narrator] })],
);

/**
 * The totals of all recordings in {@link narrations}, with one row for each narrator and voice. A database trigger
 * updates them (migration `narrator_settings`), so the studio does not have to add up all recordings of a large
 * library.
 */
export const narrationTotalsByVoice = pgTable(
  'narration_totals',
  {
    narrator: text().$type<NarratorId>().notNull(),
    /**
     * Fingerprint of the narrator's voice. Empty for recordings from older versions of Octavo, which did not store it.
     */
    voiceFingerprint: text('voices').notNull(),
    recordings: integer().notNull(),
    seconds: doublePrecision().notNull(),
    bytes: doublePrecision().notNull(),
    /**
     * Number of seconds that it took to make the recordings. `timedSeconds` is the length of these recordings in
     * seconds. Both numbers omit recordings for which the time is unknown.
     */
    took: doublePrecision().notNull(),
    timedSeconds: doublePrecision('timed_seconds').notNull(),
  },
  (table) => [primaryKey({ columns: [table.narrator, table.voiceFingerprint] })],
);

/**
 * The narration settings that editors have chosen, in one row. If there is no row, or the row has no engine, the
 * environment variables of each process select the speech engine.
 */
export const narrationSettings = pgTable('narrator_settings', {
  /** Always 1, because the table has only one row. */
  id: smallint().primaryKey(),
  /**
   * Number of changes so far. Saving is rejected if this number has increased since the editor loaded the settings,
   * because other settings have been saved in the meantime.
   */
  version: integer().notNull(),
  engine: text().$type<SpeechEngineKind>(),
  /** Name of the folder of the voice model. Null if the engine has no model. */
  model: text(),
  /**
   * Version of the speech engine with its default voices. All processes compute the names of recordings from this
   * version.
   */
  engineVersion: text('voices'),
  /** Fingerprints of voices that were in use before, newest first. */
  formerVoices: jsonb('former_voices').$type<string[]>().notNull().default([]),
  /** The voices that editors have chosen for the narrators, keyed by the kind of speech engine. */
  chosenVoices: jsonb('speakers')
    .$type<Partial<Record<SpeechEngineKind, ChosenVoices>>>()
    .notNull()
    .default({}),
  recordAhead: text('record_ahead').$type<RecordAheadOption>().notNull().default('new'),
  changedAt: timestampColumn('changed_at').notNull().defaultNow(),
});

/** The part of a narration that is requested: the free preview, or the whole narration. */
export type NarrationExtent = 'preview' | 'whole';

/**
 * The state of a narration job:
 * - `queued`: the recording is requested, but no process has claimed the job yet.
 * - `recording`: a process has claimed the job, but no part can be played yet.
 * - `beginning_ready`: a first part that is shorter than the preview can be played. The part grows as more sentences
 *   are recorded.
 * - `preview_ready`: the preview can be played. If the job has a claim, the process is recording the rest. If it has no
 *   claim, only the preview was requested.
 * - `ready`: the whole narration is recorded.
 * - `failed`: the recording failed.
 */
export type NarrationJobState =
  | 'queued'
  | 'recording'
  | 'beginning_ready'
  | 'preview_ready'
  | 'ready'
  | 'failed';

/**
 * Jobs for recordings that are in progress or were made recently. With this table, processes agree on which of them
 * makes a recording, and all of them can read its progress. The audio is in the file store, so deleting a row does not
 * delete a recording.
 */
export const narrationJobs = pgTable(
  'narration_jobs',
  {
    /** The name of the recording. The keys of the recording's files in the file store contain this name. */
    recording: text().primaryKey(),
    /**
     * ID of the article. The column is not a foreign key, because a job is also created while an outdated recording is
     * removed, and the recording's article may have been deleted. Null if the files of such a recording do not contain
     * the ID.
     */
    articleId: uuid('article_id'),
    narrator: text().$type<NarratorId>(),
    extent: text().$type<NarrationExtent>().notNull(),
    state: text().$type<NarrationJobState>().notNull(),
    recordedSeconds: real('recorded_seconds').notNull().default(0),
    /** Estimated length of the whole narration in seconds. */
    expectedSeconds: real('expected_seconds').notNull().default(0),
    /** Titles of the narration's chapters. */
    outline: jsonb().$type<string[]>().notNull().default([]),
    /** Message of the error that made the job fail. */
    error: text(),
    /**
     * Random token that identifies the worker's claim on the job. Another worker can take over the
     * job after the time in `claimedUntil`.
     */
    claim: uuid(),
    claimedUntil: timestampColumn('claimed_until'),
    requestedAt: timestampColumn('requested_at').notNull().defaultNow(),
    updatedAt: timestampColumn('updated_at').notNull().defaultNow(),
  },
  // These indexes serve the studio, which lists active jobs and the latest failures.
  (table) => [
    index('narration_jobs_active')
      .on(table.requestedAt)
      .where(sql`${table.state} = 'queued' OR ${table.claim} IS NOT NULL`),
    index('narration_jobs_failed')
      .on(table.updatedAt.desc().nullsFirst())
      .where(sql`state = 'failed'`),
  ],
);

/**
 * The number of characters sent to the speech service and their cost, by month. Both are added before a request is
 * sent, and are subtracted again only if it is certain that the service did not speak the requested sentence.
 */
export const speechSpending = pgTable('speech_spending', {
  /** The calendar month in UTC, in the format `YYYY-MM`. */
  month: text().primaryKey(),
  characters: bigint({ mode: 'number' }).notNull().default(0),
  /** The cost of the characters in US dollars, computed with the price at the time of each request. */
  cost: doublePrecision().notNull().default(0),
  requests: integer().notNull().default(0),
  /**
   * The time at which a request was refused because it exceeded the monthly limit. Null if the latest request was
   * within the limit.
   */
  refusedAt: timestampColumn('refused_at'),
});

/**
 * The sentences from the speech service that are cached in the file store. The rows contain sizes and times of use. If
 * the total size exceeds the limit, the least recently used sentences are removed.
 */
export const cachedSpeechSentences = pgTable(
  'speech_sentences',
  {
    /**
     * A hash of the sentence, its voice and its speech service. The key of the file in the file store contains this
     * hash.
     */
    sentence: text().primaryKey(),
    bytes: integer().notNull(),
    /** The time at which the sentence was last used, accurate to one day. */
    usedAt: timestampColumn('used_at').notNull().defaultNow(),
  },
  (table) => [index('speech_sentences_used').on(table.usedAt)],
);
