/** Moves focus to the screen's heading. Call this function after removing the focused element. */
export function focusScreenHeading(): void {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}

/**
 * Moves focus to a screen's heading as soon as the heading is rendered. This can be some time after the URL has
 * changed, because the screen's code and data are loaded first. Does nothing if the user has moved focus in the
 * meantime. Returns a function that stops waiting.
 */
export function focusScreenHeadingWhenRendered(screen: HTMLElement): () => void {
  const initialElement = document.activeElement;
  const observer = new MutationObserver(focus);
  function focus() {
    const heading = screen.querySelector('h1');
    const { activeElement } = document;
    const hasFocusMoved = activeElement !== initialElement && activeElement !== document.body;
    if (heading && !hasFocusMoved) heading.focus({ preventScroll: true });
    if (heading || hasFocusMoved) observer.disconnect();
  }
  observer.observe(screen, { childList: true, subtree: true });
  focus();
  return () => observer.disconnect();
}

/** Focuses an element when it is mounted. Pass it as the `ref` of a field that appears because of a user's action. */
export function focusOnMount(field: HTMLElement | null): void {
  field?.focus();
}
