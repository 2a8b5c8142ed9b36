import { useEffect } from 'react';
import { readStoredText, removeStored, writeStoredText } from '#ui/lib/storage.ts';
import { copy } from '../copy.ts';

const words = copy.keys;

/**
 * Letters that press a button, by where it stands. In a list they mean the row that has the focus; they are the button's
 * `aria-keyshortcuts`.
 */
export const LETTERS = {
  ideas: {
    choose: { key: 'X', does: words.selectIdea },
    change: { key: 'E', does: words.editIdea },
  },
  concerns: {
    improve: { key: 'A', does: words.fix },
    edit: { key: 'E', does: words.editPassage },
    ignore: { key: 'I', does: words.ignore },
    reopen: { key: 'D', does: words.reopen },
  },
  review: {
    accept: { key: 'H', does: words.accept },
    reject: { key: 'B', does: words.reject },
  },
  reports: {
    dismiss: { key: 'D', does: words.dismiss },
    edit: { key: 'E', does: words.editArticle },
    archive: { key: 'A', does: words.archive },
  },
} as const;

/** What a row is known by: a link, or an element that can have the focus and holds what Enter presses. */
const ROWS = 'main [data-row]';
const OPENS = '[data-opens]';
/** Where letters are written. */
const FIELDS =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]:not([contenteditable=false])';
const ABOVE = '[role=dialog][data-open], [role=alertdialog][data-open], [role=menu]';

/**
 * In every list of the studio, J and K go to the next and the previous row, Enter opens it, and the {@link LETTERS} press
 * what stands in it; a question mark asks for the list of keys. Not while something is written, nor with a dialog open.
 */
export function useRowKeys(isOff: boolean, onHelp: () => void): void {
  useEffect(() => {
    if (isOff) return;
    const onKey = (event: KeyboardEvent) => {
      if (isElsewhere(event)) return;
      const { key, repeat } = event;
      const row = rows().find(hasFocus);
      if (key === '?') onHelp();
      else if (/^[jk]$/i.test(key)) goTo(key.toLowerCase() === 'j' ? 1 : -1);
      else if (key === 'Enter' && row === event.target && !row?.matches('a'))
        row?.querySelector<HTMLElement>(OPENS)?.click();
      else if (/^[a-z]$/i.test(key) && !repeat) buttonOf(key, row)?.click();
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [isOff, onHelp]);
}

const TURNED_OFF = 'studio:letters-off';

/** Whether single letters do anything: who speaks to the machine may not want it (WCAG 2.2, 2.1.4). */
export function areLettersOn(): boolean {
  return !readStoredText('localStorage', TURNED_OFF);
}

export function turnLetters(areOn: boolean): void {
  if (areOn) removeStored('localStorage', TURNED_OFF);
  else writeStoredText('localStorage', TURNED_OFF, 'true');
}

/** Whether a key is not meant for the rows. */
function isElsewhere(event: KeyboardEvent): boolean {
  const { key, target, ctrlKey, metaKey, altKey, shiftKey, isComposing, defaultPrevented } = event;
  if (ctrlKey || metaKey || altKey || isComposing || defaultPrevented) return true;
  if ((shiftKey && key !== '?') || (key.length === 1 && !areLettersOn())) return true;
  return (
    (target instanceof Element && target.closest(FIELDS) !== null) ||
    document.querySelector(ABOVE) !== null
  );
}

function rows(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(ROWS)];
}

function hasFocus(row: HTMLElement): boolean {
  return row.contains(document.activeElement);
}

/** Goes on from the row that has the focus, or that is open beside the list; else begins with the first in view. */
function goTo(step: 1 | -1): void {
  const all = rows();
  const focused = all.findIndex(hasFocus);
  const here =
    focused < 0 ? all.findIndex((row) => row.getAttribute('aria-current') === 'true') : focused;
  const next =
    here < 0 ? all.find((row) => row.getBoundingClientRect().top >= 0) : all[here + step];
  next?.focus();
}

/** What a letter presses: in the row, or in no row at all. */
function buttonOf(letter: string, row: HTMLElement | undefined): HTMLElement | undefined {
  const all = [
    ...document.querySelectorAll<HTMLElement>(`main [aria-keyshortcuts="${letter.toUpperCase()}"]`),
  ];
  return all.find((each) => row?.contains(each)) ?? all.find((each) => !each.closest(ROWS));
}
