import { z } from 'zod';
import { uuidSchema } from '../ids.ts';
import { narratorIdSchema } from '../narrator-id-schema.ts';

/**
 * The kinds of speech engines. `built_in` runs everywhere, `neural` needs an installed model, `service` needs a
 * configured speech service.
 */
export const SPEECH_ENGINE_KINDS = ['built_in', 'neural', 'service'] as const;
export type SpeechEngineKind = (typeof SPEECH_ENGINE_KINDS)[number];

/**
 * Articles that are recorded before a listener requests them: none (`off`), new and changed articles (`new`), or
 * popular articles as well (`popular`).
 */
export const RECORD_AHEAD_OPTIONS = ['off', 'new', 'popular'] as const;
export type RecordAheadOption = (typeof RECORD_AHEAD_OPTIONS)[number];

/**
 * The lowest and the highest speed of a voice, as a multiple of the engine's normal speaking rate, and the step between
 * two speeds.
 */
export const VOICE_SPEED_RANGE = { min: 0.5, max: 2, step: 0.01 } as const;

/** Maximum lengths, in characters, of the name of a speaker and of the sentence in a voice trial. */
export const [MAX_SPEAKER_LENGTH, MAX_TRIAL_LENGTH] = [100, 200];

/** The voice that an editor chooses for a narrator: a speaker of the engine, and a speaking rate. */
const narratorVoiceSchema = z.strictObject({
  /** Omitted if the engine has exactly one speaker for each narrator. */
  speaker: z
    .string()
    .trim()
    .min(1, 'Name a voice.')
    .max(MAX_SPEAKER_LENGTH, `A voice’s name has at most ${MAX_SPEAKER_LENGTH} characters.`)
    .regex(/^\P{Cc}*$/u, 'is not a voice')
    .optional(),
  speed: z
    .number()
    .min(VOICE_SPEED_RANGE.min, `The speed is at least ${VOICE_SPEED_RANGE.min}.`)
    .max(VOICE_SPEED_RANGE.max, `The speed is at most ${VOICE_SPEED_RANGE.max}.`)
    .multipleOf(VOICE_SPEED_RANGE.step, 'The speed has at most two decimals.'),
});
export type NarratorVoice = z.infer<typeof narratorVoiceSchema>;

/** How many articles a narrator has recorded with the voice in use, and how many with earlier voices. */
const narratorRecordingsSchema = z.object({
  narrator: narratorIdSchema,
  /**
   * Fingerprint of the voice in use. It is part of the URL of the sample, so that browsers do not play a cached sample
   * of an earlier voice.
   */
  fingerprint: z.string(),
  /** The voice in use; `null` if the responding process does not have the engine. */
  voice: narratorVoiceSchema.nullable(),
  /** Number of articles that the narrator has recorded with the voice in use. */
  recorded: z.int(),
  /**
   * Number of articles whose recording by this narrator uses an earlier voice. Listeners hear this recording until a
   * new one exists.
   */
  outdated: z.int(),
  /** Length of the recordings by the voice in use, in seconds. */
  seconds: z.number(),
});
export type NarratorRecordings = z.infer<typeof narratorRecordingsSchema>;

/** Name of a recording: a hash of everything that affects it. */
const recordingNameSchema = z.string().regex(/^[0-9a-f]{32}$/, 'is not a recording');

const narratedArticleSchema = z.object({ id: uuidSchema(), title: z.string() });

/** A recording that a process is making, or that has not been started yet. */
const activeRecordingSchema = z.object({
  recording: z.string(),
  /** The narrated article; `null` if it is no longer published. */
  article: narratedArticleSchema.nullable(),
  narrator: narratorIdSchema.nullable(),
  isStarted: z.boolean(),
  recordedSeconds: z.number(),
  expectedSeconds: z.number(),
});
export type ActiveRecording = z.infer<typeof activeRecordingSchema>;

const failedRecordingSchema = z.object({
  recording: z.string(),
  article: narratedArticleSchema.nullable(),
  narrator: narratorIdSchema.nullable(),
  error: z.string(),
  failedAt: z.iso.datetime(),
});
export type FailedRecording = z.infer<typeof failedRecordingSchema>;

