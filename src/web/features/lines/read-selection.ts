import { type LineSection, normalizePassage } from '#domain/lines.ts';

/** The selector of the elements that contain an article's text. Readers can select passages only in these elements. */
const PARTS = '[data-anchor], [data-summary] li';

/** A passage that the reader has selected in an article. */
export interface SelectedPassage {
  /** The passage's text, extended to whole words. */
  text: string;
  section: LineSection;
  /** The position and size of the selection, relative to the viewport. */
  area: DOMRect;
}

/**
 * Returns the passage that the reader has selected in an article's text, or `undefined` if nothing is selected there.
 */
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

/** Returns the words of the element `part` that are at least partly inside a range. */
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

/** Matches a character inside a word. Includes the apostrophe, which may be between two letters of a word. */
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
