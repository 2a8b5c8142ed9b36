import { createStore } from '#ui/lib/store.ts';
import { showToast } from '#ui/toast.tsx';
import { copy } from '../../copy.ts';

/** The sound that is playing or loading. Only one plays at a time. */
export const playingStore = createStore<{ key: string; audio: HTMLAudioElement } | undefined>(
  undefined,
);

/** Maximum number of times, and maximum seconds each time, to wait for a sound that is still being recorded. */
const [MAX_WAITS, MAX_WAIT_SECONDS] = [12, 10];

/**
 * Plays a sound from its beginning and stops any other. If the sound with this key is already playing, stops it. Waits
 * for a sound that is still being recorded.
 */
export async function togglePlayback(key: string, source: string): Promise<void> {
  const isPlaying = playingStore.get()?.key === key;
  stopPlayback();
  if (isPlaying) return;
  const audio = new Audio(source);
  playingStore.set({ key, audio });
  const isCurrent = () => playingStore.get()?.audio === audio;
  let waits = 0;
  const fail = () => {
    if (!isCurrent()) return;
    stopPlayback();
    showToast({ kind: 'error', text: copy.narrators.notPlayed });
  };
  const play = () =>
    audio.play().catch(() => {
      // If the sound could not be loaded, the listener for the `error` event handles the failure.
      if (!audio.error) fail();
    });
  audio.addEventListener('ended', () => isCurrent() && stopPlayback());
  audio.addEventListener('error', async () => {
    const isReady = waits++ < MAX_WAITS && (await isReadyAfterWaiting(source));
    if (!isReady) return fail();
    if (!isCurrent()) return;
    audio.load();
    await play();
  });
  await play();
}

export function stopPlayback(): void {
  playingStore.get()?.audio.pause();
  playingStore.set(undefined);
}

/**
 * Returns true if the sound exists now, or might exist after the time that the server has asked clients to wait. An
 * audio element does not expose the response, so this sends a request of its own.
 */
async function isReadyAfterWaiting(source: string): Promise<boolean> {
  const response = await fetch(source, { method: 'HEAD' }).catch(() => undefined);
  if (response?.ok) return true;
  const seconds = Number(response?.headers.get('retry-after') ?? Number.NaN);
  if (response?.status !== 503 || !(seconds <= MAX_WAIT_SECONDS)) return false;
  await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
  return true;
}
