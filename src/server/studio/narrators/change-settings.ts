import type { NarratorSettingsChange } from '#domain/studio/narrators.ts';
import type { StudioMember } from '#domain/studio/roles.ts';
import {
  applyNarratorSettings,
  type FollowsSettings,
} from '#server/catalogue/narration/follow-settings.ts';
import {
  type NarratorSettings,
  readNarratorSettings,
  replaceVoices,
  saveNarratorSettings,
} from '#server/catalogue/narration/narrator-settings.ts';
import { enqueueRecordingWithNewVoices } from '#server/catalogue/narration/record-with-new-voices-job.ts';
import { nameModel } from '#server/catalogue/narration/speech-in-use.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { ConflictError } from '#server/platform/errors.ts';
import { StartError } from '#server/platform/start-error.ts';
import { recordAuditEvent } from '#server/studio/audit/service.ts';

/**
 * Changes the engine, or which articles are recorded ahead. Another engine is used at once, in all processes, and a job
 * repeats all recordings. Throws {@link ConflictError} if the engine is not available here, or if another editor has
 * changed the settings since.
 */
export async function changeNarratorSettings(
  queries: Queries,
  audio: FollowsSettings,
  member: StudioMember,
  { version, engine, recordAhead }: NarratorSettingsChange,
): Promise<void> {
  const { speech } = audio;
  const former = speech.fingerprint;
  const changed = await queries.transaction(async (transaction) => {
    const before = await readNarratorSettings(transaction);
    const after: NarratorSettings = {
      ...(engine ? chooseEngine(speech, before, engine) : before),
      version,
      ...(recordAhead && { recordAhead }),
    };
    const hasSaved = before.version === version && (await saveNarratorSettings(transaction, after));
    if (!hasSaved)
      throw new ConflictError('Someone else has changed these settings. Look at them again first.');
    if (after.voices !== null && after.voices !== former)
      await enqueueRecordingWithNewVoices(transaction);
    await recordAuditEvent(transaction, member, {
      action: 'narrator.change',
      id: 'settings',
      name: '',
      before: toAuditValues(before, speech),
      after: toAuditValues(after, speech),
    });
    return { ...after, version: version + 1 };
  });
  applyNarratorSettings(audio, changed);
}

/** Returns the settings for another engine. The voices that were in use become former voices. */
function chooseEngine(
  speech: FollowsSettings['speech'],
  before: NarratorSettings,
  engine: NonNullable<NarratorSettingsChange['engine']>,
): NarratorSettings {
  try {
    const { version: voices, choice } = speech.findSetup(engine, before);
    return replaceVoices(before, speech.fingerprint, { engine, model: nameModel(choice), voices });
  } catch (error) {
    throw error instanceof StartError ? new ConflictError(error.message) : error;
  }
}

function toAuditValues(
  { engine, recordAhead }: NarratorSettings,
  speech: FollowsSettings['speech'],
) {
  return { voices: engine ?? speech.environmentKind, recordAhead };
}
