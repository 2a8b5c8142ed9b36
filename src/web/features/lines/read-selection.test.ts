// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSelectedPassage } from './read-selection.ts';

const HTML = `
  <div id="text">
    <ul data-summary=""><li>A bullet here</li></ul>
    <p data-anchor="introduction.0">It was <em>never</em> so, they said.</p>
    <h2 data-anchor="keyPoints.0.title">A title</h2>
    <p data-anchor="keyPoints.0.paragraphs.0">First words of many.</p>
    <h3>Takeaway</h3>
    <p data-anchor="keyPoints.0.takeaway">Keep this.</p>
    <p data-anchor="conclusion.0">The end.</p>
  </div>
  <p id="outside">Not the article</p>`;

beforeEach(() => {
  document.body.innerHTML = HTML;
  Range.prototype.getBoundingClientRect = () => new DOMRect(1, 2, 3, 4);
});
afterEach(() => getSelection()!.removeAllRanges());

/**
 * Selects text from one element to another. `start` is an offset in the first child node of the element `from`, and
 * `end` is an offset in the last child node of the element `to`.
 */
function select(from: string, start: number, to: string, end: number): void {
  const range = document.createRange();
  range.setStart(document.querySelector(from)!.firstChild!, start);
  range.setEnd(document.querySelector(to)!.lastChild!, end);
  getSelection()!.removeAllRanges();
  getSelection()!.addRange(range);
}
const readPassage = () => readSelectedPassage(document.querySelector('#text')!);

describe('a selected passage', () => {
  it('is extended to whole words, across markup', () => {
    select('[data-anchor="introduction.0"]', 4, '[data-anchor="introduction.0"]', 2);
    expect(readPassage()).toMatchObject({ text: 'was never so', section: 'opening' });
  });

  it('has the section in which it begins, and contains only the text of the article', () => {
    select('[data-anchor="keyPoints.0.paragraphs.0"]', 6, '[data-anchor="conclusion.0"]', 3);
    expect(readPassage()).toMatchObject({
      text: 'words of many. Keep this. The',
      section: 'point-1',
    });
    select('li', 2, 'li', 8);
    expect(readPassage()).toMatchObject({ text: 'bullet', section: 'opening' });
    select('[data-anchor="conclusion.0"]', 0, '[data-anchor="conclusion.0"]', 8);
    expect(readPassage()).toMatchObject({ text: 'The end.', section: 'conclusion' });
  });

  it('is not split at an apostrophe', () => {
    const element = document.querySelector('[data-anchor="conclusion.0"]')!;
    const originalHtml = element.innerHTML;
    element.textContent = 'It doesn’t end.';
    select('[data-anchor="conclusion.0"]', 3, '[data-anchor="conclusion.0"]', 7);
    expect(readPassage()).toMatchObject({ text: 'doesn’t' });
    element.innerHTML = originalHtml;
  });

  it('does not include a part at whose start or end the selection only touches', () => {
    select('[data-anchor="keyPoints.0.title"]', 7, '[data-anchor="keyPoints.0.takeaway"]', 0);
    expect(readPassage()).toMatchObject({ text: 'First words of many.' });
  });

  it('is undefined without a selection, or if the selection extends beyond the article', () => {
    expect(readPassage()).toBeUndefined();
    select('[data-anchor="conclusion.0"]', 0, '#outside', 3);
    expect(readPassage()).toBeUndefined();
    select('h3', 0, 'h3', 4);
    expect(readPassage()).toBeUndefined();
  });
});
