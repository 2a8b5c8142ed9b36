// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { READING_WORDS_PER_MINUTE } from '#domain/reading-time.ts';

const sendCountOnce = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/counts.ts', () => ({ sendCountOnce }));
const consent = vi.hoisted(() => ({ choices: { analytics: false, advertising: true } }));
vi.mock('#web/reader/consent.ts', () => ({ readCurrentConsent: () => consent }));

const { countArticleOnceRead } = await import('./count-article-once-read.ts');

const ARTICLE = { authorAlias: 'Plumbline', id: '01976b2e-5c00-7a3e-9d21-4f0c6a1b2c01' };
/**
 * Number of words in each of ten paragraphs. A paragraph takes six seconds to read, so it counts as read after two
 * seconds in view.
 */
const WORDS = Math.floor(READING_WORDS_PER_MINUTE / 10);

let controller: AbortController;
let paragraphs: Element[];
/** Simulates the browser's report of elements that enter or leave the viewport. */
let scroll: (entries: { target: Element; isIntersecting: boolean }[]) => void;

beforeEach(() => {
  vi.useFakeTimers();
  sendCountOnce.mockReset();
  consent.choices.analytics = true;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(onChange: typeof scroll) {
        scroll = onChange;
      }
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  const text = document.createElement('article');
  const words = 'word '.repeat(WORDS);
  text.innerHTML = `<p>${'aside '.repeat(5000)}</p>${`<p data-anchor="x">${words}</p>`.repeat(10)}`;
  paragraphs = [...text.querySelectorAll('[data-anchor]')];
  controller = new AbortController();
  countArticleOnceRead(ARTICLE, text, controller.signal);
});
afterEach(() => {
  controller.abort();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(document, 'hidden');
});

/** Keeps paragraphs in view for a number of seconds. */
function keepInView(from: number, to: number, seconds: number): void {
  const targets = paragraphs.slice(from, to);
  scroll(targets.map((target) => ({ target, isIntersecting: true })));
  vi.advanceTimersByTime(1000 * seconds);
  scroll(targets.map((target) => ({ target, isIntersecting: false })));
}

const listCountedKinds = () => sendCountOnce.mock.calls.map(([, kind]) => kind);

it('counts when half of the words were in view for long enough, and once more when nearly all were', () => {
  keepInView(0, 4, 3);
  expect(sendCountOnce).not.toHaveBeenCalled();
  keepInView(4, 5, 3);
  expect(sendCountOnce.mock.calls).toEqual([
    [ARTICLE, 'read'],
    [ARTICLE, 'agreed'],
  ]);
  keepInView(0, 8, 60);
  expect(sendCountOnce).toHaveBeenCalledTimes(2);
  keepInView(8, 9, 3);
  expect(listCountedKinds()).toEqual(['read', 'agreed', 'finished']);
  keepInView(0, 10, 60);
  expect(sendCountOnce).toHaveBeenCalledTimes(3);
});

it('counts all parts in view together', () => {
  keepInView(0, 10, 3);
  expect(listCountedKinds()).toEqual(['read', 'agreed', 'finished']);
});

it('counts only the first half for readers who have not agreed to analytics', () => {
  consent.choices.analytics = false;
  keepInView(0, 10, 60);
  expect(listCountedKinds()).toEqual(['read']);
});

it('counts reading to the end only for readers who agreed before half of the article', () => {
  consent.choices.analytics = false;
  keepInView(0, 5, 3);
  consent.choices.analytics = true;
  keepInView(5, 10, 3);
  expect(listCountedKinds()).toEqual(['read']);
});

it('does not count scrolling through', () => {
  for (let index = 0; index < 10; index++) keepInView(index, index + 1, 1);
  expect(sendCountOnce).not.toHaveBeenCalled();
});

it('adds up the time in view', () => {
  for (let round = 0; round < 2; round++)
    for (let index = 0; index < 6; index++) keepInView(index, index + 1, 1);
  expect(listCountedKinds()).toEqual(['read', 'agreed']);
});

it('does not count less than half, however long it is in view', () => {
  keepInView(0, 4, 3600);
  expect(sendCountOnce).not.toHaveBeenCalled();
});

it('does not count while the page is in the background', () => {
  Object.defineProperty(document, 'hidden', { value: true, configurable: true });
  keepInView(0, 10, 60);
  expect(sendCountOnce).not.toHaveBeenCalled();
});

it('does not count an article that has been left', () => {
  scroll(paragraphs.map((target) => ({ target, isIntersecting: true })));
  controller.abort();
  vi.advanceTimersByTime(60_000);
  expect(sendCountOnce).not.toHaveBeenCalled();
});
