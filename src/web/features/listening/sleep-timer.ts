import { createStore } from '#web/lib/store.ts';
import { audio } from './deck.ts';
import { listening, playhead } from './listening.ts';

/** When the narration is to stop by itself: after so many minutes, or at the end of what is heard. */
export type SleepTimer = { minutes: number } | 'chapter' | 'article';

/** What can be chosen, minutes first. */
export const SLEEP_MINUTES = [5, 15, 30, 45] as const;

/** What was chosen; `undefined` where it goes on. */
export const sleepTimer = createStore<SleepTimer | undefined>(undefined);

let stop: () => void = () => {};

/** Sets the timer anew, or with `undefined` takes it away. */
export function setSleepTimer(timer: SleepTimer | undefined): void {
  stop();
  stop = () => {};
  sleepTimer.set(timer);
  if (timer === 'chapter') stopAtEndOfChapter();
  else if (timer && timer !== 'article') {
    const clock = setTimeout(fallAsleep, timer.minutes * 60_000);
    stop = () => clearTimeout(clock);
  }
}

/** Whether nothing is to follow on the article that is heard. */
export function isLastArticle(): boolean {
  if (sleepTimer.get() !== 'article') return false;
  setSleepTimer(undefined);
  return true;
}

function stopAtEndOfChapter(): void {
  const chapterAt = (seconds: number) =>
    listening.get()?.narration?.chapters.findLast(({ from }) => from <= seconds)?.from;
  const first = chapterAt(playhead.get());
  stop = playhead.subscribe(() => {
    if (chapterAt(playhead.get()) !== first) fallAsleep();
  });
}

function fallAsleep(): void {
  setSleepTimer(undefined);
  audio.pause();
}
