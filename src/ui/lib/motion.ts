/** Returns the behavior for scrolling by scripts: smooth, or instant if the reader prefers reduced motion. */
export function getPreferredScrollBehavior(): 'smooth' | 'auto' {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
}
