/** Returns the behavior for scrolling by script: smooth, or instant for readers who prefer reduced motion. */
export function getPreferredScrollBehavior(): 'smooth' | 'auto' {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
}
