import { documentRoot } from './root.ts';

/**
 * Returns true if the page must load its scripts without waiting for an interaction. This applies to signed-in readers,
 * after a reload or back navigation, and if a URL parameter such as `signed-out` requests a notice.
 */
export function needsImmediateHydration(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isNewVisit = navigation?.type === 'navigate';
  return (
    !isNewVisit ||
    documentRoot.dataset.signedIn === '' ||
    /[?&](error|signed-out|checkout)\b/.test(location.search)
  );
}
