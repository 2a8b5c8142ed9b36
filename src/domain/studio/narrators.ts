import { z } from 'zod';
import { uuidSchema } from '../ids.ts';
import { narratorSchema } from '../narrator-schema.ts';

/**
 * The kinds of speech engines. `built_in` runs everywhere, `neural` needs an installed model, `service` needs a
 * configured speech service.
 */
export const SPEECH_ENGINES = ['built_in', 'neural', 'service'] as const;
export type SpeechEngineKind = (typeof SPEECH_ENGINES)[number];

/**
 * Articles that are recorded before a listener asks for them: none, new and changed articles, or popular articles as
 * well.
 */
export const RECORD_AHEAD = ['off', 'new', 'popular'] as const;
export type RecordAhead = (typeof RECORD_AHEAD)[number];

/** A narrator's recordings by the voices in use, compared with all articles that can be narrated. */
const narratorRecordingsSchema = z.object({
  narrator: narratorSchema,
  /** Number of articles that the narrator has recorded with the voices in use. */
  recorded: z.int(),
  /** Number of articles whose recording has earlier voices. Listeners hear it until the new recording exists. */
  outdated: z.int(),
  /** Length of the recordings by the voices in use, in seconds. */
  seconds: z.number(),
});
export type NarratorRecordings = z.infer<typeof narratorRecordingsSchema>;

/** Name of a recording: a hash of everything that affects it. */
const recordingNameSchema = z.string().regex(/^[0-9a-f]{32}$/, 'is not a recording');

const narratedArticleSchema = z.object({ id: uuidSchema(), title: z.string() });

/** A recording that a process is making, or that waits for a process. */
const activeRecordingSchema = z.object({
  recording: z.string(),
  /** The article; `null` if it is not published any more. */
  article: narratedArticleSchema.nullable(),
  narrator: narratorSchema.nullable(),
  isStarted: z.boolean(),
  recordedSeconds: z.number(),
  expectedSeconds: z.number(),
});
export type ActiveRecording = z.infer<typeof activeRecordingSchema>;

const failedRecordingSchema = z.object({
  recording: z.string(),
  article: narratedArticleSchema.nullable(),
  narrator: narratorSchema.nullable(),
  error: z.string(),
  failedAt: z.iso.datetime(),
});
export type FailedRecording = z.infer<typeof failedRecordingSchema>;

/** Maximum number of failed recordings that are counted. */
export const MAX_COUNTED_FAILURES = 1000;

export const narratorsReportSchema = z.object({
  engine: z.object({
    kind: z.enum(SPEECH_ENGINES),
    /** Name of the model or of the service; `null` for the built-in voices. */
    name: z.string().nullable(),
    /** Fingerprint of the voices. It is part of the URLs of samples, so that browsers do not play earlier samples. */
    voices: z.string(),
    /** Reason why the responding process cannot record with these voices, or `null` if it can. */
    problem: z.string().nullable(),
  }),
  /** Number of changes of the settings, which detects conflicting changes by two editors. */
  version: z.int(),
  /** The engines that the responding process has. */
  available: z.array(
    z.object({
      kind: z.enum(SPEECH_ENGINES),
      name: z.string().nullable(),
      isInUse: z.boolean(),
    }),
  ),
  recordAhead: z.enum(RECORD_AHEAD),
  /** Number of popular articles, which {@link RECORD_AHEAD} `popular` records ahead. */
  popular: z.int(),
  /** Number of published articles. */
  articles: z.int(),
  narrators: z.array(narratorRecordingsSchema),
  /**
   * Measured seconds of audio that one recording process makes in a second; `null` until the voices in use have
   * recorded an article.
   */
  speed: z.number().nullable(),
  /** Size of all recordings in bytes, without samples and previews. */
  bytes: z.number(),
  /** Disk space in bytes on the drive with the recordings; `null` if they are in a bucket. */
  disk: z.object({ free: z.number(), total: z.number() }).nullable(),
  active: z.array(activeRecordingSchema),
  failed: z.array(failedRecordingSchema),
  /** Number of failed recordings, at most {@link MAX_COUNTED_FAILURES}. */
  failures: z.int(),
});
export type NarratorsReport = z.infer<typeof narratorsReportSchema>;

/** Change of the settings of narrations. `version` is that of the report on which the change is based. */
export const narratorSettingsChangeSchema = z.strictObject({
  version: z.int().min(0).max(2_147_483_646),
  engine: z.enum(SPEECH_ENGINES).optional(),
  recordAhead: z.enum(RECORD_AHEAD).optional(),
});
export type NarratorSettingsChange = z.infer<typeof narratorSettingsChangeSchema>;

/** Request to record failed narrations again: one recording, or all of them. */
export const retryRecordingsSchema = z.strictObject({ recording: recordingNameSchema.optional() });

export const retriedRecordingsSchema = z.object({ retried: z.int() });
