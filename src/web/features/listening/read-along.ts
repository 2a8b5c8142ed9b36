import { useEffect } from 'react';
import type { SentenceTiming } from '#domain/timings.ts';
import { getPreferredScrollBehavior } from '#ui/lib/motion.ts';
import {
  findSentenceAtTime,
  findSentenceOfPosition,
  isPositionInRecording,
  type Narration,
} from './narration.ts';
import { playFromTime, playSentenceWhenRecorded } from './player.ts';
import type { PlaybackSession } from './player-state.ts';
import { playerStore } from './player-store.ts';
import './read-along.css';

/**
 * The name of the CSS highlight for the sentence that is being read. `read-along.css` refers to it as
 * `::highlight(spoken)`.
 */
const HIGHLIGHT = 'spoken';
/** Vertical position to which the page scrolls the current sentence, as a fraction of the window's height. */
const SCROLL_TARGET = 0.3;
/**
 * The events that count as scrolling away from the sentence that is being read. Key presses count only for the keys in
 * `SCROLL_KEYS`.
 */
const SCROLL_EVENTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;
const SCROLL_KEYS = new Set(['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown', ' ']);
/** The anchor of the paragraph that starts with a drop cap, which is a first letter three lines high. */
const DROP_CAP_ANCHOR = 'introduction.0';
/** Matches the drop cap. Includes the adjacent punctuation, like the CSS pseudo-element `::first-letter`. */
const DROP_CAP = /^\s*\p{P}*\S\p{P}*/u;
const OPEN_DIALOG = '[role=dialog][data-open]';
const PLAYER = '[aria-label="Audio player"]';
/** Selector of controls in the text. A click on a control must not start playback. */
const CONTROLS = 'a, button, input, select, textarea, label, summary';

/**
 * Highlights the sentence that is being read on the article's page, and keeps it in view until the reader scrolls away.
 * A click on a sentence starts playback there. Does nothing while another page is open.
 */
export function useReadAlong({ article: { id } }: PlaybackSession): void {
  useEffect(() => readAlong(id), [id]);
}

/**
 * Implements {@link useReadAlong} for an article. Returns a cleanup function. After the reader has scrolled away,
 * loading another recording does not scroll the page back.
 */
function readAlong(articleId: string): () => void {
  const findPage = () => document.querySelector(`[data-article="${articleId}"]`);
  const current: { sentence?: SentenceTiming | undefined; page?: Element | null } = {};
  let isFollowing = true;
  let scrollRequestCount = playerStore.get().session?.scrollRequestCount;

  const update = () => {
    const { session, playhead } = playerStore.get();
    if (session?.article.id !== articleId) return;
    const isRequested = session.scrollRequestCount !== scrollRequestCount;
    scrollRequestCount = session.scrollRequestCount;
    if (isRequested) isFollowing = true;
    const sentence = session.narration && findSentenceAtTime(session.narration, playhead);
    const element = findPage();
    if (sentence === current.sentence && element === current.page && !isRequested) return;
    const isFirst = current.sentence === undefined;
    Object.assign(current, { sentence, page: element });
    const range = element && sentence && createSentenceRange(element, sentence);
    setHighlight(range);
    if (!range) return;
    // If the sentence that is being read is in view, for example because the reader has scrolled back, the page follows
    // the narration again.
    if (isInView(range)) isFollowing = true;
    // The first sentence does not scroll the page, so that the text in front of the reader stays in place when playback
    // starts.
    else if (isFollowing && !isFirst) scrollIntoView(range);
  };
  const stopFollowing = (event: Event) => {
    if (event instanceof KeyboardEvent && !SCROLL_KEYS.has(event.key)) return;
    if (event.target instanceof Element && event.target.closest(PLAYER)) return;
    // While a dialog such as the full player is open, events such as `wheel` scroll the dialog instead of the page.
    if (document.querySelector(OPEN_DIALOG)) return;
    isFollowing = false;
  };
  const playClickedSentence = (event: MouseEvent) => {
    const [element, { session }] = [findPage(), playerStore.get()];
    const position = element && findClickedPosition(event, element);
    if (!position || !session?.narration) return;
    isFollowing = true;
    playFromPosition(session.narration, position);
  };

  const controller = new AbortController();
  const unsubscribe = playerStore.subscribe(update);
  // Changes to the page are observed too, because the article may appear while the player's state stays the same, for
  // example while playback is paused.
  const observer = new MutationObserver(update);
  observer.observe(document.getElementById('main')!, { childList: true, subtree: true });
  // These listeners ignore events while a dialog is open. They run in the capture phase, so that they still find the
  // dialog open if the event itself, such as a press outside the dialog, closes it.
  const options = { passive: true, capture: true, signal: controller.signal };
  for (const type of SCROLL_EVENTS) addEventListener(type, stopFollowing, options);
  addEventListener('click', playClickedSentence, { signal: controller.signal });
  update();
  return () => {
    controller.abort();
    unsubscribe();
    observer.disconnect();
    setHighlight(undefined);
  };
}

