import { type LineSection, normalizePassage } from '#domain/lines.ts';

/** Selector of the parts of an article's page that contain the article's text. */
const PARTS = '[data-anchor], [data-summary] li';

/** A passage that the reader has selected. */
export interface SelectedPassage {
  /** The passage, extended to whole words. */
  text: string;
  section: LineSection;
  /** The area of the selection in the window. */
  area: DOMRect;
}

/** Returns the passage that is selected within an article's text, or `undefined` if none is. */
export function readSelectedPassage(text: Element): SelectedPassage | undefined {
  const selection = getSelection();
  if (!selection?.rangeCount || selection.isCollapsed) return undefined;
  const range = selection.getRangeAt(0);
  if (!text.contains(range.commonAncestorContainer)) return undefined;
  const selected = [...text.querySelectorAll<HTMLElement>(PARTS)].flatMap((part) => {
    const words = readSelectedWords(part, range);
    return words ? [{ part, words }] : [];
  });
  const [first] = selected;
  if (!first) return undefined;
  return {
    text: selected.map(({ words }) => words).join(' '),
    section: getSection(first.part),
    area: range.getBoundingClientRect(),
  };
}

/** Returns the words of `part` that are at least partly inside a range. */
function readSelectedWords(part: HTMLElement, range: Range): string {
  if (!range.intersectsNode(part)) return '';
  const partRange = document.createRange();
  partRange.selectNodeContents(part);
  const selectedRange = range.cloneRange();
  if (partRange.compareBoundaryPoints(Range.START_TO_START, range) > 0)
    selectedRange.setStart(partRange.startContainer, partRange.startOffset);
  if (partRange.compareBoundaryPoints(Range.END_TO_END, range) < 0)
    selectedRange.setEnd(partRange.endContainer, partRange.endOffset);
  partRange.setEnd(selectedRange.startContainer, selectedRange.startOffset);
  const text = part.textContent;
  const [start, { length }] = [partRange.toString().length, selectedRange.toString()];
  return length ? normalizePassage(extendToWords(text, start, start + length)) : '';
}

/** Matches a character of a word. An apostrophe between two letters is part of the word. */
const IN_WORD = /[\p{L}\p{M}\p{N}’]/u;

function extendToWords(text: string, start: number, end: number): string {
  const isInsideWord = (at: number) =>
    IN_WORD.test(text[at - 1] ?? '') && IN_WORD.test(text[at] ?? '');
  let [from, to] = [start, end];
  while (isInsideWord(from)) from--;
  while (isInsideWord(to)) to++;
  return text.slice(from, to);
}

function getSection({ dataset: { anchor = '' } }: HTMLElement): LineSection {
  const [part, index] = anchor.split('.');
  if (part === 'keyPoints') return `point-${Number(index) + 1}` as LineSection;
  return part === 'conclusion' ? 'conclusion' : 'opening';
}
