import { createHash } from 'node:crypto';
import type { NarratorId } from '#domain/narrators.ts';

/** The voice that an editor has chosen for a narrator. */
export interface ChosenVoice {
  /**
   * The name of the speaker. Omitted for the engine's default speaker, and for engines with one speaker for each
   * narrator.
   */
  speaker?: string | undefined;
  /** The speaking rate as a multiple of the speaker's normal rate. */
  speed: number;
}

/** The voices that editors have chosen, by narrator. A narrator without an entry has the engine's default voice. */
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
  /**
   * The engine's speakers. Empty if the engine has exactly one speaker for each narrator, or if the speakers are
   * unknown.
   */
  speakers: readonly EngineSpeaker[];
  /** True if the engine may have speakers that {@link speakers} does not contain. */
  hasUnlistedSpeakers: boolean;
  /** The default voice of each narrator, from `narrators.json` or otherwise from the engine. */
  defaults: Readonly<Record<NarratorId, ChosenVoice>>;
}

/** The voices of an engine with one speaker for each narrator. */
export const ONE_SPEAKER_PER_NARRATOR: EngineVoices = {
  speakers: [],
  hasUnlistedSpeakers: false,
  defaults: { af: { speed: 1 }, am: { speed: 1 }, bf: { speed: 1 }, bm: { speed: 1 } },
};

/** Returns true if an engine has the speaker of a voice, or may have it because not all of its speakers are known. */
export function hasSpeaker(
  { speakers, hasUnlistedSpeakers }: EngineVoices,
  { speaker }: ChosenVoice,
): boolean {
  if (speaker === undefined || hasUnlistedSpeakers) return true;
  return speakers.some(({ name }) => name === speaker);
}

/**
 * Returns the fingerprint of a narrator's voice. `version` is the version of the engine with its default voices. It is
 * also the fingerprint of a narrator without a chosen voice. A change of one narrator's voice does not change the
 * fingerprints of the other narrators.
 */
export function fingerprintVoice(version: string, chosen: ChosenVoice | undefined): string {
  if (!chosen) return version;
  const { speaker = null, speed } = chosen;
  const hash = createHash('sha256')
    .update(JSON.stringify([speaker, speed]))
    .digest('hex');
  return `${version}-${hash.slice(0, 8)}`;
}
