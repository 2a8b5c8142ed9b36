import { createStore } from '#web/lib/store.ts';
import { listening, playhead } from './listening.ts';

/** When the narration is to stop by itself: after so many minutes, or at the end of what is heard. */
export type SleepTimer = { minutes: number } | 'chapter' | 'article';

/** What can be chosen, minutes first. */
export const SLEEP_MINUTES = [5, 15, 30, 45] as const;

/** What was chosen; `undefined` where it goes on. */
export const sleepTimer = createStore<SleepTimer | undefined>(undefined);

let clock: ReturnType<typeof setTimeout> | undefined;
/** The part at whose end it is to stop, counted from 0: by which seconds it ends depends on who reads. */
let part = 0;
let pause = () => {};

/** Sets the timer anew, or with `undefined` takes it away. */
export function setSleepTimer(timer: SleepTimer | undefined): void {
  clearTimeout(clock);
  sleepTimer.set(timer);
  part = currentPart();
  if (typeof timer === 'object') clock = setTimeout(fallAsleep, timer.minutes * 60_000);
}

/** Says how what is listened to is paused when the time has come. */
export function whenAsleep(act: () => void): void {
  pause = act;
}

/** The part that the reader has gone to is the one at whose end it is to stop. */
export function moveSleepTimer(): void {
  part = currentPart();
}

/** Stops, if the part is over at whose end it was to stop. */
export function sleepAtEndOfPart(): void {
  if (sleepTimer.get() === 'chapter' && currentPart() > part) fallAsleep();
}

/** Whether nothing is to follow on the article that has ended. */
export function isAsleepAtEnd(): boolean {
  if (typeof sleepTimer.get() !== 'string') return false;
  setSleepTimer(undefined);
  return true;
}

/** Counted from 0. Once its last sentence has been said, a part is over: the silence after it belongs to the next one. */
function currentPart(): number {
  const chapters = listening.get()?.narration?.chapters ?? [];
  const over = chapters.slice(0, -1).filter(({ to }) => to <= playhead.get());
  return over.length;
}

function fallAsleep(): void {
  setSleepTimer(undefined);
  pause();
}
