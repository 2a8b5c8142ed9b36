import { root } from './root.ts';

/**
 * Sets the reader's chosen theme before the first paint. Without a choice, or if storage is blocked, the system's theme
 * applies.
 */
export function applyTheme(): void {
  try {
    const theme = localStorage.getItem('theme');
    if (theme !== 'light' && theme !== 'dark') return;
    root.dataset.theme = theme;
    // The browser's bars get the theme's color, without the condition on the system's color scheme.
    const color = document
      .querySelector(`meta[name="theme-color"][media*="${theme}"]`)
      ?.cloneNode() as Element | undefined;
    color?.removeAttribute('media');
    if (color) document.head.prepend(color);
  } catch {
    // Storage is blocked.
  }
}
