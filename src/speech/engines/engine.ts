import type { Narrator } from '#domain/narrators.ts';

/** A speech synthesis engine. It runs in a recording process, and may compute for as long as it needs. */
export interface SpeechEngine {
  /** Changes whenever the same words would sound different. */
  readonly version: string;
  /** Samples per second. */
  readonly sampleRate: number;
  /** Returns the gain, in decibels, that brings a narrator's speech to the loudness of a narration, before limiting. */
  gainOf(narrator: Narrator): number;
  /**
   * Synthesizes a sentence. Returns mono samples between -1 and 1, without silence at either end. Throws if nothing would be
   * audible.
   */
  speak(words: string, narrator: Narrator): Float32Array;
}
