import { useEffect } from 'react';
import { readStoredText, removeStoredItem, writeStoredText } from '#ui/lib/storage.ts';
import { copy } from '../copy.ts';

const words = copy.keys;

/**
 * Single-letter shortcuts for buttons, by screen. In a list, a shortcut clicks a button in the focused row. Each button
 * declares its shortcut in `aria-keyshortcuts`.
 */
export const LETTER_SHORTCUTS_BY_SCREEN = {
  ideas: {
    choose: { key: 'X', description: words.selectIdea },
    change: { key: 'E', description: words.editIdea },
  },
  concerns: {
    improve: { key: 'A', description: words.fix },
    edit: { key: 'E', description: words.editPassage },
    ignore: { key: 'I', description: words.ignore },
    reopen: { key: 'D', description: words.reopen },
  },
  review: {
    accept: { key: 'H', description: words.accept },
    reject: { key: 'B', description: words.reject },
  },
  reports: {
    dismiss: { key: 'D', description: words.dismiss },
    edit: { key: 'E', description: words.editArticle },
    archive: { key: 'A', description: words.archive },
  },
} as const;

/**
 * Selector for the rows of a list. If a row is a link, Enter follows the link. Otherwise, Enter clicks the control in
 * the row that matches {@link OPEN_CONTROL_SELECTOR}.
 */
const ROW_SELECTOR = 'main [data-row]';
const OPEN_CONTROL_SELECTOR = '[data-opens]';
/** Selector for fields where typed letters are text rather than shortcuts. */
const TEXT_FIELD_SELECTOR =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]:not([contenteditable=false])';
const OVERLAY_SELECTOR = '[role=dialog][data-open], [role=alertdialog][data-open], [role=menu]';

/**
 * Handles the keyboard shortcuts of lists. J and K focus the next and the previous row, and Enter opens the focused
 * row. A letter clicks one of the row's buttons ({@link LETTER_SHORTCUTS_BY_SCREEN}). A question mark calls `onHelp`.
 * All shortcuts are disabled if a text field has focus, a dialog or a menu is open, or `isOff` is true. If
 * {@link areLetterShortcutsEnabled} returns false, only Enter works.
 */
export function useListShortcuts(isOff: boolean, onHelp: () => void): void {
  useEffect(() => {
    if (isOff) return;
    const handleKeyDown = (event: KeyboardEvent) => {
      if (shouldIgnoreKey(event)) return;
      const { key, repeat } = event;
      const row = findRows().find(containsFocus);
      if (key === '?') onHelp();
      else if (/^[jk]$/i.test(key)) moveRowFocus(key.toLowerCase() === 'j' ? 1 : -1);
      else if (key === 'Enter' && row === event.target && !row?.matches('a'))
        row?.querySelector<HTMLElement>(OPEN_CONTROL_SELECTOR)?.click();
      else if (/^[a-z]$/i.test(key) && !repeat) findShortcutButton(key, row)?.click();
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', handleKeyDown);
    return () => removeEventListener('keydown', handleKeyDown);
  }, [isOff, onHelp]);
}

const DISABLED_STORAGE_KEY = 'studio:letters-off';

/**
 * Returns true if single-letter shortcuts are enabled. Users of speech input can disable them (WCAG 2.2, success
 * criterion 2.1.4).
 */
export function areLetterShortcutsEnabled(): boolean {
  return !readStoredText('localStorage', DISABLED_STORAGE_KEY);
}

export function storeLetterShortcutsEnabled(areEnabled: boolean): void {
  if (areEnabled) removeStoredItem('localStorage', DISABLED_STORAGE_KEY);
  else writeStoredText('localStorage', DISABLED_STORAGE_KEY, 'true');
}

/** Returns true if a key press must not trigger a list shortcut. */
function shouldIgnoreKey(event: KeyboardEvent): boolean {
  const { key, target, ctrlKey, metaKey, altKey, shiftKey, isComposing, defaultPrevented } = event;
  if (ctrlKey || metaKey || altKey || isComposing || defaultPrevented) return true;
  if ((shiftKey && key !== '?') || (key.length === 1 && !areLetterShortcutsEnabled())) return true;
  return (
    (target instanceof Element && target.closest(TEXT_FIELD_SELECTOR) !== null) ||
    document.querySelector(OVERLAY_SELECTOR) !== null
  );
}

function findRows(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(ROW_SELECTOR)];
}

function containsFocus(row: HTMLElement): boolean {
  return row.contains(document.activeElement);
}

/**
 * Moves focus to the next or the previous row of a list. Starts from the focused row. If no row has focus, starts from
 * the row of the item that is open next to the list. If no item is open either, focuses the first visible row.
 */
function moveRowFocus(step: 1 | -1): void {
  const rows = findRows();
  const focusedIndex = rows.findIndex(containsFocus);
  const currentIndex =
    focusedIndex < 0
      ? rows.findIndex((row) => row.getAttribute('aria-current') === 'true')
      : focusedIndex;
  const nextRow =
    currentIndex < 0
      ? rows.find((row) => row.getBoundingClientRect().top >= 0)
      : rows[currentIndex + step];
  nextRow?.focus();
}

/**
 * Returns the button that a letter shortcut clicks: a button in the given row, or else a button outside of all rows.
 */
function findShortcutButton(letter: string, row: HTMLElement | undefined): HTMLElement | undefined {
  const buttons = [
    ...document.querySelectorAll<HTMLElement>(`main [aria-keyshortcuts="${letter.toUpperCase()}"]`),
  ];
  return (
    buttons.find((each) => row?.contains(each)) ??
    buttons.find((each) => !each.closest(ROW_SELECTOR))
  );
}
