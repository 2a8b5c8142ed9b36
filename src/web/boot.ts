/**
 * Runs before the first paint, as a blocking script of its own, so that the first frame is right: the
 * theme, and what the stylesheet must know of the reader. Public pages are the same bytes for everybody;
 * this is what makes them look the reader's own.
 */
const root = document.documentElement;
root.classList.add('js');

try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') {
    root.dataset.theme = theme;
    // The browser's own bars follow: the theme's colour, without the condition on the device's.
    const colour = document
      .querySelector(`meta[name="theme-color"][media*="${theme}"]`)
      ?.cloneNode() as Element | undefined;
    colour?.removeAttribute('media');
    if (colour) document.head.prepend(colour);
  }
} catch {
  // Storage is closed to us: the system's theme it is.
}