/** Maximum number of failed recordings that are counted. */
export const MAX_COUNTED_FAILURES = 1000;

/**
 * A speaker of an engine. `speed` is the speed at which it sounds best. `fits` contains the IDs of the narrators for
 * whom it is suitable.
 */
const engineSpeakerSchema = z.object({
  name: z.string(),
  speed: z.number(),
  fits: z.array(narratorIdSchema),
});
export type EngineSpeaker = z.infer<typeof engineSpeakerSchema>;

/** The speech service in use and its spending in the current month. */
const speechServiceSchema = z.object({
  /** Host and port. */
  host: z.string(),
  model: z.string(),
  /** The month in UTC, in the format `YYYY-MM`. */
  month: z.string(),
  /** Number of characters sent in the month, and the limit; `maxCharacters` is `null` if there is no limit. */
  characters: z.number(),
  maxCharacters: z.number().nullable(),
  /** Cost in the month and the maximum cost, in US dollars. */
  cost: z.number(),
  maxCost: z.number(),
  /** Price of a million characters in US dollars. */
  price: z.number(),
  /** Time at which the budget refused the latest request; `null` if the latest request was within the budget. */
  refusedAt: z.iso.datetime().nullable(),
});
export type SpeechServiceUsage = z.infer<typeof speechServiceSchema>;

export const narratorsReportSchema = z.object({
  engine: z.object({
    kind: z.enum(SPEECH_ENGINE_KINDS),
    /** Name of the model or of the service; `null` for the built-in voices. */
    name: z.string().nullable(),
    /**
     * Speakers from which an editor can choose. Empty if the engine has one speaker for each narrator, or if its
     * speakers are unknown.
     */
    speakers: z.array(engineSpeakerSchema),
    /** True if the engine may have speakers that `speakers` does not list. */
    hasUnlistedSpeakers: z.boolean(),
    /** Reason why the responding process cannot record with these voices, or `null` if it can. */
    problem: z.string().nullable(),
  }),
  /** Number of times that the settings have changed. It is used to detect conflicting changes by two editors. */
  version: z.int(),
  /** The engines that the responding process has. */
  available: z.array(
    z.object({
      kind: z.enum(SPEECH_ENGINE_KINDS),
      name: z.string().nullable(),
      isInUse: z.boolean(),
    }),
  ),
  /** The speech service; `null` if another engine is in use, or if the responding process does not have the service. */
  service: speechServiceSchema.nullable(),
  recordAhead: z.enum(RECORD_AHEAD_OPTIONS),
  /** Number of popular articles, which are recorded in advance if `recordAhead` is `popular`. */
  popular: z.int(),
  /** Number of published articles. */
  articles: z.int(),
  narrators: z.array(narratorRecordingsSchema),
  /**
   * Measured speed of one recording process, in seconds of audio per second; `null` until the voices in use have
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

/** Change of the settings of narrations. `version` is the version of the report on which the change is based. */
export const narratorSettingsChangeSchema = z.strictObject({
  version: z.int().min(0).max(2_147_483_646),
  engine: z.enum(SPEECH_ENGINE_KINDS).optional(),
  recordAhead: z.enum(RECORD_AHEAD_OPTIONS).optional(),
  /** Voices of the engine in use. Narrators that are not listed keep their voices. */
  voices: z.partialRecord(narratorIdSchema, narratorVoiceSchema).optional(),
});
export type NarrationSettingsChange = z.infer<typeof narratorSettingsChangeSchema>;

/** Request to speak a sentence with a voice that is not in use yet. */
export const voiceTrialRequestSchema = z.strictObject({
  narrator: narratorIdSchema,
  voice: narratorVoiceSchema,
  text: z
    .string()
    .trim()
    .max(MAX_TRIAL_LENGTH, `A sentence to try has at most ${MAX_TRIAL_LENGTH} characters.`)
    .regex(/[a-z]/i, 'Write a sentence in English.'),
});
export type VoiceTrialRequest = z.infer<typeof voiceTrialRequestSchema>;

/** Request to retry failed recordings: one recording, or all of them if `recording` is omitted. */
export const recordingRetryRequestSchema = z.strictObject({
  recording: recordingNameSchema.optional(),
});

export const recordingRetryResultSchema = z.object({ retried: z.int() });
