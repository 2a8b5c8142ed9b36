import { isDeepStrictEqual } from 'node:util';
import { NARRATORS_BY_ID, type NarratorId } from '#domain/narrators.ts';
import type { NarrationSettingsChange, SpeechEngineKind } from '#domain/studio/narrators.ts';
import type { StudioMember } from '#domain/studio/roles.ts';
import type { ActiveSpeechEngine } from '#server/catalogue/narration/active-speech-engine.ts';
import {
  buildSettingsWithEngine,
  mergeVoicesIntoSettings,
} from '#server/catalogue/narration/build-narration-settings.ts';
import type { SpeechSetup } from '#server/catalogue/narration/choose-speech.ts';
import {
  applyNarrationSettings,
  type NarrationSettingsConsumers,
} from '#server/catalogue/narration/follow-settings.ts';
import {
  buildSettingsWithFormerVoices,
  type NarrationSettings,
  readNarrationSettings,
  saveNarrationSettings,
} from '#server/catalogue/narration/narration-settings.ts';
import { enqueueRecordingWithNewVoices } from '#server/catalogue/narration/record-with-new-voices-job.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { ConflictError, InvalidRequestError } from '#server/platform/errors.ts';
import { StartError } from '#server/platform/start-error.ts';
import { recordAuditEvent } from '#server/studio/audit/service.ts';
import {
  type ChosenSpeakerAndSpeed,
  canUseVoice,
  type EngineVoices,
} from '#speech/engines/engine-voices.ts';

/**
 * Changes the speech engine, the narrators' voices, or the setting that determines which articles are recorded in
 * advance. All processes use new voices immediately. A job makes new recordings for the narrators whose voice has
 * changed. Throws {@link ConflictError} if the engine is not available on this machine, or if the settings have changed
 * since version `change.version`. Throws {@link InvalidRequestError} if the engine does not have one of the chosen
 * speakers.
 */
export async function changeNarrationSettings(
  queries: Queries,
  audio: NarrationSettingsConsumers,
  member: StudioMember,
  change: NarrationSettingsChange,
): Promise<void> {
  const { speech } = audio;
  const changed = await queries.transaction(async (transaction) => {
    const before = await readNarrationSettings(transaction);
    if (before.version !== change.version) throw createConflict();
    const after = applyChange(speech, before, change);
    if (!(await saveNarrationSettings(transaction, after))) throw createConflict();
    if (haveVoicesChanged(speech, before, after)) await enqueueRecordingWithNewVoices(transaction);
    await recordAuditEvent(transaction, member, {
      action: 'narrator.change',
      id: 'settings',
      name: '',
      before: toAuditValues(before, speech),
      after: toAuditValues(after, speech),
    });
    return { ...after, version: change.version + 1 };
  });
  applyNarrationSettings(audio, changed);
}

function createConflict(): ConflictError {
  return new ConflictError('Someone else has changed these settings. Look at them again first.');
}

/** Throws {@link InvalidRequestError} if a voice names a speaker that the engine does not have. */
export function assertEngineHasSpeakersOfVoices(
  engine: EngineVoices,
  voices: readonly ChosenSpeakerAndSpeed[],
): void {
  const missing = voices.find((voice) => !canUseVoice(engine, voice));
  if (missing) throw new InvalidRequestError(`The voices in use have no ${missing.speaker}.`);
}

function applyChange(
  speech: ActiveSpeechEngine,
  before: NarrationSettings,
  { engine, recordAhead, voices }: NarrationSettingsChange,
): NarrationSettings {
  let after = { ...before, ...(recordAhead && { recordAhead }) };
  if (engine) after = buildSettingsWithEngine(after, engine, findSetup(speech, engine));
  if (voices) {
    const kind = after.engine ?? speech.environmentKind;
    const setup = findSetup(speech, kind);
    assertEngineHasSpeakersOfVoices(setup.voices, Object.values(voices));
    after = mergeVoicesIntoSettings(after, kind, setup.voices, voices);
  }
  return buildSettingsWithFormerVoices(
    after,
    speech.computeFingerprints(before),
    speech.computeFingerprints(after),
  );
}

/** Finds a speech engine on this machine. Throws {@link ConflictError} if the engine is not available. */
function findSetup(speech: ActiveSpeechEngine, engine: SpeechEngineKind): SpeechSetup {
  try {
    return speech.findSetup(engine);
  } catch (error) {
    throw error instanceof StartError ? new ConflictError(error.message) : error;
  }
}

function haveVoicesChanged(
  speech: ActiveSpeechEngine,
  before: NarrationSettings,
  after: NarrationSettings,
): boolean {
  return !isDeepStrictEqual(speech.computeFingerprints(before), speech.computeFingerprints(after));
}

/** Converts a name of several words to camel case. The studio's audit log shows a camel-case name as separate words. */
function toIdentifier(name: string): string {
  return name.slice(0, 1).toLowerCase() + name.slice(1).replaceAll(' ', '');
}

function toAuditValues(
  { engine, recordAhead, chosenVoices }: NarrationSettings,
  speech: ActiveSpeechEngine,
) {
  const kind = engine ?? speech.environmentKind;
  const chosen = Object.entries(chosenVoices[kind] ?? {}).map(([narrator, { speaker, speed }]) => [
    toIdentifier(NARRATORS_BY_ID[narrator as NarratorId].name),
    [speaker, speed].filter((each) => each !== undefined).join(' at speed '),
  ]);
  return { voices: kind, recordAhead, ...Object.fromEntries(chosen) };
}
