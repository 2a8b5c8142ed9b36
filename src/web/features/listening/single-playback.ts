import { ERROR_MESSAGES } from '#domain/messages.ts';
import type { NarratorId } from '#domain/narrators.ts';
import { createStore } from '#ui/lib/store.ts';
import { showToast } from '#ui/toast.tsx';

/** The voice sample that is playing or loading, or `undefined` if there is none. */
export const playingVoiceSampleStore = createStore<
  { narrator: NarratorId; audio: HTMLAudioElement } | undefined
>(undefined);

/** Stops the voice sample, and pauses playback in other tabs. Must be called before this tab's player plays. */
export function stopOtherPlayback(): void {
  stopVoiceSample();
  announcePlaying();
}

/** Calls `onPlaying` when a voice sample starts to play, or when another tab starts playback. */
export function subscribeToOtherPlayback(onPlaying: () => void): void {
  onOtherTabPlaying(onPlaying);
  playingVoiceSampleStore.subscribe(() => playingVoiceSampleStore.get() && onPlaying());
}

/**
 * Plays a narrator's voice sample from the beginning, and stops any other sample. If this narrator's sample is already
 * playing, stops it.
 */
export async function toggleVoiceSample(narrator: NarratorId): Promise<void> {
  const isPlaying = playingVoiceSampleStore.get()?.narrator === narrator;
  stopVoiceSample();
  if (isPlaying) return;
  announcePlaying();
  const audio = new Audio(`/audio/${narrator}.sample.mp3`);
  playingVoiceSampleStore.set({ narrator, audio });
  const isCurrent = () => playingVoiceSampleStore.get()?.audio === audio;
  let isFirstError = true;
  audio.addEventListener('ended', () => isCurrent() && stopVoiceSample());
  audio.addEventListener('error', async () => {
    const isReady = isFirstError && isCurrent() && (await awaitSample(audio.src));
    isFirstError = false;
    if (!isCurrent()) return;
    if (!isReady) return stopWithError(ERROR_MESSAGES.sampleLoadFailed);
    audio.load();
    start();
  });
  const start = async () => {
    try {
      await audio.play();
    } catch {
      // A failure to load the sample is handled by the `error` listener.
      if (isCurrent() && !audio.error) stopWithError(ERROR_MESSAGES.samplePlayFailed);
    }
  };
  await start();
}

export function stopVoiceSample(): void {
  playingVoiceSampleStore.get()?.audio.pause();
  playingVoiceSampleStore.set(undefined);
}

/** Maximum time in seconds to wait for a voice sample. */
const MAX_SAMPLE_WAIT = 10;

/**
 * Waits for a voice sample that is still being recorded, or that a busy server cannot send yet. An audio element does
 * not expose the server's response, so a separate request reads the waiting time from `retry-after`. Resolves with true
 * once the sample should be available. Resolves with false after any other failure, or if the waiting time exceeds
 * {@link MAX_SAMPLE_WAIT} seconds.
 */
async function awaitSample(source: string): Promise<boolean> {
  const response = await fetch(source, { method: 'HEAD' }).catch(() => undefined);
  if (response?.ok) return true;
  const seconds = Number(response?.headers.get('retry-after') ?? Number.NaN);
  if (response?.status !== 503 || !(seconds <= MAX_SAMPLE_WAIT)) return false;
  await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
  return true;
}

function stopWithError(text: string): void {
  stopVoiceSample();
  showToast({ kind: 'error', text });
}

/** The channel through which tabs notify each other that they start playback, so that only one tab plays at a time. */
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('octavo-listening') : null;

function announcePlaying(): void {
  channel?.postMessage('playing');
}

function onOtherTabPlaying(onPlaying: () => void): void {
  channel?.addEventListener('message', onPlaying);
}

onOtherTabPlaying(stopVoiceSample);
