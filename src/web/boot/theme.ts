import { documentRoot } from './root.ts';

/**
 * Sets the reader's chosen theme before the first paint. Without a choice, or if storage is blocked, the system's theme
 * applies.
 */
export function applyStoredTheme(): void {
  try {
    const theme = localStorage.getItem('theme');
    if (theme !== 'light' && theme !== 'dark') return;
    documentRoot.dataset.theme = theme;
    // Copies the color of the chosen theme without its media condition, so that it applies to the browser's bars on
    // light and dark devices.
    const color = document
      .querySelector(`meta[name="theme-color"][media*="${theme}"]`)
      ?.cloneNode() as Element | undefined;
    color?.removeAttribute('media');
    if (color) document.head.prepend(color);
  } catch {
    // If storage is blocked, the system's theme applies.
  }
}
