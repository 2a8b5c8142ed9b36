import type { Database, Queries } from '#server/platform/db/database.ts';
import { type ActiveSpeechEngine, getModelFolderName } from './active-speech-engine.ts';
import { buildSettingsWithEngine } from './build-narration-settings.ts';
import type { NarrationService } from './narration-service.ts';
import {
  buildSettingsWithFormerVoices,
  type NarrationSettings,
  readNarrationSettings,
  saveNarrationSettings,
  watchNarrationSettings,
} from './narration-settings.ts';
import { enqueueRecordingWithNewVoices } from './record-with-new-voices-job.ts';

/** The services of this process that the editors' narration settings affect. */
export interface NarrationSettingsConsumers {
  speech: ActiveSpeechEngine;
  narrations: Pick<NarrationService, 'switchVoices'>;
}

/** Applies the editors' narration settings to this process. */
export function applyNarrationSettings(
  { speech, narrations }: NarrationSettingsConsumers,
  settings: NarrationSettings,
): void {
  if (speech.apply(settings)) narrations.switchVoices(speech.atOnce);
}

/**
 * Applies the editors' narration settings to this process now, and again whenever any process changes them. Returns a
 * function that stops watching the settings.
 */
export async function applyAndWatchNarrationSettings(
  database: Pick<Database, 'queries' | 'listen'>,
  audio: NarrationSettingsConsumers,
): Promise<() => Promise<void>> {
  await adoptVoicesOfRelease(database.queries, audio.speech);
  // A model that is missing now may be installed while the process runs. The settings are therefore applied again until
  // no problem remains.
  return watchNarrationSettings(
    database,
    (settings) => applyNarrationSettings(audio, settings),
    () => audio.speech.problem !== undefined,
  );
}

/**
 * If the default voices of the chosen engine have changed, updates the settings and enqueues a job that repeats all
 * recordings. The default voices change with a new release of Octavo, or if the operator edits the model's
 * `narrators.json`.
 */
async function adoptVoicesOfRelease(queries: Queries, speech: ActiveSpeechEngine): Promise<void> {
  const settings = await readNarrationSettings(queries);
  const { engine, model, engineVersion } = settings;
  if (!engine || !engineVersion) return;
  const setup = speech.findSetupIfAvailable(engine);
  if (!setup || setup.version === engineVersion || getModelFolderName(setup.choice) !== model)
    return;
  const updatedSettings = buildSettingsWithEngine(settings, engine, setup);
  const adoptedSettings = buildSettingsWithFormerVoices(
    updatedSettings,
    speech.computeFingerprints(settings),
    speech.computeFingerprints(updatedSettings),
  );
  await queries.transaction(async (transaction) => {
    // The settings are not saved if another process has changed them since they were read.
    if (await saveNarrationSettings(transaction, adoptedSettings))
      await enqueueRecordingWithNewVoices(transaction);
  });
}
