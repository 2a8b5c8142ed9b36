import { NARRATORS, type Narrator } from '#domain/narrators.ts';
import { readStoredText, writeStoredText } from '#ui/lib/storage.ts';
import { useBrowserValue } from '#web/lib/browser-value.ts';

/** How many times as fast as it was spoken, in the order in which a press goes through them (spec 9). */
const SPEEDS = [1, 1.25, 1.5, 2, 0.75] as const;

const NARRATOR_KEY = 'audioNarrator';
const SPEED_KEY = 'audioPlaybackSpeed';
const AUTOPLAY_KEY = 'audioAutoplay';
const DOWNLOADS_KEY = 'audioDownloads';

/** The narrator chosen in this browser; `undefined` before anybody has chosen one. */
export function chosenNarrator(): Narrator | undefined {
  const kept = readStoredText('localStorage', NARRATOR_KEY) ?? '';
  return Object.hasOwn(NARRATORS, kept) ? (kept as Narrator) : undefined;
}

export function keepNarrator(narrator: Narrator): void {
  keep(NARRATOR_KEY, narrator);
}

export function chosenSpeed(): number {
  const kept = Number(readStoredText('localStorage', SPEED_KEY));
  return SPEEDS.find((speed) => speed === kept) ?? SPEEDS[0];
}

export function keepSpeed(speed: number): void {
  keep(SPEED_KEY, String(speed));
}

/** The speed a press leads to. */
export function speedAfter(speed: number): number {
  const at = SPEEDS.findIndex((each) => each === speed);
  return SPEEDS[(at + 1) % SPEEDS.length]!;
}

/** Whether the next article in the queue begins when one has ended: unless a reader has said no. */
export function isAutoplayOn(): boolean {
  return readStoredText('localStorage', AUTOPLAY_KEY) !== 'off';
}

export function keepAutoplay(isOn: boolean): void {
  keep(AUTOPLAY_KEY, isOn ? 'on' : 'off');
}

/** Whether the player offers narrations as files: where a reader with early access has asked for it. */
export function areDownloadsOn(): boolean {
  return readStoredText('localStorage', DOWNLOADS_KEY) === 'on';
}

export function keepDownloads(isOn: boolean): void {
  keep(DOWNLOADS_KEY, isOn ? 'on' : 'off');
}

/** What `read` says of these by now, in whichever tab it was chosen; `undefined` until the page has been taken over. */
export function usePreference<Value extends string | number | boolean | undefined>(
  read: () => Value,
): Value | undefined {
  return useBrowserValue(watch, read);
}

const watchers = new Set<() => void>();

function keep(key: string, value: string): void {
  writeStoredText('localStorage', key, value);
  for (const onChange of watchers) onChange();
}

function watch(onChange: () => void): () => void {
  watchers.add(onChange);
  addEventListener('storage', onChange);
  return () => {
    watchers.delete(onChange);
    removeEventListener('storage', onChange);
  };
}
