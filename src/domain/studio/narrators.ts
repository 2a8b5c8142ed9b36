import { z } from 'zod';
import { createUuidSchema } from '../ids.ts';
import { narratorIdSchema } from '../narrator-id-schema.ts';

/**
 * The kinds of speech engines. `built_in`: an engine that runs everywhere. `neural`: an engine that needs an installed
 * model. `service`: an external speech service, which has to be configured.
 */
export const SPEECH_ENGINE_KINDS = ['built_in', 'neural', 'service'] as const;
export type SpeechEngineKind = (typeof SPEECH_ENGINE_KINDS)[number];

/**
 * Options that determine which articles are recorded before a listener requests them. `off`: none. `new`: new and
 * changed articles. `popular`: new, changed and popular articles.
 */
export const RECORD_AHEAD_OPTIONS = ['off', 'new', 'popular'] as const;
export type RecordAheadOption = (typeof RECORD_AHEAD_OPTIONS)[number];

/** Minimum, maximum and step of a voice's speed. A speed is a multiple of the engine's normal speaking rate. */
export const VOICE_SPEED_RANGE = { min: 0.5, max: 2, step: 0.01 } as const;

/** Maximum lengths, in characters, of a speaker's name and of the sentence in a voice trial. */
export const [MAX_SPEAKER_NAME_LENGTH, MAX_TRIAL_SENTENCE_LENGTH] = [100, 200];

/** The voice that an editor has chosen for a narrator: a speaker of the speech engine, and a speaking rate. */
const narratorVoiceSchema = z.strictObject({
  /** Name of the speaker. Omitted if the speech engine has exactly one speaker for each narrator. */
  speaker: z
    .string()
    .trim()
    .min(1, 'Name a voice.')
    .max(
      MAX_SPEAKER_NAME_LENGTH,
      `A voice’s name has at most ${MAX_SPEAKER_NAME_LENGTH} characters.`,
    )
    .regex(/^\P{Cc}*$/u, 'is not a voice')
    .optional(),
  speed: z
    .number()
    .min(VOICE_SPEED_RANGE.min, `The speed is at least ${VOICE_SPEED_RANGE.min}.`)
    .max(VOICE_SPEED_RANGE.max, `The speed is at most ${VOICE_SPEED_RANGE.max}.`)
    .multipleOf(VOICE_SPEED_RANGE.step, 'The speed has at most two decimals.'),
});
export type SpeakerAndSpeed = z.infer<typeof narratorVoiceSchema>;

/**
 * A narrator's current voice, the number of articles recorded with it, and the number recorded only with an earlier
 * voice.
 */
const narratorRecordingsSchema = z.object({
  narrator: narratorIdSchema,
  /**
   * Fingerprint of the narrator's current voice. It is part of the URL of the voice sample, so that browsers do not
   * play a cached sample of an earlier voice.
   */
  fingerprint: z.string(),
  /**
   * The narrator's current voice; `null` if the server process that handles the request does not have the voice's
   * speech engine.
   */
  voice: narratorVoiceSchema.nullable(),
  /** Number of articles that the narrator has recorded with the current voice. */
  recorded: z.int(),
  /**
   * Number of articles that the narrator has recorded only with an earlier voice. Listeners hear the earlier recording
   * of such an article until it has been recorded again.
   */
  outdated: z.int(),
  /** Total duration of the recordings with the current voice, in seconds. */
  seconds: z.number(),
});
export type NarratorRecordings = z.infer<typeof narratorRecordingsSchema>;

/** Name of a recording: a hash of everything that affects it, such as its text and voice. */
const recordingNameSchema = z.string().regex(/^[0-9a-f]{32}$/, 'is not a recording');

const narratedArticleSchema = z.object({ id: createUuidSchema(), title: z.string() });

/** A recording that is in progress or waiting to start. */
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

/**
 * The server counts failed recordings only up to this number. If the count reaches it, the studio shows it as a
 * minimum.
 */
export const MAX_COUNTED_FAILED_RECORDINGS = 1000;

/**
 * A speaker of a speech engine. `speed` is the speed at which the speaker sounds best. `fits` contains the IDs of the
 * narrators for whom the speaker is suitable.
 */
const engineSpeakerSchema = z.object({
  name: z.string(),
  speed: z.number(),
  fits: z.array(narratorIdSchema),
});
export type EngineSpeaker = z.infer<typeof engineSpeakerSchema>;

