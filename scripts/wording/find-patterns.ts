import { WORDING_PATTERNS } from './patterns.ts';
import type { CheckedText } from './texts.ts';

export interface WordingFinding {
  readonly path: string;
  readonly line: number;
  readonly match: string;
  readonly advice: string;
}

/** Returns the first match of each wording pattern in each of a file's texts. */
export function findWordingPatterns(path: string, texts: readonly CheckedText[]): WordingFinding[] {
  return texts.flatMap(({ kind, line, text }) =>
    WORDING_PATTERNS.flatMap(({ pattern, appliesTo, advice }) => {
      const match = appliesTo.includes(kind) && pattern.exec(text);
      return match ? [{ path, line, match: match[0].trim(), advice }] : [];
    }),
  );
}
