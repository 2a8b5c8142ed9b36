import { readStoredText, removeStoredItem, writeStoredText } from '#ui/lib/storage.ts';
import { useBrowserValue } from '#web/lib/browser-value.ts';

/**
 * Storage key of the setting for keyboard shortcuts. The key has a value only while shortcuts are off.
 * `layout/watch-shortcut-keys.ts` uses the same key.
 */
const STORAGE_KEY = 'shortcuts';

/**
 * The reader's choice for keyboard shortcuts, or `blocked` if the browser blocks storage. If storage is blocked,
 * shortcuts are off, because readers would otherwise have no way to switch them off.
 */
export type ShortcutSetting = 'on' | 'off' | 'blocked';

function readShortcutSetting(): ShortcutSetting {
  const stored = readStoredText('localStorage', STORAGE_KEY);
  if (stored === undefined) return 'blocked';
  return stored === null ? 'on' : 'off';
}

/** Switches keyboard shortcuts on or off in this browser. */
export function storeShortcutSetting(isOn: boolean): void {
  if (isOn) removeStoredItem('localStorage', STORAGE_KEY);
  else writeStoredText('localStorage', STORAGE_KEY, 'off');
  for (const onChange of watchers) onChange();
}

/**
 * Returns the setting for keyboard shortcuts, or `undefined` until hydration. Rerenders the component when the setting
 * changes, including in another tab.
 */
export function useShortcutSetting(): ShortcutSetting | undefined {
  return useBrowserValue(watchShortcutSetting, readShortcutSetting);
}

const watchers = new Set<() => void>();

function watchShortcutSetting(onChange: () => void): () => void {
  watchers.add(onChange);
  addEventListener('storage', onChange);
  return () => {
    watchers.delete(onChange);
    removeEventListener('storage', onChange);
  };
}
