/**
 * Prepares a neural model for narrations: installs `sherpa-onnx-node` in the data folder, uses the model in NARRATOR_MODEL
 * or downloads Kokoro, and lets every narrator speak a sentence. Skips finished steps. An interrupted step leaves no folder
 * that looks complete.
 *
 *   [NARRATOR_MODEL=folder] npm run narrator:neural
 */
import path from 'node:path';
import { NARRATORS, type Narrator } from '#domain/narrators.ts';
import { chooseSpeechSetup } from '#server/catalogue/narration/choose-speech.ts';
import { createRecorder } from '#server/catalogue/narration/recorder.ts';
import { ConfigError, readConfig } from '#server/platform/config.ts';
import { createDataFolder } from '#server/platform/db/data-folder.ts';
import { StartError } from '#server/platform/start-error.ts';
import { readModelDescription } from '#speech/engines/neural/neural-model.ts';
import { getSherpaFolder } from '#speech/engines/neural/sherpa-onnx.ts';
import { VoiceModelError } from '#speech/engines/neural/voice-model-error.ts';
import { fetchModel, KOKORO_ARCHIVE } from './neural/fetch-model.ts';
import { installSherpaOnnx } from './neural/install-sherpa-onnx.ts';

const SENTENCE = 'The lighthouse stood at the end of a long road.';

try {
  await readyNarrators();
} catch (error) {
  if (!isForOperator(error)) throw error;
  if (error.cause) console.error(`\n${error.cause}`);
  console.error(`\n✗ ${error.message}`);
  process.exitCode = 1;
}

/** Returns true for an error whose message is a sentence for the operator. */
function isForOperator(error: unknown): error is Error {
  return [ConfigError, StartError, VoiceModelError].some((kind) => error instanceof kind);
}

async function readyNarrators(): Promise<void> {
  const config = readConfig(process.env);
  createDataFolder(config.DATA_DIR);
  // The model's folder is read before any download, so that the command fails at once if the folder is unusable.
  if (config.NARRATOR_MODEL) readModelDescription(config.NARRATOR_MODEL);
  const home = getSherpaFolder(config.DATA_DIR);
  console.log(`✓ sherpa-onnx-node (${await installSherpaOnnx(home)})`);
  const folder = config.NARRATOR_MODEL ?? (await fetchModel(KOKORO_ARCHIVE, path.dirname(home)));
  console.log(`✓ model (${folder})`);
  const { choice } = chooseSpeechSetup({ ...config, NARRATOR_MODEL: folder });
  const recorder = createRecorder(choice);
  for (const narrator of Object.keys(NARRATORS) as Narrator[]) {
    const startedAt = performance.now();
    const seconds = await speak(recorder, narrator);
    const taken = (performance.now() - startedAt) / 1000;
    const what = `${seconds.toFixed(1)} s of speech in ${taken.toFixed(1)} s`;
    console.log(`✓ ${narrator}, ${NARRATORS[narrator].name} (${what})`);
  }
  console.log(`
  All narrators work. To use them, set this environment variable:

  NARRATOR_MODEL=${folder}
`);
}

/** Returns the length of the spoken sentence in seconds. Throws a {@link StartError} if the narrator cannot speak it. */
async function speak(
  recorder: ReturnType<typeof createRecorder>,
  narrator: Narrator,
): Promise<number> {
  const sentences = [{ start: 0, text: SENTENCE, spoken: SENTENCE }];
  const passages = [{ anchor: 'sentence', sentences }];
  try {
    const parts = recorder.record(
      { sections: [{ kind: 'opening', title: 'A sentence', passages }] },
      narrator,
    );
    let next = await parts.next();
    while (!next.done) next = await parts.next();
    return next.value.samples / next.value.sampleRate;
  } catch (error) {
    throw new StartError(`${narrator} cannot speak: ${(error as Error).message}`);
  }
}
