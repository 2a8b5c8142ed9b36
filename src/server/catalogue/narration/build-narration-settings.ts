import { isDeepStrictEqual } from 'node:util';
import { NARRATORS_BY_ID, type NarratorId } from '#domain/narrators.ts';
import type { SpeechEngineKind } from '#domain/studio/narrators.ts';
import {
  type ChosenVoice,
  type ChosenVoices,
  type EngineVoices,
  hasSpeaker,
} from '#speech/engines/engine-voices.ts';
import type { SpeechSetup } from './choose-speech.ts';
import type { NarrationSettings } from './narration-settings.ts';
import { getModelFolderName } from './speech-in-use.ts';

/** Returns the voice of each narrator: the chosen one, or otherwise the engine's default. */
export function resolveVoicesByNarrator(
  { defaults }: EngineVoices,
  chosen: ChosenVoices,
): Record<NarratorId, ChosenVoice> {
  return Object.fromEntries(
    (Object.keys(NARRATORS_BY_ID) as NarratorId[]).map((narrator) => [
      narrator,
      { ...defaults[narrator], ...chosen[narrator] },
    ]),
  ) as Record<NarratorId, ChosenVoice>;
}

/**
 * Returns the settings changed to an engine of this machine. Keeps the voices that editors chose for this engine
 * earlier, except for voices whose speaker the engine no longer has.
 */
export function buildSettingsWithEngine(
  settings: NarrationSettings,
  engine: SpeechEngineKind,
  { choice, version, voices }: SpeechSetup,
): NarrationSettings {
  return mergeVoicesIntoSettings(
    { ...settings, engine, model: getModelFolderName(choice), voices: version },
    engine,
    voices,
    {},
  );
}

/**
 * Returns the settings with chosen voices for some narrators. Omits voices that are the engine's defaults, so that
 * these narrators follow later changes of the defaults.
 */
export function mergeVoicesIntoSettings(
  settings: NarrationSettings,
  engine: SpeechEngineKind,
  voices: EngineVoices,
  chosen: ChosenVoices,
): NarrationSettings {
  const entries = Object.entries({ ...settings.speakers[engine], ...chosen }) as [
    NarratorId,
    ChosenVoice,
  ][];
  const customEntries = entries.filter(([narrator, voice]) => {
    const isDefault = isDeepStrictEqual(
      resolveVoicesByNarrator(voices, { [narrator]: voice })[narrator],
      voices.defaults[narrator],
    );
    return !isDefault && hasSpeaker(voices, voice);
  });
  const speakers = { ...settings.speakers, [engine]: Object.fromEntries(customEntries) };
  return { ...settings, speakers };
}
