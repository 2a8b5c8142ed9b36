import { root } from './root.ts';

/** Sets the theme the reader has chosen, before the first paint. Without one, or without storage, the system's applies. */
export function applyTheme(): void {
  try {
    const theme = localStorage.getItem('theme');
    if (theme !== 'light' && theme !== 'dark') return;
    root.dataset.theme = theme;
    // The browser's own bars follow: the theme's color, without the condition on the device's.
    const color = document
      .querySelector(`meta[name="theme-color"][media*="${theme}"]`)
      ?.cloneNode() as Element | undefined;
    color?.removeAttribute('media');
    if (color) document.head.prepend(color);
  } catch {
    // Storage is blocked.
  }
}
