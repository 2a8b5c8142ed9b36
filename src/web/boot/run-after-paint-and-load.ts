/** Maximum time in milliseconds to wait for the page's `load` event. */
const LOAD_TIMEOUT = 3000;

/** Calls `then` once the page has been painted and has fired its `load` event. */
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
