import { prefetchChunk } from '#ui/lib/chunks.ts';
import { readStoredText } from '#ui/lib/storage.ts';

/** Elements in which a letter is text, or chooses an option. */
const FIELD_SELECTOR = 'input, textarea, select, [contenteditable]';

/**
 * Runs the keyboard shortcuts, whose code loads with the first shortcut. Ignores keys that are typed into a field or
 * pressed with a modifier key. Shift is allowed, because some keyboards need it for `?` and `/`. If the reader has
 * switched the shortcuts off, or if storage is blocked and cannot hold that choice, there are none.
 */
export function watchShortcutKeys(): void {
  addEventListener('keydown', (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    if (!/^[/?jkbl]$/i.test(key) || ctrlKey || metaKey || altKey) return;
    if ((target as Element).closest(FIELD_SELECTOR)) return;
    // `features/shortcuts/shortcut-setting.ts` uses the same key.
    if (readStoredText('localStorage', 'shortcuts') !== null) return;
    // Firefox would open its own search for `/`.
    event.preventDefault();
    prefetchChunk(async () => (await import('./run-shortcut.ts')).runShortcut(event));
  });
}
