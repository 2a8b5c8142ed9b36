/**
 * Sentences that each narrator reads as a sample: long enough to get to know a voice, short enough to hear
 * all four.
 */
export const NARRATOR_SAMPLE_TEXT = [
  'This is how I read to you: plainly, and at an easy pace.',
  'One idea at a time, with a moment to think in between.',
] as const;
