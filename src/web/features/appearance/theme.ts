import { readStoredText, writeStoredText } from '#ui/lib/storage.ts';

/** The themes a reader can choose (spec 2, "Settings"; spec 3, "Browser storage"). */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Storage key of the chosen theme; `boot.ts` reads it before the first paint. */
const KEY = 'theme';

const watchers = new Set<() => void>();

/** Returns the theme of this document, from the attribute on `<html>`. */
export function getCurrentTheme(): Theme {
  return toTheme(document.documentElement.dataset.theme);
}

/** Applies a theme and stores it. If storage is blocked, the theme applies until the page is closed. */
export function applyAndStoreTheme(theme: Theme): void {
  applyTheme(theme);
  writeStoredText('localStorage', KEY, theme);
}

/**
 * Applies themes that the reader chooses in other tabs, and calls `onChange` whenever this document's theme changes.
 * Returns a function that stops watching.
 */
export function syncAndWatchTheme(onChange: () => void = () => {}): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    // A storage event without a key means that storage was cleared.
    if (key === KEY || key === null) applyTheme(storedTheme());
  };
  // A page in the back-forward cache receives no storage events, so it reads the stored theme when it is restored.
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
  return stored === undefined ? getCurrentTheme() : toTheme(stored);
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
 * Sets the color of the browser's bars. The document has one `theme-color` tag for each color scheme. Browsers use the
 * first tag that applies, so a copy without a condition is inserted before these tags for a chosen theme.
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
