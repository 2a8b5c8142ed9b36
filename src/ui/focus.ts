/*
 * Where the keyboard goes on, and what a screen reader reads next, when something other than the reader decides. Never
 * does the page scroll for it.
 */

/** Focuses the heading of the page. */
export function focusHeading(): void {
  const heading = pageHeading();
  if (heading) takeFocus(heading);
}

/** The heading of the page, ready to be focused; what the page holds, where it has none. */
export function pageHeading(): HTMLElement | null {
  const main = document.querySelector('main');
  // A page may hold one for who is signed in and one for who is not.
  const headings = main?.querySelectorAll('h1') ?? [];
  const heading = [...headings].find(isShown) ?? main;
  if (heading) makeFocusable(heading);
  return heading;
}

/**
 * Focuses an element, even one that readers cannot reach by themselves. `isRinged` says whether the focus is to be
 * seen; without it the browser goes by what the reader pressed last. Whether it could: what is hidden cannot.
 */
export function takeFocus(element: HTMLElement, isRinged?: boolean): boolean {
  makeFocusable(element);
  const seen = isRinged === undefined ? {} : { focusVisible: isRinged };
  element.focus({ preventScroll: true, ...seen });
  return document.activeElement === element;
}

/** Whether an element is on the page and not hidden, as far as the browser can tell: Safari learnt to with 17.4. */
export function isShown(element: HTMLElement): boolean {
  return element.isConnected && (element.checkVisibility?.() ?? true);
}

function makeFocusable(element: HTMLElement): void {
  if (element.tabIndex >= 0 || element.hasAttribute('tabindex')) return;
  element.tabIndex = -1;
  element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
}
