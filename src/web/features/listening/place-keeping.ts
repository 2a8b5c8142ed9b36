import { listening, playhead } from './listening.ts';
import { keepPlace, type PlaceIn } from './places.ts';

/** Seconds between two times that the place is kept while a narration plays. */
const KEEP_EVERY = 15;
/** Seconds at the beginning that leave no place: whoever stops there has not begun. */
const NOT_BEGUN = 1;
/** Seconds before a sentence, from which on it is the one that is heard. */
const AHEAD = 0.06;

let keptAt = 0;

/** Where the reader is: the sentence that is heard, or was last. */
export function currentPlace(): PlaceIn | undefined {
  const { article, narration } = listening.get() ?? {};
  const seconds = playhead.get();
  const sentence = narration?.sentences.findLast(({ from }) => from <= seconds + AHEAD);
  if (!article || !sentence) return undefined;
  const { anchor, start } = sentence;
  return { articleId: article.id, anchor, start, seconds };
}

/** Keeps where the reader is; `isLast` when the page is about to go. Previews leave no place. */
export function keepPlaceNow(isLast = false): void {
  const { article, narration, status } = listening.get() ?? {};
  if (!article || !narration || narration.extent === 'preview' || status === 'ended') return;
  const place = currentPlace();
  if (!place || place.seconds < NOT_BEGUN) return;
  keptAt = place.seconds;
  const { articleId: _, ...where } = place;
  keepPlace(article, where, isLast);
}

/** Keeps it now and then. */
export function keepPlaceSometimes(): void {
  if (Math.abs(playhead.get() - keptAt) >= KEEP_EVERY) keepPlaceNow();
}

addEventListener('visibilitychange', () => document.hidden && keepPlaceNow(true));
addEventListener('pagehide', () => keepPlaceNow(true));
