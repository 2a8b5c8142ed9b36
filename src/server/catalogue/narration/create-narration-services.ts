import type { PictureService } from '#server/catalogue/pictures/service.ts';
import type { Config } from '#server/platform/config.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { ErrorRecorder } from '#server/platform/errors/error-recorder.ts';
import type { FileStore } from '#server/platform/files/store.ts';
import { BUILT_IN_VOICES_VERSION } from '#speech/engines/built-in-voices.ts';
import { BUILT_IN_ENGINE_CHOICE } from '#speech/engines/engine.ts';
import { applyChosenVoice } from '#speech/engines/service/service-voices.ts';
import { ActiveSpeechEngine } from './active-speech-engine.ts';
import { chooseSpeechSetup } from './choose-speech.ts';
import { readLexicon } from './lexicon-file.ts';
import { NarrationService } from './narration-service.ts';
import { readNarrationSettings } from './narration-settings.ts';
import {
  createNarratorSampleService,
  type NarratorSampleService,
} from './narrator-sample-service.ts';
import { createRecorder } from './recorder.ts';
import { endAllNarrationJobClaims } from './repository.ts';
import type { SynthesizeSentence } from './speech-messages.ts';
import { SpeechService } from './speech-service/speech-service.ts';
import { testModel } from './test-model.ts';
import { VoiceTrialService } from './voice-trial-service.ts';

interface AudioOptions {
  database: Database;
  files: FileStore;
  pictures: Pick<PictureService, 'read'>;
  /** Path of the folder with the content library, which contains the lexicon. */
  content: string;
  config: Config;
  /** Signal that is aborted when the process stops. It cancels all recordings. */
  ending?: AbortSignal;
  /**
   * Records errors that no caller receives. One example is a recording that fails after listeners could already play
   * its preview. Another is a failure of the speech service while it speaks a sample, because the built-in voices then
   * speak the sample instead.
   */
  errorRecorder?: Pick<ErrorRecorder, 'record'>;
}

export interface NarrationServices {
  narrations: NarrationService;
  samples: NarratorSampleService;
  speech: ActiveSpeechEngine;
  trials: VoiceTrialService;
}

/**
 * Creates the services for narrations, narrator samples and voice trials. They use the speech
 * engine that an editor chose or, by default, the engine that the environment variables select.
 * Throws a `StartError` if the environment variables select a model that does not work. Does not
 * test a speech service, since it may be unavailable for a short time.
 */
export async function createNarrationServices({
  database,
  files,
  pictures,
  content,
  config,
  ending,
  errorRecorder,
}: AudioOptions): Promise<NarrationServices> {
  const environment = chooseSpeechSetup(config);
  const { choice } = environment;
  // Only one process at a time can open the embedded database. All claims on narration jobs in this database therefore
  // belong to processes that have exited.
  if (database.engine === 'embedded') await endAllNarrationJobClaims(database.queries);
  const service =
    environment.service && new SpeechService(database, files, { ...environment.service, ending });
  const speak: SynthesizeSentence | undefined =
    service &&
    ((words, narrator, voice, signal) =>
      service.speak(words, applyChosenVoice(environment.service!.voices[narrator], voice), signal));
  const speech = new ActiveSpeechEngine(config, environment, {
    create: (engine, atOnce) => createRecorder(engine, { atOnce, speak }),
  });
  const lexicon = await readLexicon(content);
  const options = { voices: speech, ...(ending && { ending }) };
  const onFault =
    errorRecorder && ((error: unknown, path: string) => errorRecorder.record('job', error, path));
  if (choice.engine === 'neural') await testModel(speech, choice.modelFolder, { onFault, ending });
  // `testModel` must use the model that the environment variables select, so the editors' settings are applied only
  // after the test.
  speech.apply(await readNarrationSettings(database.queries));
  return {
    narrations: new NarrationService(database, files, speech, {
      ...options,
      pictures,
      lexicon,
      atOnce: speech.atOnce,
      onFault,
      sentences: service?.cache,
    }),
    samples: createNarratorSampleService(database, files, speech, {
      ...options,
      ...(service && {
        substitute: {
          recorder: createRecorder(BUILT_IN_ENGINE_CHOICE),
          voices: BUILT_IN_VOICES_VERSION,
          onFault,
        },
      }),
    }),
    speech,
    trials: new VoiceTrialService(speech, lexicon),
  };
}
