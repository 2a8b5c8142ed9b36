import { createHash } from 'node:crypto';
import type { NarratorId } from '#domain/narrators.ts';

/** The voice of a narrator, as an editor chooses it. */
export interface ChosenVoice {
  /** The name of the speaker. Omitted for the engine's default, and for engines with one speaker for each narrator. */
  speaker?: string | undefined;
  /** The speaking rate relative to the speaker's normal rate: 1 leaves it unchanged. */
  speed: number;
}

/** The voices that editors have chosen. The other narrators have the engine's default voices. */
export type ChosenVoices = Readonly<Partial<Record<NarratorId, ChosenVoice>>>;

/** A speaker of an engine. */
export interface EngineSpeaker {
  name: string;
  /** The speed at which the speaker sounds best. */
  speed: number;
  /** The narrators whose description fits the speaker. */
  fits: readonly NarratorId[];
}

/** The voices of an engine, from which editors choose. */
export interface EngineVoices {
  /** The speakers. Empty if the engine has one for each narrator, or if its speakers are not known. */
  speakers: readonly EngineSpeaker[];
  /** True if any other name can also be that of a speaker. */
  hasUnlistedSpeakers: boolean;
  /** The default voice of each narrator: from `narrators.json`, or otherwise from the engine. */
  defaults: Readonly<Record<NarratorId, ChosenVoice>>;
}

/** The voices of an engine with one speaker for each narrator. */
export const ONE_SPEAKER_PER_NARRATOR: EngineVoices = {
  speakers: [],
  hasUnlistedSpeakers: false,
  defaults: { af: { speed: 1 }, am: { speed: 1 }, bf: { speed: 1 }, bm: { speed: 1 } },
};

/** Returns true if an engine has the speaker of a voice, and so can speak with that voice. */
export function hasSpeaker(
  { speakers, hasUnlistedSpeakers }: EngineVoices,
  { speaker }: ChosenVoice,
): boolean {
  if (speaker === undefined || hasUnlistedSpeakers) return true;
  return speakers.some(({ name }) => name === speaker);
}

/**
 * Returns the fingerprint of a narrator's voice. `version` is that of the engine with its default voices, which is the
 * fingerprint of narrators without a chosen voice. A change of one narrator's voice does not change the others'.
 */
export function fingerprintVoice(version: string, chosen: ChosenVoice | undefined): string {
  if (!chosen) return version;
  const { speaker = null, speed } = chosen;
  const hash = createHash('sha256')
    .update(JSON.stringify([speaker, speed]))
    .digest('hex');
  return `${version}-${hash.slice(0, 8)}`;
}
