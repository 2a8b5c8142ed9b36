import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { narratorIdSchema } from '#domain/narrator-id-schema.ts';
import { NARRATORS_BY_ID, type NarratorId } from '#domain/narrators.ts';
import type { ChosenSpeakerAndSpeed, EngineSpeaker, EngineVoices } from '../engine-voices.ts';
import { VoiceModelError } from '../neural/voice-model-error.ts';
import { toEngineSpeakers } from '../neural/voices.ts';

/** The voice and settings that a speech service uses for a narrator. */
export interface ServiceVoice {
  /** The service's name for the voice. */
  voice: string;
  /** The speaking rate as a multiple of the voice's normal rate. */
  speed: number;
  /** Instructions for the model, such as an accent. Many models ignore them. */
  instructions?: string | undefined;
}

/** The voices that a speech service uses, by narrator. */
export type ServiceVoices = Readonly<Record<NarratorId, ServiceVoice>>;

const voicesSchema = z.partialRecord(
  narratorIdSchema,
  z.strictObject({
    voice: z.string().min(1).max(200),
    speed: z.number().min(0.5).max(2).default(1),
    instructions: z.string().min(1).max(1000).optional(),
  }),
);

type DefaultVoices = Readonly<Record<NarratorId, Partial<ServiceVoice> & { voice: string }>>;

/**
 * Instructions for a British accent. They are needed because OpenAI's models that accept instructions have only
 * American voices.
 */
const BRITISH = 'Speak with a British accent (Received Pronunciation).';

/** The English voices of Kokoro 1.0. */
const KOKORO_VOICES = toEngineSpeakers(
  [
    'af_heart af_alloy af_aoede af_bella af_jessica af_kore af_nicole af_nova af_river af_sarah af_sky',
    'am_adam am_echo am_eric am_fenrir am_liam am_michael am_onyx am_puck am_santa',
    'bf_alice bf_emma bf_isabella bf_lily bm_daniel bm_fable bm_george bm_lewis',
  ].flatMap((names) => names.split(' ')),
).map((speaker) => ({ ...speaker, speed: 1 }));

/**
 * Lists the speakers of a model that has no accent-specific voices. A woman's voice fits both female narrators, and a
 * man's voice fits both male narrators. `women`, `men` and `others` contain names separated by spaces.
 */
function listAccentlessSpeakers(women: string, men: string, others: string): EngineSpeaker[] {
  const list = (names: string, fits: readonly NarratorId[]) =>
    names.split(' ').map((name) => ({ name, speed: 1, fits }));
  return [...list(women, ['af', 'bf']), ...list(men, ['am', 'bm']), ...list(others, [])];
}

/** A speech model whose voices are listed in this file. */
interface KnownModel {
  /** Matches the names of the model's versions. */
  model: RegExp;
  defaults: DefaultVoices;
  speakers: readonly EngineSpeaker[];
}

const KNOWN_MODELS: readonly KnownModel[] = [
  {
    model: /kokoro/i,
    speakers: KOKORO_VOICES,
    defaults: {
      af: { voice: 'af_heart' },
      am: { voice: 'am_michael' },
      bf: { voice: 'bf_emma' },
      bm: { voice: 'bm_george' },
    },
  },
  {
    model: /^gpt-.*tts/,
    speakers: listAccentlessSpeakers(
      'coral marin nova sage shimmer',
      'ash ballad cedar echo fable onyx verse',
      'alloy',
    ),
    defaults: {
      af: { voice: 'coral' },
      am: { voice: 'ash' },
      bf: { voice: 'sage', instructions: BRITISH },
      bm: { voice: 'fable', instructions: BRITISH },
    },
  },
  // The model tts-1 has only one British voice, the man's voice `fable`, so the default voice of the British woman has
  // a different accent.
  {
    model: /^tts-1/,
    speakers: listAccentlessSpeakers('coral nova sage shimmer', 'ash echo fable onyx', 'alloy'),
    defaults: {
      af: { voice: 'nova' },
      am: { voice: 'onyx' },
      bf: { voice: 'shimmer' },
      bm: { voice: 'fable' },
    },
  },
];

