/** Puts the focus on what the screen is called, where what had it is gone. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}

/**
 * Focuses the heading of a screen as soon as it is rendered: on a cold load, the screen arrives after its URL. Leaves the
 * focus alone if it has moved elsewhere by then. Returns a function that cancels this.
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

/** For what somebody has just asked for, such as a field, as its `ref`. */
export function focusOnMount(field: HTMLElement | null): void {
  field?.focus();
}
