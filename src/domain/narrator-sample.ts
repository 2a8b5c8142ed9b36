/**
 * Sentences that each narrator reads aloud as a voice sample. They are long enough to introduce a voice, and short
 * enough that readers can listen to the samples of all four narrators.
 */
export const NARRATOR_SAMPLE_SENTENCES = [
  'This is how I read to you: plainly, and at an easy pace.',
  'One idea at a time, with a moment to think in between.',
] as const;
