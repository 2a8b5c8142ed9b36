import type { Narrator } from '#domain/narrators.ts';

/** Turns words into sound. Used in a process of its own: an engine may compute for as long as it needs. */
export interface SpeechEngine {
  /** Another one where the same words would sound different. */
  readonly version: string;
  /** Samples a second. */
  readonly sampleRate: number;
  /** Decibels that bring a narrator's speech to the loudness of a narration, before it is limited. */
  gainOf(narrator: Narrator): number;
  /**
   * A sentence as it is spoken, mono, between -1 and 1, without silence before and after it. Throws where there is
   * nothing to be heard.
   */
  speak(words: string, narrator: Narrator): Float32Array;
}
