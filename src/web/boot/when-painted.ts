/** Milliseconds after which a picture that is still loading delays nothing. */
const PATIENCE = 3000;

/** Calls `then` once the page has been painted, and everything it requested at first has loaded. */
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
