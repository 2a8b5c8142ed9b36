import { root } from './root.ts';

/** Returns true if the page has more to show than the server sent: to a signed-in or returning reader, or a notice. */
export function isAwaited(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isFirst = visit?.type === 'navigate';
  return (
    !isFirst ||
    root.dataset.signedIn === '' ||
    /[?&](error|signed-out|checkout)\b/.test(location.search)
  );
}
