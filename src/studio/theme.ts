/** Applies the stored theme before the first paint. This script has no imports, so that it stays small. */
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'sepia' || theme === 'dark')
    document.documentElement.dataset.theme = theme;
} catch {
  // If the browser's storage is blocked, the system's theme applies.
}
