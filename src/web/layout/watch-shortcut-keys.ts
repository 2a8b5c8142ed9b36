import { prefetchChunk } from '#ui/lib/chunks.ts';
import { readStoredText } from '#ui/lib/storage.ts';

/** Selector for elements in which a typed letter enters text or selects an option. */
const FIELD_SELECTOR = 'input, textarea, select, [contenteditable]';

/**
 * Listens for keyboard shortcuts and runs them. Their code is loaded at the first shortcut. Ignores keys that are typed
 * into a field or pressed with Ctrl, Alt or ⌘. Shift is allowed, because some keyboards need it for `?` and `/`. The
 * shortcuts are disabled if the reader has turned them off or if the browser's storage is blocked.
 */
export function watchShortcutKeys(): void {
  addEventListener('keydown', (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    if (!/^[/?jkbl]$/i.test(key) || ctrlKey || metaKey || altKey) return;
    if ((target as Element).closest(FIELD_SELECTOR)) return;
    // This key has a value only while shortcuts are off. `features/shortcuts/shortcut-setting.ts` uses the same key.
    if (readStoredText('localStorage', 'shortcuts') !== null) return;
    // The default action is prevented, because `/` would also open Firefox's quick search.
    event.preventDefault();
    prefetchChunk(async () => (await import('./run-shortcut.ts')).runShortcut(event));
  });
}
