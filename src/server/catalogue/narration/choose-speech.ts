import os from 'node:os';
import type { Config } from '#server/platform/config.ts';
import { StartError } from '#server/platform/start-error.ts';
import { BUILT_IN_VERSION } from '#speech/engines/built-in-voices.ts';
import { BUILT_IN_ENGINE, type EngineChoice } from '#speech/engines/engine.ts';
import { SYNTHESIS_THREADS } from '#speech/engines/neural/neural-engine.ts';
import { readModelDescription } from '#speech/engines/neural/neural-model.ts';
import { assertSherpaInstalled, getSherpaFolder } from '#speech/engines/neural/sherpa-onnx.ts';
import { VoiceModelError } from '#speech/engines/neural/voice-model-error.ts';

/** The speech engine that makes the recordings. */
export interface SpeechSetup {
  choice: EngineChoice;
  /** The version of the speech engine, which is known even before the engine is opened. */
  version: string;
  /** Number of recordings that this machine can make in parallel without slowing them down. */
  atOnce: number;
}

/**
 * Chooses the speech engine: the model in NARRATOR_MODEL if it is set, otherwise the built-in voices. Throws
 * {@link StartError} if the model, or the module that runs it, is missing or unusable.
 */
export function chooseSpeechSetup({ NARRATOR_MODEL, DATA_DIR }: Config): SpeechSetup {
  const cores = os.availableParallelism();
  if (!NARRATOR_MODEL) return { choice: BUILT_IN_ENGINE, version: BUILT_IN_VERSION, atOnce: cores };
  const folder = getSherpaFolder(DATA_DIR);
  const choice = { engine: 'neural', modelFolder: NARRATOR_MODEL, moduleFolder: folder } as const;
  try {
    const { version } = readModelDescription(NARRATOR_MODEL);
    assertSherpaInstalled(folder);
    return { choice, version, atOnce: Math.max(1, Math.floor(cores / SYNTHESIS_THREADS)) };
  } catch (error) {
    throw error instanceof VoiceModelError ? new StartError(error.message) : error;
  }
}
