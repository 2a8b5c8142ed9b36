import { documentRoot } from './root.ts';

/**
 * Returns true if the page needs its scripts without an interaction: for a signed-in reader, after a reload or back
 * navigation, or to show a notice.
 */
export function needsImmediateHydration(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isFirst = visit?.type === 'navigate';
  return (
    !isFirst ||
    documentRoot.dataset.signedIn === '' ||
    /[?&](error|signed-out|checkout)\b/.test(location.search)
  );
}
