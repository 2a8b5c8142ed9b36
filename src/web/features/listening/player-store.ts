import { createStore, useStore } from '#ui/lib/store.ts';
import type { PlaybackSession, PlayerState } from './player-state.ts';

/** The player's state in this tab. Only `player-effects.ts` may set it. All other code only reads it. */
export const playerStore = createStore<PlayerState>({
  session: undefined,
  playhead: 0,
  playbackDecisionCount: 0,
});

/** The error message for a narration that cannot be played. */
export const PLAYBACK_FAILED_MESSAGE = 'The narration could not be played. Please try again.';

/** Returns the current playback session. Must only be called while there is one. */
export function getPlaybackSession(): PlaybackSession {
  return playerStore.get().session!;
}

/** Returns the current playback session, or `undefined` while the player is idle. */
export function usePlaybackSession(): PlaybackSession | undefined {
  return useStore(SESSION_STORE);
}

const SESSION_STORE = {
  subscribe: playerStore.subscribe,
  get: () => playerStore.get().session,
  initial: undefined,
};

/** Returns the current time of the narration in seconds. The value changes about eight times a second. */
export function usePlayhead(): number {
  return useStore(PLAYHEAD_STORE);
}

const PLAYHEAD_STORE = {
  subscribe: playerStore.subscribe,
  get: () => playerStore.get().playhead,
  initial: 0,
};

/**
 * A playhead movement of more than this many seconds counts as a seek. The limit is high because the playhead is
 * updated less often in a background tab.
 */
const MAX_STEP = 2.5;

/** Calls `onSeek` when the listener moves the playhead. Returns a function that unsubscribes. */
export function subscribeToSeeks(onSeek: () => void): () => void {
  let lastPlayhead = playerStore.get().playhead;
  return playerStore.subscribe(() => {
    const { playhead } = playerStore.get();
    const isSeek = Math.abs(playhead - lastPlayhead) > MAX_STEP;
    lastPlayhead = playhead;
    if (isSeek) onSeek();
  });
}

/** The page's only audio element. Is `undefined` until the reader first clicks a button that may start playback. */
const audioElementStore = createStore<HTMLAudioElement | undefined>(undefined);

/**
 * Returns the page's only audio element. The first call must happen in a click handler, because Safari only plays an
 * element that was created and loaded there.
 */
export function getAudioElement(): HTMLAudioElement {
  const existing = audioElementStore.get();
  if (existing) return existing;
  const audio = new Audio();
  audio.load();
  audioElementStore.set(audio);
  return audio;
}
