import { DEFAULT_NARRATOR, type Narrator } from '#domain/narrators.ts';
import { ApiError } from '#ui/lib/api.ts';
import { showToast } from '#ui/toast.tsx';
import { begin, beginSearch, course, giveUp, putAway, stopSearching } from './course.ts';
import { audio, change, isSounding } from './deck.ts';
import { type HeardArticle, listening, playhead } from './listening.ts';
import { findNarration } from './narration.ts';
import { keepPlaceNow, notePlaceKept } from './place-keeping.ts';
import { placeOf, preferredNarrator } from './places.ts';
import { chosenSpeed } from './preferences.ts';
import { listenFirst, takeNext } from './queue.ts';

/** What is done where what is being found cannot be had. */
let fail: (error: unknown) => void = giveUp;

/** Plays an article from where the reader left it. What cannot be had is left to `orElse`. */
export async function start(article: HeardArticle, orElse: typeof fail = giveUp): Promise<void> {
  leave();
  fail = orElse;
  const { signal } = course.search;
  listening.set({
    article,
    status: 'loading',
    narrator: DEFAULT_NARRATOR,
    speed: chosenSpeed(),
    narration: undefined,
  });
  playhead.set(0);
  const narrator = (await preferredNarrator()) ?? DEFAULT_NARRATOR;
  if (!signal.aborted) await find(narrator);
}

/** Finds what is listened to as a narrator reads it, whoever it was looked for by until now, and begins it. */
export async function find(narrator: Narrator): Promise<void> {
  const signal = beginSearch();
  const { article } = listening.get()!;
  change({ narrator });
  try {
    const [narration, place] = await Promise.all([
      findNarration(article, narrator),
      placeOf(article.id),
    ]);
    if (signal.aborted) return;
    // It may have been paused before it was found.
    begin(narration, place, isSounding(listening.get()!.status));
    notePlaceKept();
  } catch (error) {
    if (!signal.aborted) fail(error);
  }
}

/** Plays the first article of the queue that can be heard; whether there is one to be tried. */
export function startNext(): boolean {
  const next = takeNext();
  if (next) start(next, (error) => goPast(next, error));
  return next !== undefined;
}

/** What was listened to is so no longer: where it was left is kept. */
export function leave(): void {
  keepPlaceNow();
  stopSearching();
  audio.pause();
}

/** One that nobody reads is no reason for those behind it to wait. Whatever else fails would fail them, too. */
function goPast(article: HeardArticle, error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) {
    listenFirst([article]);
    giveUp(error);
    return;
  }
  showToast({ kind: 'info', text: `There is no narration of “${article.title}”.` });
  if (!startNext()) putAway();
}
