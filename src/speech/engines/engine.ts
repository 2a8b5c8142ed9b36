import type { NarratorId } from '#domain/narrators.ts';
import type { ChosenVoice } from './engine-voices.ts';

/**
 * A speech synthesis engine. It runs in a separate recording process, so its calls may block. An engine that waits for
 * something else, such as a service, returns promises instead.
 */
export interface SpeechEngine {
  /** The engine's version. It changes whenever the same words would sound different. */
  readonly version: string;
  /** The sample rate of the engine's audio, in samples per second. */
  readonly sampleRate: number;
  /**
   * The number of sentences that a recording requests ahead of the current one. Only useful for an engine that returns
   * promises. Default: none.
   */
  readonly lookAhead?: number;
  /**
   * Returns the gain, in decibels, that brings a narrator's speech to the target loudness. It is applied before
   * limiting. If `chosen` is given, it replaces the narrator's default voice.
   */
  gainOf(narrator: NarratorId, chosen?: ChosenVoice): number | Promise<number>;
  /**
   * Synthesizes a sentence. Returns mono samples between -1 and 1, without silence at either end. Throws if the audio
   * would be silent. `chosen` is the same as for {@link gainOf}.
   */
  speak(
    words: string,
    narrator: NarratorId,
    chosen?: ChosenVoice,
  ): Float32Array | Promise<Float32Array>;
}

/** Returns the engine with a chosen voice instead of the narrators' default voices. */
export function withChosenVoice(
  engine: SpeechEngine,
  chosen: ChosenVoice | undefined,
): SpeechEngine {
  return {
    ...engine,
    gainOf: (narrator) => engine.gainOf(narrator, chosen),
    speak: (words, narrator) => engine.speak(words, narrator, chosen),
  };
}

/** An engine whose calls block, as the built-in voices and neural models do. */
export interface BlockingSpeechEngine extends SpeechEngine {
  gainOf(narrator: NarratorId, chosen?: ChosenVoice): number;
  speak(words: string, narrator: NarratorId, chosen?: ChosenVoice): Float32Array;
}

/** The speech engine that a recording process opens. The choice is passed to the process as JSON. */
export type EngineChoice =
  | { engine: 'flite' }
  | { engine: 'neural'; modelFolder: string; moduleFolder: string }
  | ServiceChoice;

/**
 * A speech service. The recording process requests the speech through the server, because the server knows the API key
 * of the service.
 */
export interface ServiceChoice {
  engine: 'service';
  /** The version of the engine: a hash of the service's URL, the model and the voices. */
  version: string;
  /** The folder in which measured gains are stored. */
  gains: string;
  /** The number of sentences to request ahead of the current one. */
  lookAhead: number;
}

export const BUILT_IN_ENGINE: EngineChoice = { engine: 'flite' };
