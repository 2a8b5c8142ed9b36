/** Maximum time in milliseconds to wait for the page's `load` event. */
const LOAD_TIMEOUT = 3000;

/**
 * Calls `then` once the page has been painted, after its `load` event or, if that takes longer, after
 * {@link LOAD_TIMEOUT}.
 */
export function runAfterPaintAndLoad(then: () => void): void {
  let isDone = false;
  const watch = () => {
    if (isDone) return;
    isDone = true;
    new PerformanceObserver((_, observer) => {
      observer.disconnect();
      then();
    }).observe({ type: 'paint', buffered: true });
  };
  addEventListener('load', watch);
  setTimeout(watch, LOAD_TIMEOUT);
}
