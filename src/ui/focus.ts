/*
 * Functions that move the keyboard focus, and with it the reading position of screen readers. None of them scrolls the
 * page.
 */

/** Focuses the heading of the page. */
export function focusPageHeading(): void {
  const heading = getFocusableHeading();
  if (heading) moveFocusTo(heading);
}

/** Returns the page's heading, or the main element if there is no heading. Makes the element focusable. */
export function getFocusableHeading(): HTMLElement | null {
  const main = document.querySelector('main');
  // A page may have one heading for signed-in readers and another one for signed-out readers. Only one of them is
  // visible.
  const headings = main?.querySelectorAll('h1') ?? [];
  const heading = [...headings].find(isElementVisible) ?? main;
  if (heading) makeFocusable(heading);
  return heading;
}

/**
 * Focuses an element, even one outside the tab order. `isRinged` shows or hides the focus ring; by default, the browser
 * decides. Returns false if the element is hidden.
 */
export function moveFocusTo(element: HTMLElement, isRinged?: boolean): boolean {
  makeFocusable(element);
  const ringOptions = isRinged === undefined ? {} : { focusVisible: isRinged };
  element.focus({ preventScroll: true, ...ringOptions });
  return document.activeElement === element;
}

/**
 * Returns true if an element is in the page and visible. Safari before version 17.4 cannot report visibility, so there
 * every element in the page counts as visible.
 */
export function isElementVisible(element: HTMLElement): boolean {
  return element.isConnected && (element.checkVisibility?.() ?? true);
}

function makeFocusable(element: HTMLElement): void {
  if (element.tabIndex >= 0 || element.hasAttribute('tabindex')) return;
  element.tabIndex = -1;
  element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
}
