import { useEffect } from 'react';
import type { SentenceTiming } from '#domain/timings.ts';
import { visibleScroll } from '#ui/lib/motion.ts';
import { watchChosenPlaces, watchSentenceShown } from './leaps.ts';
import { type Listening, listening, type Narration, playhead } from './listening.ts';
import { isReached } from './places.ts';
import { playFrom, playOnceMade } from './player.ts';
import './read-along.css';

/** The name of the highlight, which the stylesheet knows. */
const SPOKEN = 'spoken';
/** Seconds before a sentence, from which on it is the one that is heard. */
const AHEAD = 0.06;
/** Where in the window a sentence is put that had left it: a share of its height. */
const RESTING_PLACE = 0.3;
/** What a reader does who wants to be elsewhere on the page; of keys, those. */
const LEAVING = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;
const LEAVING_KEYS = new Set(['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown', ' ']);
/** Where the text begins with a large letter, three lines high. */
const WITH_INITIAL = 'introduction.0';
/** The letter, and what CSS takes with it: punctuation before and after it (`::first-letter`). */
const INITIAL = /^\s*\p{P}*\S\p{P}*/u;
const OPEN_DIALOG = '[role=dialog][data-open]';
/** Of what is pressed in the text, what leads elsewhere. */
const CONTROLS = 'a, button, input, select, textarea, label, summary';

/**
 * Marks on the page the sentence that is heard, and keeps it in view as long as the reader does not go elsewhere. A
 * press on the text has the narration go on from there. Where another article is on show, nothing happens.
 */
export function useReadAlong({ article: { id } }: Listening): void {
  useEffect(() => readAlong(id), [id]);
}

/** For as long as the article is listened to: whoever has gone elsewhere stays there when another recording takes over. */
function readAlong(articleId: string): () => void {
  const narration = () => listening.get()?.narration;
  const page = () => document.querySelector(`[data-article="${articleId}"]`);
  let shown: SentenceTiming | undefined;
  let shownOn: Element | null = null;
  let isFollowing = true;

  const follow = () => {
    const at = playhead.get();
    const sentence = narration()?.sentences.findLast(({ from }) => from <= at + AHEAD);
    const on = page();
    if (sentence === shown && on === shownOn) return;
    const isFirst = shown === undefined;
    shown = sentence;
    shownOn = on;
    const range = on && sentence && rangeOf(on, sentence);
    mark(range);
    if (!range) return;
    const isSeen = isInView(range);
    // Back where it is heard: from here on they go together again.
    if (isSeen) isFollowing = true;
    // What had been chosen to be read is not scrolled away by a narration that begins elsewhere on the page.
    else if (isFollowing && !isFirst) bringIntoView(range);
  };
  const leave = (event: Event) => {
    if (event instanceof KeyboardEvent && !LEAVING_KEYS.has(event.key)) return;
    if (event.target instanceof Element && event.target.closest('[aria-label="Audio player"]'))
      return;
    // A dialog, such as the player with all it can do, lies over the page: nobody leaves that in it.
    if (document.querySelector(OPEN_DIALOG)) return;
    isFollowing = false;
  };
  const goOn = (event: MouseEvent) => {
    const [on, heard] = [page(), narration()];
    if (!on || !heard) return;
    if (!(event.target instanceof Element) || event.target.closest(CONTROLS)) return;
    if (!getSelection()?.isCollapsed) return;
    const element = event.target.closest<HTMLElement>('[data-anchor]');
    if (!element || !on.contains(element)) return;
    isFollowing = true;
    goTo(heard, { anchor: element.dataset.anchor!, start: offsetIn(element, event) });
  };

  // Not by `listening`: there it is known before the playhead is at its place in another recording.
  const stopHearing = playhead.subscribe(follow);
  const stopChoosing = watchChosenPlaces(() => {
    isFollowing = true;
  });
  const stopShowing = watchSentenceShown(() => {
    isFollowing = true;
    const on = page();
    const range = on && shown && rangeOf(on, shown);
    if (range) bringIntoView(range);
  });
  // What is on show may change while nothing is heard.
  const watcher = new MutationObserver(follow);
  watcher.observe(document.getElementById('main')!, { childList: true, subtree: true });
  // Before anything comes of it: a press beside a dialog closes that.
  for (const sign of LEAVING) addEventListener(sign, leave, { passive: true, capture: true });
  addEventListener('click', goOn);
  follow();
  return () => {
    stopHearing();
    stopChoosing();
    stopShowing();
    watcher.disconnect();
    for (const sign of LEAVING) removeEventListener(sign, leave, { capture: true });
    removeEventListener('click', goOn);
    mark(undefined);
  };
}

/** Where a sentence stands on the page; `undefined` where the page does not say it. */
function rangeOf(page: Element, { anchor, start, length }: SentenceTiming): Range | undefined {
  const element = page.querySelector(`[data-anchor="${anchor}"]`);
  // Browsers mark a box as high as its line beside the large letter, and not the letter.
  const initial =
    anchor === WITH_INITIAL && start === 0 ? INITIAL.exec(element?.textContent ?? '') : null;
  const from = element && pointIn(element, start + (initial?.[0].length ?? 0));
  const to = element && pointIn(element, start + length);
  if (!from || !to) return undefined;
  const range = document.createRange();
  range.setStart(...from);
  range.setEnd(...to);
  return range;
}

/** The text of an element that has the character at `offset`, and where in that text it is. */
function pointIn(element: Element, offset: number): [Text, number] | undefined {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let left = offset;
  for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
    if (left <= text.data.length) return [text, left];
    left -= text.data.length;
  }
  return undefined;
}

/** Has the narration go on from a sentence of the page, once it has been made; not from what it does not read. */
function goTo(narration: Narration, place: Pick<SentenceTiming, 'anchor' | 'start'>): void {
  if (!isReached(place, narration)) {
    playOnceMade(place);
    return;
  }
  const own = narration.sentences.filter(({ anchor }) => anchor === place.anchor);
  const sentence = own.findLast(({ start }) => start <= place.start) ?? own[0];
  if (sentence) playFrom(sentence.from);
}

/** Where in the text of an element it was pressed; its beginning, where the browser does not say. */
function offsetIn(element: Element, { clientX, clientY }: MouseEvent): number {
  const caret = document.caretPositionFromPoint?.(clientX, clientY);
  if (!caret || !element.contains(caret.offsetNode)) return 0;
  const before = document.createRange();
  before.setStart(element, 0);
  before.setEnd(caret.offsetNode, caret.offset);
  return before.toString().length;
}

function mark(range: Range | undefined | null | false): void {
  // Where the browser cannot mark a text without changing the page, it stays as it is.
  if (!('highlights' in CSS)) return;
  if (range) CSS.highlights.set(SPOKEN, new Highlight(range));
  else CSS.highlights.delete(SPOKEN);
}

/** Whether all of it can be seen between what is fixed to the window. */
function isInView(range: Range): boolean {
  const { top, bottom } = range.getBoundingClientRect();
  return top >= headerHeight() && bottom <= innerHeight - footHeight();
}

function bringIntoView(range: Range): void {
  const { top } = range.getBoundingClientRect();
  scrollBy({ top: top - RESTING_PLACE * innerHeight, behavior: visibleScroll() });
}

function headerHeight(): number {
  return document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
}

function footHeight(): number {
  const player = document.querySelector('[aria-label="Audio player"]');
  const { top = innerHeight, width = 0 } = player?.getBoundingClientRect() ?? {};
  // In the margin it covers no line.
  return width < innerWidth / 2 ? 0 : innerHeight - top;
}
