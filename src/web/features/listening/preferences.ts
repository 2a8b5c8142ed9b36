import { NARRATORS_BY_ID, type NarratorId } from '#domain/narrators.ts';
import { readStoredText, writeStoredText } from '#ui/lib/storage.ts';
import { useBrowserValue } from '#web/lib/browser-value.ts';

/** The playback speeds, in the order in which clicks on the speed button cycle through them (spec 9). */
const SPEEDS = [1, 1.25, 1.5, 2, 0.75] as const;

const NARRATOR_KEY = 'audioNarrator';
const SPEED_KEY = 'audioPlaybackSpeed';
const AUTOPLAY_KEY = 'audioAutoplay';
const DOWNLOADS_KEY = 'audioDownloads';

/** Returns the narrator chosen in this browser, or `undefined` before the first choice. */
export function readStoredNarrator(): NarratorId | undefined {
  const stored = readStoredText('localStorage', NARRATOR_KEY) ?? '';
  return Object.hasOwn(NARRATORS_BY_ID, stored) ? (stored as NarratorId) : undefined;
}

export function storeNarrator(narrator: NarratorId): void {
  storePreference(NARRATOR_KEY, narrator);
}

/** Returns the playback speed chosen in this browser. */
export function readStoredSpeed(): number {
  const stored = Number(readStoredText('localStorage', SPEED_KEY));
  return SPEEDS.find((speed) => speed === stored) ?? SPEEDS[0];
}

export function storeSpeed(speed: number): void {
  storePreference(SPEED_KEY, String(speed));
}

/** Returns the playback speed that follows `speed` in {@link SPEEDS}. After the last speed, returns the first. */
export function getNextSpeed(speed: number): number {
  const index = (SPEEDS as readonly number[]).indexOf(speed);
  return SPEEDS[(index + 1) % SPEEDS.length]!;
}

/**
 * Returns true unless the reader has switched off autoplay. With autoplay, the next queued article plays when the
 * current narration ends.
 */
export function isAutoplayOn(): boolean {
  return readStoredText('localStorage', AUTOPLAY_KEY) !== 'off';
}

export function storeAutoplay(isOn: boolean): void {
  storePreference(AUTOPLAY_KEY, isOn ? 'on' : 'off');
}

/** Returns true if the reader has switched on the early-access feature that saves narrations as MP3 files. */
export function isMp3DownloadOn(): boolean {
  return readStoredText('localStorage', DOWNLOADS_KEY) === 'on';
}

export function storeMp3DownloadPreference(isOn: boolean): void {
  storePreference(DOWNLOADS_KEY, isOn ? 'on' : 'off');
}

/**
 * Returns the current value of a preference, or `undefined` until hydration. Rerenders the component when the
 * preference changes, including in another tab.
 */
export function useListeningPreference<Value extends string | number | boolean | undefined>(
  read: () => Value,
): Value | undefined {
  return useBrowserValue(watchPreferences, read);
}

const watchers = new Set<() => void>();

function storePreference(key: string, value: string): void {
  writeStoredText('localStorage', key, value);
  for (const onChange of watchers) onChange();
}

function watchPreferences(onChange: () => void): () => void {
  watchers.add(onChange);
  addEventListener('storage', onChange);
  return () => {
    watchers.delete(onChange);
    removeEventListener('storage', onChange);
  };
}
