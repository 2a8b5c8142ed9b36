/** Runs before the first paint: the studio wears what its editor chose for Octavo. It imports nothing. */
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is closed to us: the system's theme it is.
}
