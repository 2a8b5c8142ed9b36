/*
 * Moves the focus, and with it the position of screen readers, by script. None of these functions scrolls the page.
 */

/** Focuses the heading of the page. */
export function focusHeading(): void {
  const heading = pageHeading();
  if (heading) takeFocus(heading);
}

/** Returns the page's heading, made focusable; the main element if there is none. */
export function pageHeading(): HTMLElement | null {
  const main = document.querySelector('main');
  // A page may have one heading for signed-in and one for signed-out readers.
  const headings = main?.querySelectorAll('h1') ?? [];
  const heading = [...headings].find(isShown) ?? main;
  if (heading) makeFocusable(heading);
  return heading;
}

/**
 * Focuses an element, even one outside the tab order. `isRinged` shows or hides the focus ring; by default, the browser
 * decides. Returns false if the element is hidden.
 */
export function takeFocus(element: HTMLElement, isRinged?: boolean): boolean {
  makeFocusable(element);
  const seen = isRinged === undefined ? {} : { focusVisible: isRinged };
  element.focus({ preventScroll: true, ...seen });
  return document.activeElement === element;
}

/** Returns true if an element is in the page and visible. Safari before 17.4 cannot tell, and counts it as visible. */
export function isShown(element: HTMLElement): boolean {
  return element.isConnected && (element.checkVisibility?.() ?? true);
}

function makeFocusable(element: HTMLElement): void {
  if (element.tabIndex >= 0 || element.hasAttribute('tabindex')) return;
  element.tabIndex = -1;
  element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
}
