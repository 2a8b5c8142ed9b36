import { readStoredText, writeStoredText } from '#ui/lib/storage.ts';

/** How Octavo looks: as the device says, or as the reader chose (spec 2, "Settings"; spec 3, "Browser storage"). */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Where the choice is kept; `boot.ts` reads it before the first paint. */
const KEY = 'theme';

const watchers = new Set<() => void>();

/** The theme this document wears. The attribute on `<html>` is the one record of it. */
export function currentTheme(): Theme {
  return toTheme(document.documentElement.dataset.theme);
}

/** Wears `theme` at once and remembers it; where storage is closed, for as long as the page lives. */
export function chooseTheme(theme: Theme): void {
  applyTheme(theme);
  writeStoredText('localStorage', KEY, theme);
}

/**
 * Keeps this document in step with what the reader chooses in other tabs, and calls `onChange` whenever
 * its theme changes, wherever that was chosen. Returns how to stop.
 */
export function watchTheme(onChange: () => void = () => {}): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    // No key: everything was cleared.
    if (key === KEY || key === null) applyTheme(storedTheme());
  };
  // A page that comes back whole from the back-forward cache has missed what other tabs said.
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) applyTheme(storedTheme());
  };
  addEventListener('storage', onStorage);
  addEventListener('pageshow', onPageShow);
  watchers.add(onChange);
  return () => {
    removeEventListener('storage', onStorage);
    removeEventListener('pageshow', onPageShow);
    watchers.delete(onChange);
  };
}

function storedTheme(): Theme {
  const stored = readStoredText('localStorage', KEY);
  return stored === undefined ? currentTheme() : toTheme(stored);
}

function toTheme(value: unknown): Theme {
  return THEMES.find((theme) => theme === value) ?? 'system';
}

function applyTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
  applyThemeColor(theme);
  for (const onChange of watchers) onChange();
}

/**
 * The document carries one `theme-color` for each scheme of the device. A chosen theme puts a copy of its
 * own before both, without the condition: browsers take the first that applies.
 */
function applyThemeColor(theme: Theme): void {
  document.querySelector('meta[name="theme-color"]:not([media])')?.remove();
  if (theme === 'system') return;
  const ofTheme = document.querySelector(`meta[name="theme-color"][media*="${theme}"]`);
  const chosen = ofTheme?.cloneNode() as Element | undefined;
  if (!chosen) return;
  chosen.removeAttribute('media');
  document.head.prepend(chosen);
}
