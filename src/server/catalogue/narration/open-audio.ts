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
  /** The folder of the library, which has the lexicon. */
  content: string;
  config: Config;
  /** Stops what is being made. */
  ending?: AbortSignal;
  /** Where it is kept that a recording came to no end that somebody has begun to hear. */
  faults?: Pick<ErrorRecorder, 'record'>;
}

/**
 * Opens all there is to be heard, spoken by the voices that are built in or by a model's; `atOnce` is how many recordings
 * are worth making beside one another. Throws a {@link StartError} with a sentence where the model cannot speak.
 */
export async function openAudio({
  database,
  files,
  pictures,
  content,
  config,
  ending,
  faults,
}: AudioOptions): Promise<{
  narrations: NarrationService;
  samples: NarratorSamples;
  atOnce: number;
}> {
  const { choice, version: voices, atOnce } = chooseSpeech(config);
  // The embedded database belongs to one process: whoever made these claims has died.
  if (database.engine === 'embedded') await endAllClaims(database.queries);
  const recorder = createRecorder(choice);
  if (choice.engine === 'neural') await tryOut(recorder, choice.modelFolder);
  const lexicon = await readLexicon(content);
  const made = { voices, ...(ending && { ending }) };
  const onFault = faults && ((error: unknown, path: string) => faults.record('job', error, path));
  return {
    narrations: createNarrationService(database, files, recorder, {
      ...made,
      pictures,
      lexicon,
      atOnce,
      onFault,
    }),
    samples: createNarratorSamples(database, files, recorder, made),
    atOnce,
  };
}

/** Milliseconds in which the slowest machine opens a model, measures a voice and says a word. */
const PATIENCE = 120_000;

/**
 * Has a model say a word, in a process that records. What is wrong inside its files is found there alone; broken data of
 * espeak-ng's only once something is said.
 */
async function tryOut(recorder: Recorder, modelFolder: string): Promise<void> {
  const passages = [{ anchor: 'word', sentences: [{ start: 0, text: 'Yes.', spoken: 'Yes.' }] }];
  const script: Script = { sections: [{ kind: 'opening', title: 'Yes', passages }] };
  try {
    const parts = recorder.record(script, 'af', AbortSignal.timeout(PATIENCE));
    while (!(await parts.next()).done);
  } catch (error) {
    throw new StartError(
      `NARRATOR_MODEL: the model in ${modelFolder} cannot speak: ${(error as Error).message} See any output of the module above.`,
    );
  }
}
