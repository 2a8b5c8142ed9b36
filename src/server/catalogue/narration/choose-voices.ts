import { isDeepStrictEqual } from 'node:util';
import { NARRATORS, type Narrator } from '#domain/narrators.ts';
import type { SpeechEngineKind } from '#domain/studio/narrators.ts';
import {
  type ChosenVoice,
  type ChosenVoices,
  type EngineVoices,
  hasSpeaker,
} from '#speech/engines/engine-voices.ts';
import type { SpeechSetup } from './choose-speech.ts';
import type { NarratorSettings } from './narrator-settings.ts';
import { nameModel } from './speech-in-use.ts';

/** Returns the voice of each narrator: the chosen one, or otherwise the engine's default. */
export function listVoices(
  { defaults }: EngineVoices,
  chosen: ChosenVoices,
): Record<Narrator, ChosenVoice> {
  return Object.fromEntries(
    (Object.keys(NARRATORS) as Narrator[]).map((narrator) => [
      narrator,
      { ...defaults[narrator], ...chosen[narrator] },
    ]),
  ) as Record<Narrator, ChosenVoice>;
}

/**
 * Returns the settings with an engine of this machine. Voices that editors have chosen for this engine before stay, unless
 * the engine does not have their speaker any more.
 */
export function chooseEngine(
  settings: NarratorSettings,
  engine: SpeechEngineKind,
  { choice, version, voices }: SpeechSetup,
): NarratorSettings {
  return chooseVoices(
    { ...settings, engine, model: nameModel(choice), voices: version },
    engine,
    voices,
    {},
  );
}

/**
 * Returns the settings with chosen voices for some narrators. Voices that are the engine's defaults are not stored, and
 * follow later changes of the defaults.
 */
export function chooseVoices(
  settings: NarratorSettings,
  engine: SpeechEngineKind,
  voices: EngineVoices,
  chosen: ChosenVoices,
): NarratorSettings {
  const all = Object.entries({ ...settings.speakers[engine], ...chosen }) as [
    Narrator,
    ChosenVoice,
  ][];
  const kept = all.filter(([narrator, voice]) => {
    const isDefault = isDeepStrictEqual(
      listVoices(voices, { [narrator]: voice })[narrator],
      voices.defaults[narrator],
    );
    return !isDefault && hasSpeaker(voices, voice);
  });
  const speakers = { ...settings.speakers, [engine]: Object.fromEntries(kept) };
  return { ...settings, speakers };
}
