import { createStore } from '#ui/lib/store.ts';
import { showToast } from '#ui/toast.tsx';
import { copy } from '../../copy.ts';
import { showErrorToast } from '../../lib/studio-api.ts';

/** A sound that is playing or loading. */
interface Playback {
  key: string;
  isLoading: boolean;
  stop: () => void;
}

/** The sound that is playing or loading. Only one plays at a time. */
export const currentPlaybackStore = createStore<Playback | undefined>(undefined);

/**
 * Limits on the wait for a sound that is still being recorded: the maximum number of waits, and the maximum length of
 * each wait in seconds.
 */
const [MAX_WAITS, MAX_WAIT_SECONDS] = [12, 10];

/**
 * Plays a sound from the beginning and stops any other sound. If the sound with this key is already playing, stops it
 * instead. If the sound is still being recorded, waits for it.
 */
export async function togglePlayback(key: string, source: string): Promise<void> {
  if (stopPlayback() === key) return;
  const audio = new Audio(source);
  const playback = { key, isLoading: false, stop: () => audio.pause() };
  currentPlaybackStore.set(playback);
  const isCurrent = () => currentPlaybackStore.get() === playback;
  let waits = 0;
  const showFailure = () => {
    if (!isCurrent()) return;
    stopPlayback();
    showToast({ kind: 'error', text: copy.narrators.notPlayed });
  };
  const play = () =>
    audio.play().catch(() => {
      // If the sound could not be loaded, the listener for the `error` event handles the failure.
      if (!audio.error) showFailure();
    });
  audio.addEventListener('ended', () => isCurrent() && stopPlayback());
  audio.addEventListener('error', async () => {
    const isReady = waits++ < MAX_WAITS && (await isReadyAfterWaiting(source));
    if (!isReady) return showFailure();
    if (!isCurrent()) return;
    audio.load();
    await play();
  });
  await play();
}

/**
 * Plays the audio file that `load` returns, in the same way as {@link togglePlayback}. Plays it with the Web Audio API,
 * because the content security policy allows audio elements to load only URLs on this site.
 */
export async function loadAndTogglePlayback(
  key: string,
  load: (signal: AbortSignal) => Promise<ArrayBuffer>,
): Promise<void> {
  if (stopPlayback() === key) return;
  // The audio context must be created while the click is handled, because browsers allow sound only after a user's
  // action.
  const context = new AudioContext();
  const controller = new AbortController();
  const stop = () => {
    controller.abort();
    void context.close();
  };
  const playback = { key, isLoading: true, stop };
  currentPlaybackStore.set(playback);
  try {
    const sound = context.createBufferSource();
    sound.buffer = await context.decodeAudioData(await load(controller.signal));
    if (controller.signal.aborted) return;
    currentPlaybackStore.set({ ...playback, isLoading: false });
    sound.connect(context.destination);
    sound.addEventListener('ended', () => {
      if (!controller.signal.aborted) stopPlayback();
    });
    sound.start();
  } catch (error) {
    if (controller.signal.aborted) return;
    stopPlayback();
    showErrorToast(error);
  }
}

/** Stops the sound that is playing or loading, and returns its key. */
export function stopPlayback(): string | undefined {
  const playback = currentPlaybackStore.get();
  playback?.stop();
  currentPlaybackStore.set(undefined);
  return playback?.key;
}

/**
 * Resolves with true when the sound should be loaded again: immediately if it exists, or after the wait that the server
 * requests if it is still being recorded. Resolves with false if the requested wait is too long, and after any other
 * error. Sends a separate request for the sound, because an audio element does not expose the server's response.
 */
async function isReadyAfterWaiting(source: string): Promise<boolean> {
  const response = await fetch(source, { method: 'HEAD' }).catch(() => undefined);
  if (response?.ok) return true;
  const seconds = Number(response?.headers.get('retry-after') ?? Number.NaN);
  if (response?.status !== 503 || !(seconds <= MAX_WAIT_SECONDS)) return false;
  await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
  return true;
}
