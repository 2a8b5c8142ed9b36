import { root } from './root.ts';

/**
 * Returns true if scripts will change the page after load: for signed-in and returning readers, and to show a notice.
 */
export function isAwaited(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isFirst = visit?.type === 'navigate';
  return (
    !isFirst ||
    root.dataset.signedIn === '' ||
    /[?&](error|signed-out|checkout)\b/.test(location.search)
  );
}
