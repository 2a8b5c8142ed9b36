/**
 * Focuses the initial element of a dialog that has just opened. Used as Base UI's `initialFocus`, because Base UI focuses
 * an element one frame later: until then, everything that is typed would go to the page behind the dialog. Returns false,
 * so that Base UI focuses nothing, or true if `element` is missing.
 */
export function focusImmediately(
  popup: HTMLElement | null,
  element: HTMLElement | null | undefined,
): boolean {
  // Base UI may ask again while the dialog is open.
  if (popup?.contains(document.activeElement)) return false;
  element?.focus({ preventScroll: true });
  return !element;
}
