import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { narratorIdSchema } from '#domain/narrator-id-schema.ts';
import { NARRATORS_BY_ID, type NarratorId } from '#domain/narrators.ts';
import type { EngineSpeaker } from '../engine-voices.ts';
import { VoiceModelError } from './voice-model-error.ts';

/** The speaker and settings that a neural model uses for a narrator. */
export interface NeuralVoice {
  /** The speaker's number in the model. */
  speaker: number;
  /** The speaking rate as a multiple of the speaker's normal rate. */
  speed: number;
  /**
   * The name of the espeak-ng voice with the desired pronunciation. Omitted for models that do not accept an accent.
   */
  accent?: string;
}

/** The file in a model's folder that assigns speakers to narrators. */
const NARRATORS_FILE = 'narrators.json';

const narratorsSchema = z.partialRecord(
  narratorIdSchema,
  z.strictObject({
    speaker: z.union([z.int().min(0), z.string().min(1)]),
    speed: z.number().min(0.5).max(2).optional(),
  }),
);

/**
 * The preferred Kokoro speakers for each narrator, best first (grades in Kokoro-82M's VOICES.md). If a model has none
 * of these speakers, the first speaker whose name begins with the narrator's ID is used. Speakers are listed by name,
 * because their numbers differ between releases of Kokoro.
 */
const KOKORO_SPEAKERS: Readonly<Record<NarratorId, readonly string[]>> = {
  af: ['af_heart', 'af_bella'],
  am: ['am_michael', 'am_fenrir', 'am_puck'],
  bf: ['bf_emma', 'bf_isabella'],
  bm: ['bm_george', 'bm_fable'],
};

/**
 * Speaking rates for Kokoro's fastest speakers, as multiples of their normal rates. They result in about 165 words a
 * minute, including pauses (`npm run bench:voices`). The other speakers already speak at this rate, or were not
 * measured.
 */
const KOKORO_SPEEDS: Readonly<Record<string, number>> = { af_heart: 0.87, bf_emma: 0.83 };

/**
 * The espeak-ng voice for each narrator. British narrators use Received Pronunciation (`en-gb-x-rp`). espeak-ng has no
 * voice "en-gb", and its voice "en" pronounces "bath" as in the north of England.
 */
const ACCENTS: Readonly<Record<NarratorId, string>> = {
  af: 'en-us',
  am: 'en-us',
  bf: 'en-gb-x-rp',
  bm: 'en-gb-x-rp',
};

/** The speakers of a voice model, read from its metadata. */
export interface ModelSpeakers {
  count: number;
  /** The speakers' names, ordered by speaker number. Empty if the model does not name its speakers. */
  names: readonly string[];
  /** True if requests to the model can specify an accent. */
  acceptAccents: boolean;
}

/**
 * Finds the voice of each narrator. Reads `narrators.json` in the model's folder, and uses the speakers' names to
 * choose the voices that the file does not define. Throws a {@link VoiceModelError} with instructions if a narrator has
 * no voice.
 */
export function readNarratorVoices(
  folder: string,
  speakers: ModelSpeakers,
): Record<NarratorId, NeuralVoice> {
  const configuredVoices = readNarrators(folder);
  const missing: NarratorId[] = [];
  const entries = (Object.keys(NARRATORS_BY_ID) as NarratorId[]).map((narrator) => {
    const { speaker = findPreferredSpeaker(narrator, speakers.names), speed: chosenSpeed } =
      configuredVoices[narrator] ?? {};
    const number = typeof speaker === 'string' ? speakers.names.indexOf(speaker) : speaker;
    if (number === undefined) missing.push(narrator);
    else if (number < 0 || number >= speakers.count)
      throw createUnknownSpeakerError(folder, speaker, speakers);
    const speed = chosenSpeed ?? getNaturalSpeed(speakers.names[number ?? -1] ?? '');
    const accent = speakers.acceptAccents ? { accent: ACCENTS[narrator] } : {};
    return [narrator, { speaker: number, speed, ...accent }];
  });
  if (missing.length) throw createMissingVoiceError(folder, missing, speakers);
  return Object.fromEntries(entries);
}

/** Returns the names of a model's speakers, ordered by speaker number. A speaker without a name is listed by number. */
export function listSpeakerNames({ count, names }: ModelSpeakers): string[] {
  return Array.from({ length: count }, (_, number) => names[number] ?? String(number));
}

/**
 * Returns the speakers with the given names, and the narrators that each speaker suits. The name of a Kokoro speaker
 * begins with a narrator's ID: `bf_emma` suits the narrator `bf`.
 */
export function toEngineSpeakers(names: readonly string[]): EngineSpeaker[] {
  const narrators = Object.keys(NARRATORS_BY_ID) as NarratorId[];
  return names.map((name) => ({
    name,
    speed: getNaturalSpeed(name),
    fits: narrators.filter((narrator) => name.startsWith(`${narrator}_`)),
  }));
}

function getNaturalSpeed(speaker: string): number {
  return KOKORO_SPEEDS[speaker] ?? 1;
}

function readNarrators(folder: string): z.output<typeof narratorsSchema> {
  const file = path.join(folder, NARRATORS_FILE);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return {};
  }
  try {
    return narratorsSchema.parse(JSON.parse(text));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new VoiceModelError(
      `NARRATOR_MODEL: ${file} is invalid. Write it like ${EXAMPLE}:\n${reason}`,
    );
  }
}

const EXAMPLE = '{"bf": {"speaker": 3, "speed": 0.95}}';

function findPreferredSpeaker(narrator: NarratorId, names: readonly string[]): string | undefined {
  return (
    KOKORO_SPEAKERS[narrator].find((name) => names.includes(name)) ??
    names.find((name) => name.startsWith(`${narrator}_`))
  );
}

function createUnknownSpeakerError(
  folder: string,
  speaker: unknown,
  { count, names }: ModelSpeakers,
): VoiceModelError {
  const available = names.length ? names.join(', ') : `0 to ${count - 1}`;
  return new VoiceModelError(
    `NARRATOR_MODEL: ${path.join(folder, NARRATORS_FILE)} names speaker ${speaker}, but the model has ${available}.`,
  );
}

function createMissingVoiceError(
  folder: string,
  missing: NarratorId[],
  { count, names }: ModelSpeakers,
): VoiceModelError {
  const missingNarrators = missing
    .map((narrator) => `${narrator} (${NARRATORS_BY_ID[narrator].name})`)
    .join(', ');
  const available = names.length
    ? `its ${count} speakers (${names.join(', ')})`
    : `its ${count} speakers`;
  return new VoiceModelError(
    `NARRATOR_MODEL: nothing in ${folder} says which of ${available} is ${missingNarrators}. Set it in ${path.join(folder, NARRATORS_FILE)}, for example ${EXAMPLE}.`,
  );
}
