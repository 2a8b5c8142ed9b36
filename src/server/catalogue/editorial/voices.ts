import type { Voice } from '#domain/studio/personas.ts';
import { type ReadText, sentencesIn, wordsOf } from './reading.ts';

/** Words up to which a sentence is a short one. */
const SHORT = 5;

/** How an author's sentences measure. */
export interface Rhythm {
  sentences: number;
  /** Words. */
  mean: number;
  /** Share. */
  short: number;
}

export function rhythmOf(readings: readonly Pick<ReadText, 'passages'>[]): Rhythm {
  const lengths = readings.flatMap(sentencesIn).map((sentence) => wordsOf(sentence).length);
  const sentences = lengths.length || 1;
  return {
    sentences: lengths.length,
    mean: lengths.reduce((sum, length) => sum + length, 0) / sentences,
    short: lengths.filter((length) => length <= SHORT).length / sentences,
  };
}

/** What a rhythm has of the bands it should be in, each said in words; empty when it is in them. */
export function outOfBand({ sentences }: Voice, rhythm: Rhythm): string[] {
  const out: string[] = [];
  const [shortest, longest] = sentences.mean;
  const [fewest, most] = sentences.short;
  if (rhythm.mean < shortest || rhythm.mean > longest)
    out.push(
      `${rhythm.mean.toFixed(1)} words per sentence; the voice has ${shortest} to ${longest}`,
    );
  if (rhythm.short < fewest || rhythm.short > most)
    out.push(
      `${percent(rhythm.short)} of sentences are short; the voice has ${percent(fewest)} to ${percent(most)}`,
    );
  return out;
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
