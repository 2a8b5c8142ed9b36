import type { SpeechEngine } from './engine.ts';
import { openFlite } from './flite.ts';
import { openNeural } from './neural/neural.ts';

/** The engine that a recording process opens, passed to the process as JSON. */
export type EngineChoice =
  | { engine: 'flite' }
  | { engine: 'neural'; modelFolder: string; moduleFolder: string };

export const BUILT_IN_ENGINE: EngineChoice = { engine: 'flite' };

/** Opens an engine. Rejects with a sentence if it cannot be opened; a broken model can also end the process. */
export async function openEngine(choice: EngineChoice): Promise<SpeechEngine> {
  return choice.engine === 'flite'
    ? openFlite()
    : openNeural(choice.modelFolder, choice.moduleFolder);
}
