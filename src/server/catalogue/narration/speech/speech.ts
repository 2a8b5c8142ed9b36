import os from 'node:os';
import type { Config } from '#server/platform/config.ts';
import type { SpeechEngine } from './engine.ts';
import { FLITE_VERSION, openFlite } from './flite.ts';
import { readModel } from './neural/model.ts';
import { assertModule, moduleFolder } from './neural/module.ts';
import { openNeural, THREADS } from './neural/neural.ts';

/** Which engine a process that records opens: what it is told when it starts. */
export type EngineChoice =
  | { engine: 'flite' }
  | { engine: 'neural'; modelFolder: string; moduleFolder: string };

export const BUILT_IN: EngineChoice = { engine: 'flite' };

/** Who speaks. */
export interface Speech {
  choice: EngineChoice;
  /** The engine's version, known without opening it. */
  version: string;
  /** Recordings that are worth making beside one another on this machine. */
  atOnce: number;
}

/**
 * The voices that are built in, or those of the model in NARRATOR_MODEL. Throws a {@link StartError} with a sentence
 * where the model, or what it needs, is not there.
 */
export function chooseSpeech({ NARRATOR_MODEL, DATA_DIR }: Config): Speech {
  const cores = os.availableParallelism();
  if (!NARRATOR_MODEL) return { choice: BUILT_IN, version: FLITE_VERSION, atOnce: cores };
  const { version } = readModel(NARRATOR_MODEL);
  const folder = moduleFolder(DATA_DIR);
  assertModule(folder);
  const choice = { engine: 'neural', modelFolder: NARRATOR_MODEL, moduleFolder: folder } as const;
  return { choice, version, atOnce: Math.max(1, Math.floor(cores / THREADS)) };
}

/** Rejects with a sentence when it cannot be opened, or ends the process. */
export async function openEngine(choice: EngineChoice): Promise<SpeechEngine> {
  return choice.engine === 'flite'
    ? openFlite()
    : openNeural(choice.modelFolder, choice.moduleFolder);
}
