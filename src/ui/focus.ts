/*
 * Functions that move the keyboard focus. This also moves the reading position of screen readers. The functions never
 * scroll the page.
 */

/** Focuses the page's main heading. */
export function focusPageHeading(): void {
  const heading = getFocusableHeading();
  if (heading) moveFocusTo(heading);
}

/** Returns the page's main heading, or the `<main>` element if there is no heading. Makes the element focusable. */
export function getFocusableHeading(): HTMLElement | null {
  const main = document.querySelector('main');
  // A page may have two main headings: one for signed-in readers and one for signed-out readers. Only one of them is
  // visible.
  const headings = main?.querySelectorAll('h1') ?? [];
  const heading = [...headings].find(isElementVisible) ?? main;
  if (heading) makeFocusable(heading);
  return heading;
}

/**
 * Focuses an element, even if it is not in the tab order. `isRinged` determines whether the focus ring is visible.
 * Default: the browser decides. Returns false if the element is hidden, and therefore not focused.
 */
export function moveFocusTo(element: HTMLElement, isRinged?: boolean): boolean {
  makeFocusable(element);
  const ringOptions = isRinged === undefined ? {} : { focusVisible: isRinged };
  element.focus({ preventScroll: true, ...ringOptions });
  return document.activeElement === element;
}

/**
 * Returns true if an element is in the page and visible. Safari before version 17.4 cannot check the visibility, so
 * there every element in the page counts as visible.
 */
export function isElementVisible(element: HTMLElement): boolean {
  return element.isConnected && (element.checkVisibility?.() ?? true);
}

function makeFocusable(element: HTMLElement): void {
  if (element.tabIndex >= 0 || element.hasAttribute('tabindex')) return;
  element.tabIndex = -1;
  element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
}
