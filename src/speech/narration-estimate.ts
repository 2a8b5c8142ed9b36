import type { Narrator } from '#domain/narrators.ts';
import { isSpeakable, PAUSE_SECONDS } from './recording.ts';
import type { Script } from './script/script.ts';

/** The estimated length of a narration that is not recorded yet, and its chapters. */
export interface NarrationEstimate {
  seconds: number;
  /** The narration's chapter titles in order. */
  outline: string[];
}

/**
 * A narrator's pace: seconds of speech for each character, word, clause mark (`,;:`) and sentence of a script. The value of
 * a word is negative, since a character takes less time in a short word than in a long one. The values were fitted by least
 * squares to recordings of twelve library articles by the built-in voices.
 */
interface Pace {
  character: number;
  word: number;
  clauseMark: number;
  sentence: number;
}

const PACES: Readonly<Record<Narrator, Pace>> = {
  af: { character: 0.0768, word: -0.1323, clauseMark: 0.3832, sentence: 0.4557 },
  am: { character: 0.0737, word: -0.1019, clauseMark: 0.2449, sentence: 0.4694 },
  bf: { character: 0.0774, word: -0.1533, clauseMark: 0.4288, sentence: 0.6319 },
  bm: { character: 0.0778, word: -0.1533, clauseMark: 0.4099, sentence: 0.7185 },
};

/** Estimates the length and the chapters of a narration. */
export function estimateNarration({ sections }: Script, narrator: Narrator): NarrationEstimate {
  const pace = PACES[narrator];
  let seconds = PAUSE_SECONDS.start + PAUSE_SECONDS.end - PAUSE_SECONDS.section;
  const outline: string[] = [];
  for (const { title, passages } of sections) {
    const spoken = passages
      .map(({ sentences }) => sentences.filter((each) => isSpeakable(each.spoken)))
      .filter((sentences) => sentences.length > 0);
    if (!spoken.length) continue;
    outline.push(title);
    seconds += PAUSE_SECONDS.section + (spoken.length - 1) * PAUSE_SECONDS.passage;
    for (const sentences of spoken) {
      seconds += (sentences.length - 1) * PAUSE_SECONDS.sentence;
      for (const each of sentences) seconds += estimateSentence(each.spoken, pace);
    }
  }
  return { seconds: Math.round(seconds), outline };
}

/** Estimates the length of a sentence in seconds. */
function estimateSentence(spoken: string, { character, word, clauseMark, sentence }: Pace): number {
  const words = spoken.trim().split(/\s+/).length;
  const clauseMarks = spoken.match(/[,;:]/g)?.length ?? 0;
  const seconds = sentence + character * spoken.length + word * words + clauseMark * clauseMarks;
  return Math.max(sentence, seconds);
}
