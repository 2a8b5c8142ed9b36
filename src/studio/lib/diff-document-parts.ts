import { type ChangeObject, diffWordsWithSpace } from 'diff';

/** A part of a document, with its name and its plain text. */
export interface DocumentPart {
  path: string;
  name: string;
  text: string;
}

/** A part that differs between two versions of a document. */
export interface DocumentPartDiff extends Omit<DocumentPart, 'text'> {
  segments: DiffSegment[];
}

interface DiffSegment {
  kind: 'same' | 'removed' | 'new';
  text: string;
}

/**
 * Compares the parts of two versions of a document word by word. Returns the parts that differ, in the same order as in
 * `after`.
 */
export function diffDocumentParts(
  before: readonly DocumentPart[],
  after: readonly DocumentPart[],
): DocumentPartDiff[] {
  const textsBefore = new Map(before.map(({ path, text }) => [path, text]));
  return after.flatMap(({ path, name, text }) => {
    const textBefore = textsBefore.get(path) ?? '';
    return textBefore === text ? [] : { path, name, segments: diffText(textBefore, text) };
  });
}

function diffText(before: string, after: string): DiffSegment[] {
  return diffWordsWithSpace(before, after).map(({ added, removed, value }: ChangeObject<string>) =>
    added
      ? { kind: 'new', text: value }
      : removed
        ? { kind: 'removed', text: value }
        : { kind: 'same', text: shortenUnchanged(value) },
  );
}

/** Number of unchanged characters shown on each side of a change. */
const CONTEXT_LENGTH = 120;

function shortenUnchanged(text: string): string {
  if (text.length <= 2 * CONTEXT_LENGTH + 40) return text;
  return `${text.slice(0, CONTEXT_LENGTH)} … ${text.slice(-CONTEXT_LENGTH)}`;
}
