import type { SpeechEngine } from './engine.ts';
import { openFlite } from './flite.ts';
import { openNeuralEngine } from './neural/neural-engine.ts';

/** The speech engine that a recording process opens. The choice is passed to the process as JSON. */
export type EngineChoice =
  | { engine: 'flite' }
  | { engine: 'neural'; modelFolder: string; moduleFolder: string };

export const BUILT_IN_ENGINE: EngineChoice = { engine: 'flite' };

/**
 * Opens a speech engine. Rejects with a message for the operator if the engine cannot be opened. A damaged model can
 * also terminate the process.
 */
export async function openEngine(choice: EngineChoice): Promise<SpeechEngine> {
  return choice.engine === 'flite'
    ? openFlite()
    : openNeuralEngine(choice.modelFolder, choice.moduleFolder);
}
