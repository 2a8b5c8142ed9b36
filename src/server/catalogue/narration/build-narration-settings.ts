import { isDeepStrictEqual } from 'node:util';
import { NARRATORS_BY_ID, type NarratorId } from '#domain/narrators.ts';
import type { SpeechEngineKind } from '#domain/studio/narrators.ts';
import {
  type ChosenSpeakerAndSpeed,
  type ChosenVoices,
  canUseVoice,
  type EngineVoices,
} from '#speech/engines/engine-voices.ts';
import { getModelFolderName } from './active-speech-engine.ts';
import type { SpeechSetup } from './choose-speech.ts';
import type { NarrationSettings } from './narration-settings.ts';

/** Returns the voice of each narrator: the voice that an editor chose or, by default, the engine's voice. */
export function resolveVoicesByNarrator(
  { defaults }: EngineVoices,
  chosen: ChosenVoices,
): Record<NarratorId, ChosenSpeakerAndSpeed> {
  return Object.fromEntries(
    (Object.keys(NARRATORS_BY_ID) as NarratorId[]).map((narrator) => [
      narrator,
      { ...defaults[narrator], ...chosen[narrator] },
    ]),
  ) as Record<NarratorId, ChosenSpeakerAndSpeed>;
}

/**
 * Returns a copy of the settings with the given speech engine. Keeps the voices that editors once chose for this
 * engine. Omits voices whose speaker the engine does not have.
 */
export function buildSettingsWithEngine(
  settings: NarrationSettings,
  engine: SpeechEngineKind,
  { choice, version, voices }: SpeechSetup,
): NarrationSettings {
  return mergeVoicesIntoSettings(
    { ...settings, engine, model: getModelFolderName(choice), engineVersion: version },
    engine,
    voices,
    {},
  );
}

/**
 * Returns a copy of the settings with the voices that an editor chose for some narrators. Omits
 * voices whose speaker the engine does not have. Also omits voices that equal the engine's
 * defaults, so that their narrators get the new default if it changes later.
 */
export function mergeVoicesIntoSettings(
  settings: NarrationSettings,
  engine: SpeechEngineKind,
  voices: EngineVoices,
  chosen: ChosenVoices,
): NarrationSettings {
  const entries = Object.entries({ ...settings.chosenVoices[engine], ...chosen }) as [
    NarratorId,
    ChosenSpeakerAndSpeed,
  ][];
  const customEntries = entries.filter(([narrator, voice]) => {
    const isDefault = isDeepStrictEqual(
      resolveVoicesByNarrator(voices, { [narrator]: voice })[narrator],
      voices.defaults[narrator],
    );
    return !isDefault && canUseVoice(voices, voice);
  });
  const chosenVoices = { ...settings.chosenVoices, [engine]: Object.fromEntries(customEntries) };
  return { ...settings, chosenVoices };
}