const EXAMPLE = '{"bf": {"voice": "bf_emma", "speed": 0.95}}';

/**
 * Returns the service's voice for each narrator. Reads `file`, and uses the model's default for a narrator that the
 * file does not contain. Throws a {@link VoiceModelError} with instructions if the file is invalid or a narrator has no
 * voice.
 */
export function readServiceVoices(file: string, model: string): ServiceVoices {
  const configuredVoices = readVoices(file);
  const defaults = findKnownModel(model)?.defaults;
  const missing: NarratorId[] = [];
  const entries = (Object.keys(NARRATORS_BY_ID) as NarratorId[]).map((narrator) => {
    const voice = configuredVoices[narrator] ?? defaults?.[narrator];
    if (!voice) missing.push(narrator);
    return [narrator, { speed: 1, ...voice }];
  });
  if (!missing.length) return Object.fromEntries(entries);
  const missingNarrators = missing
    .map((narrator) => `${narrator} (${NARRATORS_BY_ID[narrator].name})`)
    .join(', ');
  throw new VoiceModelError(
    `NARRATOR_SERVICE_MODEL: the voices of ${model} are not known. Name one for ${missingNarrators} in ${file}, for example ${EXAMPLE}.`,
  );
}

function findKnownModel(name: string): KnownModel | undefined {
  return KNOWN_MODELS.find(({ model }) => model.test(name));
}

/**
 * Returns the voices that a service's model offers. Editors choose one of them for each narrator. `voices` contains
 * each narrator's default voice.
 */
export function getEngineVoicesOfService(model: string, voices: ServiceVoices): EngineVoices {
  const defaults = Object.entries(voices).map(([narrator, { voice: speaker, speed }]) => [
    narrator,
    { speaker, speed },
  ]);
  return {
    speakers: findKnownModel(model)?.speakers ?? [],
    hasUnlistedSpeakers: true,
    defaults: Object.fromEntries(defaults),
  };
}

/**
 * Replaces the speaker and the speed of a narrator's default voice with those that an editor has chosen. Keeps the
 * instructions.
 */
export function applyChosenVoice(
  voice: ServiceVoice,
  chosen: ChosenSpeakerAndSpeed | undefined,
): ServiceVoice {
  if (!chosen) return voice;
  return { ...voice, voice: chosen.speaker ?? voice.voice, speed: chosen.speed };
}

function readVoices(file: string): z.output<typeof voicesSchema> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return {};
  }
  try {
    return voicesSchema.parse(JSON.parse(text));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new VoiceModelError(`${file} is invalid. Write it like ${EXAMPLE}:\n${reason}`);
  }
}

/** Speech service settings that change how a sentence sounds. */
export interface SpeechServiceSettings {
  /** The URL to which speech requests are sent. */
  endpoint: string;
  model: string;
  voices: ServiceVoices;
}

/**
 * The version of the requests to speech services. Increase it when the request parameters change, so that all sentences
 * are requested again and all recordings are replaced.
 */
const REQUEST_VERSION = 1;

/** Returns the version of the speech engine. It changes if the service's URL, the model or a default voice changes. */
export function computeServiceEngineVersion({
  endpoint,
  model,
  voices,
}: SpeechServiceSettings): string {
  return `service-${hash([REQUEST_VERSION, endpoint, model, voices]).slice(0, 16)}`;
}

/**
 * Returns a hash of a sentence and of all settings that affect its sound: the service's URL, the model and the voice.
 */
export function hashSentence(
  { endpoint, model }: Pick<SpeechServiceSettings, 'endpoint' | 'model'>,
  { voice, speed, instructions }: ServiceVoice,
  words: string,
): string {
  return hash([REQUEST_VERSION, endpoint, model, voice, speed, instructions ?? null, words]);
}

function hash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32);
}
