/**
 * Runs before the first paint, as a blocking script of its own, so that the first frame is right: the
 * theme, and what the stylesheet must know of the reader. Public pages are the same bytes for everybody;
 * this is what makes them look the reader's own.
 */
const root = document.documentElement;
root.classList.add('js');

try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
} catch {
  // Storage is closed to us: the system's theme it is.
}
