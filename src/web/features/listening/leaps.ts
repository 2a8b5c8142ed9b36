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
