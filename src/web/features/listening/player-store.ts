import { createStore, useStore } from '#ui/lib/store.ts';
import type { PlaybackSession, PlayerState } from './player-state.ts';

/** The state of the player in this tab. Only `player-effects.ts` may set it; all other code subscribes to it. */
export const playerStore = createStore<PlayerState>({
  session: undefined,
  playhead: 0,
  decisions: 0,
});

/** The message for a narration that cannot be played. */
export const PLAYBACK_FAILED_MESSAGE = 'The narration could not be played. Please try again.';

/** Returns the current playback session. Must only be called while there is one. */
export function getPlaybackSession(): PlaybackSession {
  return playerStore.get().session!;
}

/** Returns the current playback session, or `undefined` while the player is idle. */
export function usePlaybackSession(): PlaybackSession | undefined {
  return useStore(SESSION);
}

const SESSION = {
  subscribe: playerStore.subscribe,
  get: () => playerStore.get().session,
  initial: undefined,
};

/** Returns the current time of the narration in seconds. The value changes about eight times a second. */
export function usePlayhead(): number {
  return useStore(PLAYHEAD);
}

const PLAYHEAD = {
  subscribe: playerStore.subscribe,
  get: () => playerStore.get().playhead,
  initial: 0,
};

/**
 * Maximum time in seconds that playback advances between two updates. A larger step counts as a seek. The limit is high
 * because tabs in the background receive few updates.
 */
const MAX_STEP = 2.5;

/** Calls `onSeek` when the listener moves the playhead. Returns a function that unsubscribes. */
export function subscribeToSeeks(onSeek: () => void): () => void {
  let last = playerStore.get().playhead;
  return playerStore.subscribe(() => {
    const { playhead } = playerStore.get();
    const isSeek = Math.abs(playhead - last) > MAX_STEP;
    last = playhead;
    if (isSeek) onSeek();
  });
}

/** The page's only audio element; `undefined` before the first click that may lead to playback. */
const element = createStore<HTMLAudioElement | undefined>(undefined);

/**
 * Returns the page's only audio element. The first call must happen in a click handler, because Safari only plays an
 * element that was created and loaded there.
 */
export function getAudioElement(): HTMLAudioElement {
  const existing = element.get();
  if (existing) return existing;
  const audio = new Audio();
  audio.load();
  element.set(audio);
  return audio;
}
