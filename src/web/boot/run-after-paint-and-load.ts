/** Maximum time in milliseconds to wait for the page's `load` event. */
const LOAD_TIMEOUT = 3000;

/**
 * Calls `callback` after the page has been painted and its `load` event has fired. If the event takes longer than
 * {@link LOAD_TIMEOUT}, does not wait for it.
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
