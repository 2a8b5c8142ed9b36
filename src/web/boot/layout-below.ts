import { documentRoot } from './root.ts';

/**
 * Defers the layout of content below the viewport until {@link layOutWholePageWhenIdle} is called. Must not be called
 * if the page opens at a scroll position further down, because the content above that position must have its true
 * height.
 */
export function deferLayoutBelowViewport(): void {
  documentRoot.dataset.fromTop = '';
}

/** Lays out the whole page as soon as the browser is idle. */
export function layOutWholePageWhenIdle(): void {
  const stopDeferring = () => delete documentRoot.dataset.fromTop;
  if ('requestIdleCallback' in window) requestIdleCallback(stopDeferring);
  else setTimeout(stopDeferring);
}
