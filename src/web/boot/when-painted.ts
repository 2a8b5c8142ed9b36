/** Maximum time in milliseconds to wait for pictures that are still loading. */
const PATIENCE = 3000;

/** Calls `then` once the page has been painted, and all its initial requests have completed. */
export function whenPainted(then: () => void): void {
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
  setTimeout(watch, PATIENCE);
}
