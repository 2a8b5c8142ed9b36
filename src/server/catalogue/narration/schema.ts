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
import { createOwningArticleColumn } from '#server/catalogue/articles/schema.ts';
import { timestampColumn } from '#server/platform/db/columns.ts';
import type { ChosenVoices } from '#speech/engines/engine-voices.ts';

/** The latest recording of each article by each narrator. */
export const narrations = pgTable(
  'narrations',
  {
    articleId: createOwningArticleColumn(),
    narrator: text().$type<NarratorId>().notNull(),
    /**
     * The name of the recording: a hash of everything that affects the recording. The keys of the recording's files
     * contain it.
     */
    recording: text().notNull(),
    seconds: real().notNull(),
    bytes: integer().notNull(),
    madeAt: timestampColumn('made_at').notNull(),
    /** Fingerprint of the voices. Null for recordings made by older releases, which did not store it. */
    voices: text(),
    /**
     * Hash of the recorded script, which does not depend on the voices. Null for recordings made by older
     * releases, which did not store it.
     */
    script: text(),
    /** Seconds that the recording took. Null if unknown. */
    took: real(),
  },
  (table) => [primaryKey({ columns: [table.articleId, table.narrator] })],
);

/**
 * Sums over {@link narrations}, by narrator and voices. A database trigger maintains them (migration
 * `narrator_settings`), so that the studio does not have to count all recordings of a large library.
 */
export const narrationTotalsByVoice = pgTable(
  'narration_totals',
  {
    narrator: text().$type<NarratorId>().notNull(),
    /** Fingerprint of the voices. Empty for recordings made by older releases, which did not store it. */
    voices: text().notNull(),
    recordings: integer().notNull(),
    seconds: doublePrecision().notNull(),
    bytes: doublePrecision().notNull(),
    /**
     * Number of seconds that making the recordings took. `timedSeconds` is the length of these recordings in seconds.
     * Both omit recordings for which the time is unknown.
     */
    took: doublePrecision().notNull(),
    timedSeconds: doublePrecision('timed_seconds').notNull(),
  },
  (table) => [primaryKey({ columns: [table.narrator, table.voices] })],
);

/**
 * The editors' settings of narrations, in one row. Without a row, or without an engine in the row, the environment
 * variables of each process select the engine.
 */
export const narrationSettings = pgTable('narrator_settings', {
  /** Always 1. */
  id: smallint().primaryKey(),
  /** Number of changes so far. It is used to detect conflicting changes by two editors. */
  version: integer().notNull(),
  engine: text().$type<SpeechEngineKind>(),
  /** Name of the model's folder. Null for engines without a model. */
  model: text(),
  /** Version of the engine with its default voices. All processes use this version in the names of recordings. */
  voices: text(),
  /** Fingerprints of narrators' voices that were in use before, newest first. */
  formerVoices: jsonb('former_voices').$type<string[]>().notNull().default([]),
  /** The voices that editors have chosen, for each engine. */
  speakers: jsonb().$type<Partial<Record<SpeechEngineKind, ChosenVoices>>>().notNull().default({}),
  recordAhead: text('record_ahead').$type<RecordAheadOption>().notNull().default('new'),
  changedAt: timestampColumn('changed_at').notNull().defaultNow(),
});

/** Requested part of a narration: the free preview, or the whole narration. */
export type NarrationExtent = 'preview' | 'whole';

/**
 * State of a narration job:
 * - `queued`: requested, but not claimed by a process yet.
 * - `recording`: claimed by a process, but nothing can be played yet.
 * - `beginning_ready`: a beginning that is shorter than the preview can be played. A longer one may follow after
 *   every sentence.
 * - `preview_ready`: the preview can be played. With a claim, the process is still recording the rest. Without a
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
 * Jobs for recordings that are in progress or were made recently. Through this table, processes agree on which process
 * makes a recording, and follow its progress. The audio is in the file store, so deleting a row does not delete a
 * recording.
 */
export const narrationJobs = pgTable(
  'narration_jobs',
  {
    /** The name of the recording. The keys of the recording's files contain it. */
    recording: text().primaryKey(),
    /**
     * ID of the article. It is not a foreign key, since the files of a deleted article remain until the nightly
     * removal. Null if the remaining files do not contain the ID.
     */
    articleId: uuid('article_id'),
    narrator: text().$type<NarratorId>(),
    extent: text().$type<NarrationExtent>().notNull(),
    state: text().$type<NarrationJobState>().notNull(),
    recordedSeconds: real('recorded_seconds').notNull().default(0),
    /** Estimated length of the whole narration in seconds. */
    expectedSeconds: real('expected_seconds').notNull().default(0),
    /** Titles of the chapters of the narration. */
    outline: jsonb().$type<string[]>().notNull().default([]),
    /** Message of the error that made the job fail. */
    error: text(),
    /** Token of the worker's claim. The worker may write files until `claimedUntil`. */
    claim: uuid(),
    claimedUntil: timestampColumn('claimed_until'),
    requestedAt: timestampColumn('requested_at').notNull().defaultNow(),
    updatedAt: timestampColumn('updated_at').notNull().defaultNow(),
  },
  // The studio lists active jobs and the latest failures.
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
 * Totals of the requests to the speech service, by month. A request is added before it is sent. It is subtracted again
 * only if the service definitely did not speak the sentence.
 */
export const speechSpending = pgTable('speech_spending', {
  /** The calendar month in UTC, in the format `YYYY-MM`. */
  month: text().primaryKey(),
  characters: bigint({ mode: 'number' }).notNull().default(0),
  /** The cost of the characters in US dollars, based on the price at the time of each request. */
  cost: doublePrecision().notNull().default(0),
  requests: integer().notNull().default(0),
  /**
   * The time at which a request was refused because of the monthly limit. Null if the latest request was within the
   * limit.
   */
  refusedAt: timestampColumn('refused_at'),
});

/**
 * Sentences from the speech service that are cached in the file store. The rows are used to limit their total size: the
 * least recently used sentences are removed first.
 */
export const cachedSpeechSentences = pgTable(
  'speech_sentences',
  {
    /** A hash of the sentence, its voice and its service. The key of the sentence's file contains the hash. */
    sentence: text().primaryKey(),
    bytes: integer().notNull(),
    /** The time of the latest use, accurate to one day. */
    usedAt: timestampColumn('used_at').notNull().defaultNow(),
  },
  (table) => [index('speech_sentences_used').on(table.usedAt)],
);
