import type { NarratorId } from '#domain/narrators.ts';
import type { ChosenSpeakerAndSpeed } from './engine-voices.ts';

/**
 * A speech synthesis engine. Its calls may block, because it runs in a separate process that only records speech. An
 * engine that sends requests to a service returns promises.
 */
export interface SpeechEngine {
  /** The engine's version. It changes whenever the engine begins to speak the same words differently. */
  readonly version: string;
  /** The sample rate of the engine's audio, in samples per second. */
  readonly sampleRate: number;
  /**
   * The number of sentences to request from the engine in advance, beyond the current sentence. Only useful for an
   * engine that returns promises. Default: 0.
   */
  readonly lookAhead?: number;
  /**
   * Returns the gain, in decibels, that brings a narrator's speech to the target loudness. The gain is applied before
   * peaks are limited. `chosen` replaces the narrator's default voice.
   */
  gainOf(narrator: NarratorId, chosen?: ChosenSpeakerAndSpeed): number | Promise<number>;
  /**
   * Synthesizes a sentence. Returns mono samples, nominally from -1 to 1. Throws if the audio would be silent. `chosen`
   * replaces the narrator's default voice.
   */
  speak(
    words: string,
    narrator: NarratorId,
    chosen?: ChosenSpeakerAndSpeed,
  ): Float32Array | Promise<Float32Array>;
}

/**
 * Returns an engine that speaks with the chosen voice for every narrator. If `chosen` is undefined, the engine uses the
 * narrators' default voices.
 */
export function createEngineWithChosenVoice(
  engine: SpeechEngine,
  chosen: ChosenSpeakerAndSpeed | undefined,
): SpeechEngine {
  return {
    ...engine,
    gainOf: (narrator) => engine.gainOf(narrator, chosen),
    speak: (words, narrator) => engine.speak(words, narrator, chosen),
  };
}

/** A speech engine whose calls return results instead of promises, and block until the speech is synthesized. */
export interface BlockingSpeechEngine extends SpeechEngine {
  gainOf(narrator: NarratorId, chosen?: ChosenSpeakerAndSpeed): number;
  speak(words: string, narrator: NarratorId, chosen?: ChosenSpeakerAndSpeed): Float32Array;
}

/**
 * The speech engine that a recording process opens. `flite` stands for the built-in voices, which also use Pico. The
 * server passes this choice to the process as JSON.
 */
export type EngineChoice =
  | { engine: 'flite' }
  | { engine: 'neural'; modelFolder: string; moduleFolder: string }
  | ServiceEngineChoice;

/**
 * A speech service, which synthesizes speech on request. The recording process sends its requests to the Octavo server,
 * which forwards them to the service. Only the server has the service's API key.
 */
export interface ServiceEngineChoice {
  engine: 'service';
  /** The version of the engine: a hash of the service's URL, the model and the voices. */
  version: string;
  /** The folder that stores the measured gain of each voice. */
  gainsFolder: string;
  /** The number of sentences to request from the service in advance, beyond the current sentence. */
  lookAhead: number;
}

export const BUILT_IN_ENGINE_CHOICE: EngineChoice = { engine: 'flite' };
