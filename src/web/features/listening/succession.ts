import { NARRATORS, type Narrator } from '#domain/narrators.ts';
import { logError } from '#ui/lib/error-reports.ts';
import { showToast } from '#ui/toast.tsx';
import { begin, betweenSentences, course, stopSearching } from './course.ts';
import { change, isSounding } from './deck.ts';
import { listening, type Narration } from './listening.ts';
import { findNarration, untilWhole } from './narration.ts';
import { keepNarratorChoice } from './narrator-choice.ts';
import { currentPlace } from './place-keeping.ts';
import { isReached } from './places.ts';
import { find } from './programme.ts';

/** Has a narrator read from now on: what is listened to, and whatever is later. */
export function changeNarrator(narrator: Narrator): void {
  keepNarratorChoice(narrator);
  readOnBy(narrator);
}

/**
 * Has what is listened to read by somebody else, from the same sentence on. Where they have not read so far yet, the
 * one who reads goes on until they have.
 */
export async function readOnBy(narrator: Narrator): Promise<void> {
  const now = listening.get();
  course.succession.abort();
  change({ successor: undefined });
  if (!now) return;
  if (!now.narration) {
    find(narrator);
    return;
  }
  if (now.narrator === narrator) return;
  course.succession = new AbortController();
  const { signal } = course.succession;
  change({ successor: narrator });
  try {
    let narration = await findNarration(now.article, narrator);
    if (signal.aborted) return;
    const place = currentPlace();
    if (place && !isReached(place, narration))
      narration = await untilWhole(now.article, narrator, signal);
    if (!signal.aborted) betweenSentences(signal, () => succeed(narrator, narration));
  } catch (error) {
    if (signal.aborted) return;
    logError(error, 'Another narrator could not be had');
    change({ successor: undefined });
    showToast({ kind: 'error', text: `${NARRATORS[narrator].name} cannot read this just now.` });
  }
}

function succeed(narrator: Narrator, narration: Narration): void {
  const { status } = listening.get()!;
  // What has been heard to its end is heard anew, and not its last sentence again.
  const place = status === 'ended' ? undefined : currentPlace();
  stopSearching();
  change({ narrator });
  begin(narration, place, isSounding(status));
}
