import type { PictureService } from '#server/catalogue/pictures/service.ts';
import type { Config } from '#server/platform/config.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { ErrorRecorder } from '#server/platform/errors/error-recorder.ts';
import type { FileStore } from '#server/platform/files/store.ts';
import { StartError } from '#server/platform/start-error.ts';
import type { Script } from '#speech/script/script.ts';
import { chooseSpeech } from './choose-speech.ts';
import { endAllClaims } from './job-repository.ts';
import { readLexicon } from './lexicon-file.ts';
import { createNarrationService, type NarrationService } from './narration-service.ts';
import { createNarratorSamples, type NarratorSamples } from './narrator-samples.ts';
import { createRecorder, type Recorder } from './recorder.ts';

interface AudioOptions {
  database: Database;
  files: FileStore;
  pictures: Pick<PictureService, 'read'>;
  /** The folder of the library, which contains the lexicon. */
  content: string;
  config: Config;
  /** Aborted when the process stops, which ends all recordings. */
  ending?: AbortSignal;
  /** Records the error of a recording that fails after its preview was played. */
  errorRecorder?: Pick<ErrorRecorder, 'record'>;
}

/**
 * Opens the narrations and samples, with the built-in voices or those of a model. `atOnce` is how many recordings keep the
 * machine's processors busy. Throws a {@link StartError} if the model does not work.
 */
export async function openAudio({
  database,
  files,
  pictures,
  content,
  config,
  ending,
  errorRecorder,
}: AudioOptions): Promise<{
  narrations: NarrationService;
  samples: NarratorSamples;
  atOnce: number;
}> {
  const { choice, version: voices, atOnce } = chooseSpeech(config);
  // The embedded database belongs to one process: the claims in it are of one that has died.
  if (database.engine === 'embedded') await endAllClaims(database.queries);
  const recorder = createRecorder(choice);
  if (choice.engine === 'neural') await assertModelWorks(recorder, choice.modelFolder);
  const lexicon = await readLexicon(content);
  const options = { voices, ...(ending && { ending }) };
  const onFault =
    errorRecorder && ((error: unknown, path: string) => errorRecorder.record('job', error, path));
  return {
    narrations: createNarrationService(database, files, recorder, {
      ...options,
      pictures,
      lexicon,
      atOnce,
      onFault,
    }),
    samples: createNarratorSamples(database, files, recorder, options),
    atOnce,
  };
}

/** Milliseconds within which the slowest machine opens a model, measures a voice and speaks a word. */
const MODEL_TIMEOUT = 120_000;

/**
 * Lets a model speak a word, in a recording process. Damage inside its files is only found there, and damage in the data of
 * espeak-ng only by speaking.
 */
async function assertModelWorks(recorder: Recorder, modelFolder: string): Promise<void> {
  const passages = [{ anchor: 'word', sentences: [{ start: 0, text: 'Yes.', spoken: 'Yes.' }] }];
  const script: Script = { sections: [{ kind: 'opening', title: 'Yes', passages }] };
  try {
    const parts = recorder.record(script, 'af', AbortSignal.timeout(MODEL_TIMEOUT));
    while (!(await parts.next()).done);
  } catch (error) {
    throw new StartError(
      `NARRATOR_MODEL: the model in ${modelFolder} cannot speak: ${(error as Error).message} See any output of the module above.`,
    );
  }
}
