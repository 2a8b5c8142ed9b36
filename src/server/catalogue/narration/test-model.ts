import { NARRATORS_BY_ID, type NarratorId } from '#domain/narrators.ts';
import { StartError } from '#server/platform/start-error.ts';
import type { NarrationScript } from '#speech/script/narration-script.ts';
import type { Recorder } from './recorder.ts';

/**
 * Maximum time in milliseconds that the server waits at startup for the test of a voice model. On an idle machine, the
 * model is opened and speaks one word within this time. On a busy machine, the server starts without the test result,
 * because a slow test does not mean that the model is damaged.
 */
const MAX_WAIT = 50_000;

interface ModelTestOptions {
  /** Receives the error of a test that fails after the server has started. */
  onFault?: ((error: unknown, path: string) => void) | undefined;
  /** Signal that is aborted when the process stops. */
  ending?: AbortSignal | undefined;
  /** Maximum time in milliseconds that the server waits at startup for the test. */
  maxWait?: number;
}

/**
 * Tests a voice model: each narrator speaks one word with the model in a recording process. The test detects damaged
 * files. The data of espeak-ng is read only during synthesis, so opening the model is not a sufficient test. The test
 * also measures the loudness of the voices, so that the first listener does not have to wait for it.
 *
 * Resolves after the first narrator's word, or after {@link MAX_WAIT}. Throws {@link StartError} if the first narrator
 * cannot speak. Passes later errors to `onFault`.
 */
export async function testModel(
  recorder: Recorder,
  modelFolder: string,
  { onFault, ending, maxWait = MAX_WAIT }: ModelTestOptions = {},
): Promise<void> {
  const [first, ...otherNarrators] = Object.keys(NARRATORS_BY_ID) as NarratorId[];
  const firstTest = speakTestWord(recorder, first!, ending).catch((error: Error) => {
    throw new StartError(
      `NARRATOR_MODEL: the model in ${modelFolder} cannot speak: ${error.message} See any output of the module above.`,
    );
  });
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), maxWait);
  });
  const hasResult = await Promise.race([firstTest.then(() => true), timeout]).finally(() =>
    clearTimeout(timer),
  );
  const speakOthers = async () => {
    if (!hasResult) await firstTest;
    for (const narrator of otherNarrators) await speakTestWord(recorder, narrator, ending);
  };
  speakOthers().catch((error) => {
    if (!ending?.aborted) onFault?.(error, 'narrate/model');
  });
}

/** Synthesizes one word with a narrator's voice. Throws an error if this fails or `signal` is aborted. */
export async function speakTestWord(
  recorder: Recorder,
  narrator: NarratorId,
  signal: AbortSignal | undefined,
): Promise<void> {
  const passages = [{ anchor: 'word', sentences: [{ start: 0, text: 'Yes.', spoken: 'Yes.' }] }];
  const script: NarrationScript = { sections: [{ kind: 'opening', title: 'Yes', passages }] };
  const parts = recorder.record(script, narrator, { signal });
  while (!(await parts.next()).done);
}
