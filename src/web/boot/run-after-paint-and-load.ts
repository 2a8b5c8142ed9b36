/** Maximum time in milliseconds to wait for the page's `load` event. */
const LOAD_TIMEOUT = 3000;

/**
 * Calls `callback` once the page has been painted, after its `load` event or, if that takes longer, after
 * {@link LOAD_TIMEOUT}.
 */
export function runAfterPaintAndLoad(callback: () => void): void {
  let isScheduled = false;
  const runAfterPaint = () => {
    if (isScheduled) return;
    isScheduled = true;
    new PerformanceObserver((_, observer) => {
      observer.disconnect();
      callback();
    }).observe({ type: 'paint', buffered: true });
  };
  addEventListener('load', runAfterPaint);
  setTimeout(runAfterPaint, LOAD_TIMEOUT);
}