/** The external speech service in use, and its usage and cost in the current month. */
const speechServiceSchema = z.object({
  /** The speech service's host and port. */
  host: z.string(),
  model: z.string(),
  /** The month to which the usage and cost refer, in UTC, as `YYYY-MM`. */
  month: z.string(),
  /**
   * Number of characters sent to the service in the month, and the monthly limit. `maxCharacters` is `null` if there is
   * no limit.
   */
  characters: z.number(),
  maxCharacters: z.number().nullable(),
  /** Cost in the month and the maximum monthly cost, in US dollars. */
  cost: z.number(),
  maxCost: z.number(),
  /** Price per million characters, in US dollars. */
  price: z.number(),
  /**
   * Time at which the latest request was rejected, because it would have exceeded the budget; `null` if the latest
   * request was within the budget.
   */
  refusedAt: z.iso.datetime().nullable(),
});
export type SpeechServiceUsage = z.infer<typeof speechServiceSchema>;

export const narratorsReportSchema = z.object({
  engine: z.object({
    kind: z.enum(SPEECH_ENGINE_KINDS),
    /** Name of the folder with the neural model; `null` for the other kinds of engines. */
    name: z.string().nullable(),
    /**
     * Speakers from which an editor can choose. Empty if the speech engine has one speaker for each narrator, or if its
     * speakers are unknown.
     */
    speakers: z.array(engineSpeakerSchema),
    /** True if the speech engine may have speakers that `speakers` does not list. */
    hasUnlistedSpeakers: z.boolean(),
    /**
     * Reason why the server process that handles the request cannot record with the narrators' current voices; `null`
     * if it can.
     */
    problem: z.string().nullable(),
  }),
  /**
   * Number of times that the settings have been changed. The server uses it to detect conflicting changes by two
   * editors.
   */
  version: z.int(),
  /** The speech engines available to the server process that handles the request. */
  available: z.array(
    z.object({
      kind: z.enum(SPEECH_ENGINE_KINDS),
      name: z.string().nullable(),
      isInUse: z.boolean(),
    }),
  ),
  /**
   * The external speech service. `null` if another speech engine is in use, or if the server process that handles the
   * request cannot use the service.
   */
  service: speechServiceSchema.nullable(),
  recordAhead: z.enum(RECORD_AHEAD_OPTIONS),
  /** Number of popular articles. They are recorded in advance if `recordAhead` is `popular`. */
  popular: z.int(),
  /** Number of published articles for which audio is turned on. */
  articles: z.int(),
  narrators: z.array(narratorRecordingsSchema),
  /**
   * Measured speed of one recording process: seconds of audio recorded per second. `null` until an article has been
   * recorded with the current voices.
   */
  speed: z.number().nullable(),
  /** Total size of all recordings in bytes, without voice samples and previews. */
  bytes: z.number(),
  /** Free and total disk space in bytes on the drive with the recordings; `null` if they are in an S3 bucket. */
  disk: z.object({ free: z.number(), total: z.number() }).nullable(),
  active: z.array(activeRecordingSchema),
  failed: z.array(failedRecordingSchema),
  /** Number of failed recordings, counted only up to {@link MAX_COUNTED_FAILED_RECORDINGS}. */
  failures: z.int(),
});
export type NarratorsReport = z.infer<typeof narratorsReportSchema>;

/**
 * Request to change the narration settings. `version` is the version of the settings that the editor saw. If it is
 * outdated, the server rejects the change.
 */
export const narrationSettingsChangeSchema = z.strictObject({
  version: z.int().min(0).max(2_147_483_646),
  engine: z.enum(SPEECH_ENGINE_KINDS).optional(),
  recordAhead: z.enum(RECORD_AHEAD_OPTIONS).optional(),
  /** Voices of the speech engine in use. Narrators that are not listed keep their current voices. */
  voices: z.partialRecord(narratorIdSchema, narratorVoiceSchema).optional(),
});
export type NarrationSettingsChange = z.infer<typeof narrationSettingsChangeSchema>;

/** Request to try out a voice before using it for narrations. The server synthesizes a sentence with the voice. */
export const voiceTrialRequestSchema = z.strictObject({
  narrator: narratorIdSchema,
  voice: narratorVoiceSchema,
  text: z
    .string()
    .trim()
    .max(
      MAX_TRIAL_SENTENCE_LENGTH,
      `A sentence to try has at most ${MAX_TRIAL_SENTENCE_LENGTH} characters.`,
    )
    .regex(/[a-z]/i, 'Write a sentence in English.'),
});
export type VoiceTrialRequest = z.infer<typeof voiceTrialRequestSchema>;

/** Request to retry one failed recording, or all failed recordings if `recording` is omitted. */
export const recordingRetryRequestSchema = z.strictObject({
  recording: recordingNameSchema.optional(),
});

export const recordingRetryResultSchema = z.object({ retried: z.int() });
