import type { PictureService } from '#server/catalogue/pictures/service.ts';
import type { Config } from '#server/platform/config.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { ErrorRecorder } from '#server/platform/errors/error-recorder.ts';
import type { FileStore } from '#server/platform/files/store.ts';
import { StartError } from '#server/platform/start-error.ts';
import { BUILT_IN_VERSION } from '#speech/engines/built-in-voices.ts';
import { BUILT_IN_ENGINE } from '#speech/engines/engine.ts';
import type { Script } from '#speech/script/script.ts';
import { chooseSpeechSetup } from './choose-speech.ts';
import { readLexicon } from './lexicon-file.ts';
import { NarrationService } from './narration-service.ts';
import { createNarratorSamples, type NarratorSamples } from './narrator-samples.ts';
import { getNarratorStatus, type NarratorStatus } from './narrator-status.ts';
import { createRecorder, type Recorder } from './recorder.ts';
import { endAllJobClaims } from './repository.ts';
import { SpeechService } from './speech-service/speech-service.ts';

interface AudioOptions {
  database: Database;
  files: FileStore;
  pictures: Pick<PictureService, 'read'>;
  /** Path of the library folder, which contains the lexicon. */
  content: string;
  config: Config;
  /** Signal that is aborted when the process stops. It cancels all recordings. */
  ending?: AbortSignal;
  /** Reports the error of a recording that fails after its preview was played. */
  errorRecorder?: Pick<ErrorRecorder, 'record'>;
}

/**
 * Creates the narration service and the narrator samples, with the built-in voices, a model or a speech service.
 * `atOnce` is the number of parallel recordings that use all processors of the machine. Throws {@link StartError} if the
 * model does not work. A speech service is not tried, since it may be unavailable for a while.
 */
export async function createNarrationServices({
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
  /** Returns which engine speaks, its voices, its budget and the latest failures. */
  getStatus(): Promise<NarratorStatus>;
}> {
  const setup = chooseSpeechSetup(config);
  const { choice, version: voices, atOnce } = setup;
  // Only one process can open the embedded database, so its claims on narration jobs all belong to processes that have
  // exited.
  if (database.engine === 'embedded') await endAllJobClaims(database.queries);
  const service = setup.service && new SpeechService(database, files, { ...setup.service, ending });
  const recorder = createRecorder(choice, service && ((...sentence) => service.speak(...sentence)));
  if (choice.engine === 'neural') await assertModelWorks(recorder, choice.modelFolder);
  const lexicon = await readLexicon(content);
  const options = { voices, ...(ending && { ending }) };
  const onFault =
    errorRecorder && ((error: unknown, path: string) => errorRecorder.record('job', error, path));
  return {
    narrations: new NarrationService(database, files, recorder, {
      ...options,
      pictures,
      lexicon,
      atOnce,
      onFault,
      sentences: service?.cache,
    }),
    samples: createNarratorSamples(database, files, recorder, {
      ...options,
      ...(service && {
        substitute: {
          recorder: createRecorder(BUILT_IN_ENGINE),
          voices: BUILT_IN_VERSION,
          onFault,
        },
      }),
    }),
    atOnce,
    getStatus: () => getNarratorStatus(database.queries, setup),
  };
}

/**
 * Timeout in milliseconds for the test of a model. Even a slow machine opens a model, measures a voice and synthesizes
 * one word in this time.
 */
const MODEL_TIMEOUT = 120_000;

/**
 * Synthesizes one word with a model in a recording process to detect damaged files. The model's files are read when the
 * model is opened. The data of espeak-ng is only read during synthesis.
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