/**
 * Returns the position in the article's text that the reader has clicked. Returns `undefined` for a click on a control
 * or outside the text, or while text is selected.
 */
function findClickedPosition(
  event: MouseEvent,
  page: Element,
): Pick<SentenceTiming, 'anchor' | 'start'> | undefined {
  if (!(event.target instanceof Element) || event.target.closest(CONTROLS)) return undefined;
  if (!getSelection()?.isCollapsed) return undefined;
  const element = event.target.closest<HTMLElement>('[data-anchor]');
  if (!element || !page.contains(element)) return undefined;
  return { anchor: element.dataset.anchor!, start: getClickOffset(element, event) };
}

/** Returns the text range of a sentence, or `undefined` if the page does not contain the sentence. */
function createSentenceRange(
  page: Element,
  { anchor, start, length }: SentenceTiming,
): Range | undefined {
  const element = page.querySelector(`[data-anchor="${anchor}"]`);
  // The range excludes the drop cap, for which browsers would highlight only a box of one line's height.
  const dropCap =
    anchor === DROP_CAP_ANCHOR && start === 0 ? DROP_CAP.exec(element?.textContent ?? '') : null;
  const from = element && findTextPosition(element, start + (dropCap?.[0].length ?? 0));
  const to = element && findTextPosition(element, start + length);
  if (!from || !to) return undefined;
  const range = document.createRange();
  range.setStart(...from);
  range.setEnd(...to);
  return range;
}

/** Returns the text node that contains the character at `offset` in an element, and the offset within that node. */
function findTextPosition(element: Element, offset: number): [Text, number] | undefined {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let remaining = offset;
  for (let text = walker.nextNode() as Text | null; text; text = walker.nextNode() as Text | null) {
    if (remaining <= text.data.length) return [text, remaining];
    remaining -= text.data.length;
  }
  return undefined;
}

/**
 * Plays from the sentence at a position in the text, as soon as the sentence is recorded. Does nothing for text that is
 * not part of the narration.
 */
function playFromPosition(
  narration: Narration,
  position: Pick<SentenceTiming, 'anchor' | 'start'>,
): void {
  if (!isPositionInRecording(position, narration)) {
    playSentenceWhenRecorded(position);
    return;
  }
  const sentence = findSentenceOfPosition(position, narration);
  if (sentence) playFromTime(sentence.from);
}

/**
 * Returns the character offset of a click in an element's text. Returns 0 in browsers without `caretPositionFromPoint`.
 */
function getClickOffset(element: Element, { clientX, clientY }: MouseEvent): number {
  const caret = document.caretPositionFromPoint?.(clientX, clientY);
  if (!caret || !element.contains(caret.offsetNode)) return 0;
  const textBefore = document.createRange();
  textBefore.setStart(element, 0);
  textBefore.setEnd(caret.offsetNode, caret.offset);
  return textBefore.toString().length;
}

function setHighlight(range: Range | undefined | null): void {
  // Browsers without the CSS Custom Highlight API show no highlight.
  if (!('highlights' in CSS)) return;
  if (range) CSS.highlights.set(HIGHLIGHT, new Highlight(range));
  else CSS.highlights.delete(HIGHLIGHT);
}

/** Returns true if a range of text is completely visible between the header and the player. */
function isInView(range: Range): boolean {
  const { top, bottom } = range.getBoundingClientRect();
  return top >= getHeaderHeight() && bottom <= innerHeight - getFooterHeight();
}

function scrollIntoView(range: Range): void {
  const { top } = range.getBoundingClientRect();
  scrollBy({ top: top - SCROLL_TARGET * innerHeight, behavior: getPreferredScrollBehavior() });
}

function getHeaderHeight(): number {
  return document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
}

function getFooterHeight(): number {
  const { top = innerHeight, width = 0 } =
    document.querySelector(PLAYER)?.getBoundingClientRect() ?? {};
  // A narrow player is in the margin of a wide screen, where it does not cover the text.
  return width < innerWidth / 2 ? 0 : innerHeight - top;
}
