import { createStore, useStore } from '#web/lib/store.ts';
import type { PlaybackSession, PlayerState } from './player-state.ts';

/** The state of the player in this tab. Only `player-effects.ts` may set it; all other code subscribes to it. */
export const playerState = createStore<PlayerState>({
  session: undefined,
  playhead: 0,
  decisions: 0,
});

/** Returns the current playback session; `undefined` while the player is idle. */
export function usePlaybackSession(): PlaybackSession | undefined {
  return useStore(SESSION);
}

const SESSION = {
  subscribe: playerState.subscribe,
  get: () => playerState.get().session,
  initial: undefined,
};

/** The message for a narration that cannot be played. */
export const PLAYBACK_FAILED = 'The narration could not be played. Please try again.';
