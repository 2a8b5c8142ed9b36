import { playhead } from './listening.ts';

/** Seconds that a narration may go on by itself between two looks at it: a tab in the background seldom has its turn. */
const BY_ITSELF = 2.5;

/** Calls `onLeap` when the playhead has been led elsewhere, and not when it just goes on. Returns how to stop. */
export function watchLeaps(onLeap: () => void): () => void {
  let last = playhead.get();
  return playhead.subscribe(() => {
    const at = playhead.get();
    const isLeap = Math.abs(at - last) > BY_ITSELF;
    last = at;
    if (isLeap) onLeap();
  });
}

const watchers = new Set<() => void>();

/**
 * Calls `onChoice` when the listener chooses another place in the narration, before the playhead is there: unlike a leap,
 * not when the same sentence is at other seconds in another recording. Returns how to stop.
 */
export function watchChosenPlaces(onChoice: () => void): () => void {
  watchers.add(onChoice);
  return () => watchers.delete(onChoice);
}

export function notePlaceChosen(): void {
  for (const onChoice of watchers) onChoice();
}

const showers = new Set<() => void>();

/** Calls `onShow` when the listener asks to see the sentence that is being read. Returns a function that stops it. */
export function watchSentenceShown(onShow: () => void): () => void {
  showers.add(onShow);
  return () => showers.delete(onShow);
}

/** Scrolls the page to the sentence that is being read. */
export function showSentence(): void {
  for (const onShow of showers) onShow();
}
