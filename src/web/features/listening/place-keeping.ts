import { course } from './course.ts';
import { listening, playhead } from './listening.ts';
import { forgetPlace, keepPlace, type PlaceIn } from './places.ts';

/** Seconds between two times that the place is kept while a narration plays. */
const KEEP_EVERY = 15;
/** Seconds at the beginning that leave no place: whoever stops there has not begun. */
const NOT_BEGUN = 1;
/** Seconds before a sentence, from which on it is the one that is heard. */
const AHEAD = 0.06;

/** The place the account knows of, as far as this browser can tell. */
let kept: PlaceIn | undefined;
/** When the current place was heard: milliseconds since 1970. An offline page may report it long after. */
let heardAt = 0;
/** The second of the narration at which it was told of one last, be it that it has not heard of that. */
let toldAt = 0;

/** Where the reader is: the sentence that is heard, or was last; where they wait for one, that. */
export function currentPlace(): PlaceIn | undefined {
  const { article, narration } = listening.get() ?? {};
  if (!article || !narration) return undefined;
  if (course.wanted?.place) return { articleId: article.id, ...course.wanted.place };
  const seconds = playhead.get();
  const sentence = narration.sentences.findLast(({ from }) => from <= seconds + AHEAD);
  if (!sentence) return undefined;
  const { anchor, start } = sentence;
  return { articleId: article.id, anchor, start, seconds };
}

/**
 * Keeps where the reader is, if that is another sentence than what is kept: a device that lies about says nothing, so
 * that the one they went on listening on has the last word. Previews leave no place.
 */
export function keepPlaceNow(): void {
  const { article, narration, status } = listening.get() ?? {};
  if (!article || !narration || narration.extent === 'preview' || status === 'ended') return;
  const place = currentPlace();
  if (!place || place.seconds < NOT_BEGUN || isKept(place)) return;
  kept = place;
  toldAt = playhead.get();
  const { articleId: _, ...where } = place;
  keepPlace(article, where, heardAt).catch(() => {
    // What the account has not heard of is said again.
    if (kept === place) kept = undefined;
  });
}

/** Keeps it now and then: what the account does not hear of is not said all the time. */
export function keepPlaceSometimes(): void {
  if (Math.abs(playhead.get() - toldAt) >= KEEP_EVERY) keepPlaceNow();
}

/** What is listened to goes on where its reader was: there is nothing to keep yet. */
export function notePlaceKept(): void {
  kept = currentPlace();
  toldAt = playhead.get();
}

/** What is listened to has been heard to the end. */
export function leaveNoPlace(): void {
  kept = undefined;
  const { article } = listening.get() ?? {};
  if (article) forgetPlace(article);
}

function isKept({ articleId, anchor, start }: PlaceIn): boolean {
  return kept?.articleId === articleId && kept.anchor === anchor && kept.start === start;
}

playhead.subscribe(() => {
  heardAt = Date.now();
});
addEventListener('visibilitychange', () => document.hidden && keepPlaceNow());
addEventListener('pagehide', keepPlaceNow);
