import { tellOfPremium } from '#web/reader/prompt.ts';
import { currentReader } from '#web/reader/session.ts';
import { begin, course, giveUp, stopSearching } from './course.ts';
import { change, isSounding, load } from './deck.ts';
import { listening, type Narration, playhead } from './listening.ts';
import { findNarration } from './narration.ts';
import { currentPlace, keepPlaceNow } from './place-keeping.ts';

/**
 * Has what is listened to be as much of it as its reader may hear by now, where their plan changes meanwhile: all of it
 * from the place they are at, or no more than its beginning.
 */
export async function followTier(): Promise<void> {
  const { article, narrator, narration } = listening.get() ?? {};
  if (!article || !narrator || !narration) return;
  const hearsAll = narration.extent !== 'preview';
  if (hearsAll === (currentReader()?.tier === 'premium')) return;
  keepPlaceNow();
  stopSearching();
  const { signal } = course.search;
  try {
    const allowed = await findNarration(article, narrator);
    if (!signal.aborted) goOnWith(allowed);
  } catch (error) {
    if (!signal.aborted) giveUp(error);
  }
}

/** Goes on with what there is to be heard by now, at the same sentence. */
export function goOnWith(narration: Narration): void {
  const isAloud = isSounding(listening.get()!.status);
  if (narration.extent !== 'preview' || playhead.get() < narration.available) {
    begin(narration, currentPlace(), isAloud);
    return;
  }
  // They are past what they may hear: it is as if that had just ended.
  change({ narration, status: 'ended' });
  load(narration, 0);
  playhead.set(narration.available);
  if (isAloud) tellOfPremium();
}
