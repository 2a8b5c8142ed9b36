import { writeStoredText } from '#ui/lib/storage.ts';
import { notifyAppearanceWatchers } from './watch-appearance.ts';

/**
 * The themes that a reader can choose. Except for Sepia, the product specification defines them (spec 2, "Settings";
 * spec 3, "Browser storage").
 */
export const THEMES = ['system', 'light', 'sepia', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Storage key of the chosen theme. `boot.ts` reads the theme before the first paint. */
const STORAGE_KEY = 'theme';

/** Returns the current theme from the attribute `data-theme` of `<html>`. */
export function getCurrentTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return THEMES.find((each) => each === theme) ?? 'system';
}

/** Applies a theme and stores it. If storage is blocked, the theme applies until the page is closed. */
export function applyAndStoreTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
  applyThemeColor(theme);
  writeStoredText('localStorage', STORAGE_KEY, theme);
  notifyAppearanceWatchers();
}

/**
 * Sets the color of the browser's toolbars. The document has a `theme-color` tag with a `media` condition for each
 * theme, and browsers use the first tag whose condition matches. If the reader has chosen a theme, a copy of its tag
 * without the condition is inserted first.
 */
function applyThemeColor(theme: Theme): void {
  document.querySelector('meta[name="theme-color"]:not([media])')?.remove();
  if (theme === 'system') return;
  const themeTag = document.querySelector(`meta[name="theme-color"][media*="${theme}"]`);
  const activeTag = themeTag?.cloneNode() as Element | undefined;
  if (!activeTag) return;
  activeTag.removeAttribute('media');
  document.head.prepend(activeTag);
}
