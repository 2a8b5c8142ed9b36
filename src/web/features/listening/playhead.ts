import { useStore } from '#web/lib/store.ts';
import { playerState } from './player-store.ts';

/**
 * Maximum time in seconds that playback advances between two updates. A larger step counts as a seek. The limit is high
 * because tabs in the background receive few updates.
 */
const MAX_STEP = 2.5;

/** Returns the current time of the narration in seconds. The value changes about eight times a second. */
export function usePlayhead(): number {
  return useStore(PLAYHEAD);
}

const PLAYHEAD = {
  subscribe: playerState.subscribe,
  get: () => playerState.get().playhead,
  initial: 0,
};

/** Calls `onSeek` when the listener moves the playhead. Returns a function that unsubscribes. */
export function subscribeToSeeks(onSeek: () => void): () => void {
  let last = playerState.get().playhead;
  return playerState.subscribe(() => {
    const { playhead } = playerState.get();
    const isSeek = Math.abs(playhead - last) > MAX_STEP;
    last = playhead;
    if (isSeek) onSeek();
  });
}
