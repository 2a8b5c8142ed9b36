import { NARRATORS_BY_ID, type NarratorId } from '#domain/narrators.ts';
import type { Config } from '#server/platform/config.ts';
import { getErrorMessage } from '#server/platform/get-error-message.ts';
import { chooseSpeechSetup } from '../choose-speech.ts';
import { createRecorder } from '../recorder.ts';
import { speakTestWord } from '../test-model.ts';
import type { InstallationOptions } from './install-voices.ts';
import { InstallationError } from './installation-error.ts';

/**
 * Creates the function that tests a voice model during its installation. The function makes every narrator speak one
 * word with the model, and throws an {@link InstallationError} if this fails.
 */
export function createModelTest(config: Config): NonNullable<InstallationOptions['test']> {
  return async (folder, report, signal) => {
    report('test');
    try {
      const modelConfig = { ...config, NARRATOR_MODEL: folder, NARRATOR_URL: undefined };
      const recorder = createRecorder(chooseSpeechSetup(modelConfig).choice);
      const narrators = Object.keys(NARRATORS_BY_ID) as NarratorId[];
      for (const [testedCount, narrator] of narrators.entries()) {
        report('test', testedCount, narrators.length);
        await speakTestWord(recorder, narrator, signal);
      }
    } catch (error) {
      signal.throwIfAborted();
      throw new InstallationError(
        `The voices cannot speak on this machine: ${getErrorMessage(error)}`,
      );
    }
  };
}
