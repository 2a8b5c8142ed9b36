import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { narratorSchema } from '#domain/narrator-schema.ts';
import { NARRATORS, type Narrator } from '#domain/narrators.ts';
import { VoiceModelError } from '../neural/voice-model-error.ts';

/** The voice and settings that a speech service uses for a narrator. */
export interface ServiceVoice {
  /** The name of the voice at the service. */
  voice: string;
  /** The speaking rate relative to the voice's normal rate: 1 leaves it unchanged. */
  speed: number;
  /** Instructions for the model, such as an accent. Many models ignore them. */
  instructions?: string | undefined;
}

/** The voice of each narrator. */
export type ServiceVoices = Readonly<Record<Narrator, ServiceVoice>>;

const voicesSchema = z.partialRecord(
  narratorSchema,
  z.strictObject({
    voice: z.string().min(1).max(200),
    speed: z.number().min(0.5).max(2).default(1),
    instructions: z.string().min(1).max(1000).optional(),
  }),
);

type DefaultVoices = Readonly<Record<Narrator, Partial<ServiceVoice> & { voice: string }>>;

/** Instructions for a British accent, since OpenAI's models that take instructions have American voices. */
const BRITISH = 'Speak with a British accent (Received Pronunciation).';

/** The voices of models whose voices are known, by a pattern for the model's name. */
const DEFAULT_VOICES: readonly (readonly [model: RegExp, voices: DefaultVoices])[] = [
  [
    /kokoro/i,
    {
      af: { voice: 'af_heart' },
      am: { voice: 'am_michael' },
      bf: { voice: 'bf_emma' },
      bm: { voice: 'bm_george' },
    },
  ],
  [
    /^gpt-.*tts/,
    {
      af: { voice: 'coral' },
      am: { voice: 'ash' },
      bf: { voice: 'sage', instructions: BRITISH },
      bm: { voice: 'fable', instructions: BRITISH },
    },
  ],
  // tts-1 has one British voice, a man's.
  [
    /^tts-1/,
    {
      af: { voice: 'nova' },
      am: { voice: 'onyx' },
      bf: { voice: 'shimmer' },
      bm: { voice: 'fable' },
    },
  ],
];

const EXAMPLE = '{"bf": {"voice": "bf_emma", "speed": 0.95}}';

/**
 * Reads the voices of the narrators at a service: from `file`, and otherwise the default voices of the model. Throws a
 * {@link VoiceModelError} with instructions if the file is invalid or a narrator has no voice.
 */
export function readServiceVoices(file: string, model: string): ServiceVoices {
  const given = readVoices(file);
  const defaults = DEFAULT_VOICES.find(([pattern]) => pattern.test(model))?.[1];
  const missing: Narrator[] = [];
  const entries = (Object.keys(NARRATORS) as Narrator[]).map((narrator) => {
    const voice = given[narrator] ?? defaults?.[narrator];
    if (!voice) missing.push(narrator);
    return [narrator, { speed: 1, ...voice }];
  });
  if (!missing.length) return Object.fromEntries(entries);
  const who = missing.map((narrator) => `${narrator} (${NARRATORS[narrator].name})`).join(', ');
  throw new VoiceModelError(
    `NARRATOR_SERVICE_MODEL: the voices of ${model} are not known. Name one for ${who} in ${file}, for example ${EXAMPLE}.`,
  );
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

/** Settings that change the sound of a sentence. */
export interface ServiceSettings {
  /** The URL of the speech call. */
  endpoint: string;
  model: string;
  voices: ServiceVoices;
}

/**
 * The version of the requests. Increase it when other parameters are sent, so that recordings and sentences are made
 * again.
 */
const REQUEST_VERSION = 1;

/** Returns the version of the engine, which changes whenever the same words would sound different. */
export function computeServiceVersion({ endpoint, model, voices }: ServiceSettings): string {
  return `service-${hash([REQUEST_VERSION, endpoint, model, voices]).slice(0, 16)}`;
}

/** Returns a hash of a sentence and everything that decides how a narrator speaks it. */
export function hashSentence(
  { endpoint, model, voices }: ServiceSettings,
  narrator: Narrator,
  words: string,
): string {
  const { voice, speed, instructions } = voices[narrator];
  return hash([REQUEST_VERSION, endpoint, model, voice, speed, instructions ?? null, words]);
}

function hash(what: unknown): string {
  return createHash('sha256').update(JSON.stringify(what)).digest('hex').slice(0, 32);
}
