import { tellOfPremium } from '#web/reader/prompt.ts';
import { currentReader } from '#web/reader/session.ts';
import { begin, course, giveUp, stopSearching } from './course.ts';
import { change, load } from './deck.ts';
import { listening, type Narration, playhead } from './listening.ts';
import { findNarration } from './narration.ts';
import { keepPlaceNow } from './place-keeping.ts';

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

function goOnWith(narration: Narration): void {
  const { status } = listening.get()!;
  const isSounding = status === 'playing' || status === 'loading';
  const place = playhead.get();
  if (narration.extent !== 'preview' || place < narration.available) {
    begin(narration, place, isSounding);
    return;
  }
  // They are past what they may hear: it is as if that had just ended.
  change({ narration, status: 'ended' });
  load(narration, 0);
  playhead.set(narration.available);
  if (isSounding) tellOfPremium();
}
