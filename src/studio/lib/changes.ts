import { type ChangeObject, diffWordsWithSpace } from 'diff';

/** A part of something that is written, as text for people. */
export interface Part {
  path: string;
  name: string;
  text: string;
}

/** A part in which two versions differ. */
export interface PartChange extends Omit<Part, 'text'> {
  pieces: Piece[];
}

interface Piece {
  kind: 'same' | 'gone' | 'new';
  text: string;
}

/** What became of the parts of one version in another, word by word, in the order of the other. */
export function changesIn(before: readonly Part[], after: readonly Part[]): PartChange[] {
  const old = new Map(before.map(({ path, text }) => [path, text]));
  return after.flatMap(({ path, name, text }) => {
    const was = old.get(path) ?? '';
    return was === text ? [] : { path, name, pieces: piecesOf(was, text) };
  });
}

function piecesOf(before: string, after: string): Piece[] {
  return diffWordsWithSpace(before, after).map(({ added, removed, value }: ChangeObject<string>) =>
    added
      ? { kind: 'new', text: value }
      : removed
        ? { kind: 'gone', text: value }
        : { kind: 'same', text: shortened(value) },
  );
}

/** Characters of what did not change that are shown on each side of what did. */
const AROUND = 120;

function shortened(text: string): string {
  if (text.length <= 2 * AROUND + 40) return text;
  return `${text.slice(0, AROUND)} … ${text.slice(-AROUND)}`;
}
