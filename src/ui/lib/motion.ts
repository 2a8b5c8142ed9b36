/** How to scroll where the way matters as much as the end: at once for readers who asked for less motion. */
export function preferredScrollBehavior(): 'smooth' | 'auto' {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
}
