/**
 * Prepares a neural model for narrations. Installs `sherpa-onnx-node` in the data folder, and downloads the
 * Kokoro model unless NARRATOR_MODEL is set. As a test, records a sentence with every narrator. Skips steps that an
 * earlier run has completed. An interrupted step never leaves a folder that looks complete.
 *
 *   [NARRATOR_MODEL=folder] npm run narrator:neural
 */
import { NARRATORS_BY_ID, type NarratorId } from '#domain/narrators.ts';
import { chooseSpeechSetup } from '#server/catalogue/narration/choose-speech.ts';
import {
  KOKORO_ARCHIVE,
  type ModelArchive,
} from '#server/catalogue/narration/installation/install-model.ts';
import { startInstallation } from '#server/catalogue/narration/installation/install-voices.ts';
import type { ReportInstallationProgress } from '#server/catalogue/narration/installation/installation-error.ts';
import { createRecorder } from '#server/catalogue/narration/recorder.ts';
import { ConfigError, readConfig } from '#server/platform/config.ts';
import { createDataFolder } from '#server/platform/db/data-folder.ts';
import { StartError } from '#server/platform/start-error.ts';
import { readModelDescription } from '#speech/engines/neural/neural-model.ts';
import { REQUIRED_SHERPA_VERSION } from '#speech/engines/neural/sherpa-onnx.ts';
import { VoiceModelError } from '#speech/engines/neural/voice-model-error.ts';
import { type Progress, startProgressDisplay } from './setup/terminal.mjs';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const SENTENCE = 'The lighthouse stood at the end of a long road.';

try {
  await prepareNarrators();
} catch (error) {
  if (!isForOperator(error)) throw error;
  if (error.cause) console.error(`\n${error.cause}`);
  console.error(`\n✗ ${error.message}`);
  process.exitCode ??= 1;
}

/** Returns true if the error's message is intended for the operator. */
function isForOperator(error: unknown): error is Error {
  return [ConfigError, StartError, VoiceModelError].some((kind) => error instanceof kind);
}

async function prepareNarrators(): Promise<void> {
  const config = readConfig(process.env);
  createDataFolder(config.DATA_DIR);
  // The model's folder is checked before any download, so that the command fails immediately if the folder is unusable.
  if (config.NARRATOR_MODEL) readModelDescription(config.NARRATOR_MODEL);
  const archive = config.NARRATOR_MODEL ? undefined : KOKORO_ARCHIVE;
  const installedFolder = await installVoices(config.DATA_DIR, archive);
  const folder = config.NARRATOR_MODEL ?? installedFolder!;
  console.log(`✓ model (${folder})`);
  const { choice } = chooseSpeechSetup({ ...config, NARRATOR_MODEL: folder });
  const recorder = createRecorder(choice);
  for (const narrator of Object.keys(NARRATORS_BY_ID) as NarratorId[]) {
    const startedAt = performance.now();
    const seconds = await speak(recorder, narrator);
    const elapsedSeconds = (performance.now() - startedAt) / 1000;
    const summary = `${seconds.toFixed(1)} s of speech in ${elapsedSeconds.toFixed(1)} s`;
    console.log(`✓ ${narrator}, ${NARRATORS_BY_ID[narrator].name} (${summary})`);
  }
  console.log(`
  All narrators work. To use them, set this environment variable:

  NARRATOR_MODEL=${folder}
`);
}

/**
 * Installs the npm package `sherpa-onnx-node`, and the model in `archive` if there is one. Returns the folder of the
 * installed model. Ctrl+C stops the installation.
 */
async function installVoices(
  dataFolder: string,
  archive: ModelArchive | undefined,
): Promise<string | undefined> {
  const controller = new AbortController();
  const onSignal = () => {
    // Shells report exit code 130 for a command that was interrupted with Ctrl+C.
    process.exitCode = 130;
    controller.abort(new StartError('Interrupted. Run this command again to resume.'));
  };
  for (const name of STOP_SIGNALS) process.on(name, onSignal);
  const display = createInstallationDisplay();
  try {
    const { signal } = controller;
    const { report } = display;
    const { ended } = await startInstallation({ dataFolder, archive, signal, report });
    const { model } = await ended;
    display.end(true);
    return model;
  } catch (error) {
    display.end(false);
    throw error;
  } finally {
    for (const name of STOP_SIGNALS) process.off(name, onSignal);
  }
}

/**
 * Creates a display for the installation's progress: a line for each completed part, and a progress bar for the
 * download.
 */
function createInstallationDisplay() {
  let isModuleInstalled = false;
  let download: Progress | undefined;
  const reportModule = () => {
    if (!isModuleInstalled) console.log(`✓ sherpa-onnx-node (${REQUIRED_SHERPA_VERSION})`);
    isModuleInstalled = true;
  };
  const finishDownload = (line: string) => {
    download?.end(line);
    download = undefined;
  };
  const report: ReportInstallationProgress = (step, done = 0, total = 0) => {
    if (step !== 'module') reportModule();
    if (step !== 'download') return finishDownload('✓ downloaded');
    download ??= startProgressDisplay('Downloading the model');
    download.show(`${formatMegabytes(done)} of ${formatMegabytes(total)} MB`, done, total);
  };
  return {
    report,
    end(hasSucceeded: boolean) {
      if (hasSucceeded) reportModule();
      finishDownload('✗ download failed');
    },
  };
}

function formatMegabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}

/** Records a sentence, and returns its length in seconds. Throws a {@link StartError} if the recording fails. */
async function speak(
  recorder: ReturnType<typeof createRecorder>,
  narrator: NarratorId,
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
