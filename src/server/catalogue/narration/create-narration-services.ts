import type { PictureService } from '#server/catalogue/pictures/service.ts';
import type { Config } from '#server/platform/config.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { ErrorRecorder } from '#server/platform/errors/error-recorder.ts';
import type { FileStore } from '#server/platform/files/store.ts';
import { BUILT_IN_VERSION } from '#speech/engines/built-in-voices.ts';
import { BUILT_IN_ENGINE } from '#speech/engines/engine.ts';
import { chooseSpeechSetup } from './choose-speech.ts';
import { readLexicon } from './lexicon-file.ts';
import { NarrationService } from './narration-service.ts';
import { createNarratorSamples, type NarratorSamples } from './narrator-samples.ts';
import { getNarratorStatus, type NarratorStatus } from './narrator-status.ts';
import { createRecorder } from './recorder.ts';
import { endAllJobClaims } from './repository.ts';
import { SpeechService } from './speech-service/speech-service.ts';
import { testModel } from './test-model.ts';

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
 * `atOnce` is the number of parallel recordings that use all processors of the machine. Throws a `StartError` if the
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
  const lexicon = await readLexicon(content);
  const options = { voices, ...(ending && { ending }) };
  const onFault =
    errorRecorder && ((error: unknown, path: string) => errorRecorder.record('job', error, path));
  if (choice.engine === 'neural')
    await testModel(recorder, choice.modelFolder, { onFault, ending });
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
