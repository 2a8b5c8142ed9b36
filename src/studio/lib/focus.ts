/** Focuses the screen's heading, after the focused element was removed. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}

/**
 * Focuses the heading of a screen once it is rendered: on a cold load, the screen is rendered after the URL changed.
 * Does nothing if the focus has moved elsewhere by then. Returns a function that cancels it.
 */
export function focusHeadingWhenRendered(screen: HTMLElement): () => void {
  const before = document.activeElement;
  const observer = new MutationObserver(focus);
  function focus() {
    const heading = screen.querySelector('h1');
    const { activeElement } = document;
    const isElsewhere = activeElement !== before && activeElement !== document.body;
    if (heading && !isElsewhere) heading.focus({ preventScroll: true });
    if (heading || isElsewhere) observer.disconnect();
  }
  observer.observe(screen, { childList: true, subtree: true });
  focus();
  return () => observer.disconnect();
}

/** Focuses an element when it is mounted. Use it as a `ref` for a field that the user has just asked for. */
export function focusOnMount(field: HTMLElement | null): void {
  field?.focus();
}
