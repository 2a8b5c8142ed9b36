import { createHash } from 'node:crypto';
import type { NarratorId } from '#domain/narrators.ts';

/** The voice that an editor has chosen for a narrator. */
export interface ChosenSpeakerAndSpeed {
  /** The name of the engine's speaker. Omitted for the narrator's default speaker. */
  speaker?: string | undefined;
  /** The speaking rate as a multiple of the speaker's normal rate. */
  speed: number;
}

/** The voices that editors have chosen, by narrator. A narrator without an entry has the engine's default voice. */
export type ChosenVoices = Readonly<Partial<Record<NarratorId, ChosenSpeakerAndSpeed>>>;

/** A speaker that an engine offers. */
export interface EngineSpeaker {
  name: string;
  /** The speaking rate at which the speaker sounds best, as a multiple of the normal rate. */
  speed: number;
  /** The narrators for whom the speaker is suitable, by accent and gender. */
  fits: readonly NarratorId[];
}

/** The voices that a speech engine offers. Editors choose one of them for each narrator. */
export interface EngineVoices {
  /**
   * The engine's speakers. Empty if the engine has exactly one speaker for each narrator, or if the speakers are
   * unknown.
   */
  speakers: readonly EngineSpeaker[];
  /** True if the engine may have speakers that {@link speakers} does not contain. */
  hasUnlistedSpeakers: boolean;
  /** The default voice of each narrator. It is read from `narrators.json`, or otherwise chosen by the engine. */
  defaults: Readonly<Record<NarratorId, ChosenSpeakerAndSpeed>>;
}

/** The voices of an engine that has exactly one speaker for each narrator. */
export const ENGINE_VOICES_WITH_FIXED_SPEAKERS: EngineVoices = {
  speakers: [],
  hasUnlistedSpeakers: false,
  defaults: { af: { speed: 1 }, am: { speed: 1 }, bf: { speed: 1 }, bm: { speed: 1 } },
};

/**
 * Returns true if an engine has, or may have, the speaker of a voice. An engine with unlisted speakers may have any
 * speaker.
 */
export function canUseVoice(
  { speakers, hasUnlistedSpeakers }: EngineVoices,
  { speaker }: ChosenSpeakerAndSpeed,
): boolean {
  if (speaker === undefined || hasUnlistedSpeakers) return true;
  return speakers.some(({ name }) => name === speaker);
}

/**
 * Returns the fingerprint of a narrator's voice, which changes if the voice changes. For a default voice, the
 * fingerprint is the engine's `version`. For a chosen voice, it is `version` followed by a hash of the speaker and the
 * speed.
 */
export function computeVoiceFingerprint(
  version: string,
  chosen: ChosenSpeakerAndSpeed | undefined,
): string {
  if (!chosen) return version;
  const { speaker = null, speed } = chosen;
  const hash = createHash('sha256')
    .update(JSON.stringify([speaker, speed]))
    .digest('hex');
  return `${version}-${hash.slice(0, 8)}`;
}
