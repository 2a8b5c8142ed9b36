import type { Database, Queries } from '#server/platform/db/database.ts';
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
import { getModelFolderName, type SpeechInUse } from './speech-in-use.ts';

/** The parts of this process that depend on the editors' settings of narrations. */
export interface NarrationSettingsConsumers {
  speech: SpeechInUse;
  narrations: Pick<NarrationService, 'switchVoices'>;
}

/** Applies the editors' settings to this process. */
export function applyNarrationSettings(
  { speech, narrations }: NarrationSettingsConsumers,
  settings: NarrationSettings,
): void {
  if (speech.apply(settings)) narrations.switchVoices(speech.atOnce);
}

/**
 * Applies the editors' settings to this process now and whenever any process changes them. Returns a function that
 * stops following the settings.
 */
export async function followNarrationSettings(
  database: Pick<Database, 'queries' | 'listen'>,
  audio: NarrationSettingsConsumers,
): Promise<() => Promise<void>> {
  await adoptVoicesOfRelease(database.queries, audio.speech);
  // A missing model may be installed while the process runs.
  return watchNarrationSettings(
    database,
    (settings) => applyNarrationSettings(audio, settings),
    () => audio.speech.problem !== undefined,
  );
}

/**
 * Updates the settings if the chosen engine has other voices than before, because of a new release or a change of the
 * model's `narrators.json`. All recordings are then made again.
 */
async function adoptVoicesOfRelease(queries: Queries, speech: SpeechInUse): Promise<void> {
  const settings = await readNarrationSettings(queries);
  const { engine, model, voices } = settings;
  if (!engine || !voices) return;
  const setup = speech.findSetupIfAvailable(engine);
  if (!setup || setup.version === voices || getModelFolderName(setup.choice) !== model) return;
  const updatedSettings = buildSettingsWithEngine(settings, engine, setup);
  const adoptedSettings = buildSettingsWithFormerVoices(
    updatedSettings,
    speech.computeFingerprints(settings),
    speech.computeFingerprints(updatedSettings),
  );
  await queries.transaction(async (transaction) => {
    // If another process has just changed the settings, this process does not overwrite them.
    if (await saveNarrationSettings(transaction, adoptedSettings))
      await enqueueRecordingWithNewVoices(transaction);
  });
}
