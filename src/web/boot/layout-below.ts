import { root } from './root.ts';

/** Lays out only the first screen at first. Not for a reader who returns to a place in a text: that needs its true height. */
export function deferLayoutBelow(): void {
  root.dataset.fromTop = '';
}

/** Lays out everything as soon as the browser is idle. */
export function layOutAll(): void {
  const end = () => delete root.dataset.fromTop;
  if ('requestIdleCallback' in window) requestIdleCallback(end);
  else setTimeout(end);
}
