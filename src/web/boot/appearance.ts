import { documentRoot } from './root.ts';

/**
 * Applies the reader's theme and reading settings before the first paint, and again when they change in another tab.
 * Also applies them when the page returns from the back-forward cache, because a page in this cache receives no storage
 * events.
 */
export function applyAndFollowStoredAppearance(): void {
  applyStoredAppearance();
  addEventListener('storage', applyStoredAppearance);
  addEventListener('pageshow', applyStoredAppearance);
}

function applyStoredAppearance(): void {
  try {
    const { theme, reading } = localStorage;
    const { dataset } = documentRoot;
    // The value is not validated, because the style sheets ignore unknown reading settings.
    dataset.reading = reading ?? '';
    delete dataset.theme;
    document.querySelector('meta[name=theme-color]:not([media])')?.remove();
    if (!/^(light|sepia|dark)$/.test(theme)) return;
    dataset.theme = theme;
    // Copies the `<meta>` element with the chosen theme's color, but without its media query. The browser's toolbars
    // then have this color regardless of the system's theme.
    const color = document.querySelector(`meta[name=theme-color][media*=${theme}]`)?.cloneNode() as
      | Element
      | undefined;
    color?.removeAttribute('media');
    if (color) document.head.prepend(color);
  } catch {
    // If storage is blocked, the page uses the system's theme and the default reading settings. Settings that the
    // reader has chosen on this page still apply.
  }
}
