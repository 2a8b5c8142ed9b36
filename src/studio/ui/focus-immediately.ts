/**
 * Focuses a dialog's initial element as soon as the dialog opens. Base UI itself would move focus one frame later, and
 * keys pressed before then would go to the page behind the dialog. Call this function from Base UI's `initialFocus`
 * callback. Returns false, which tells Base UI not to move focus. If `element` is missing, returns true, so that Base
 * UI moves focus.
 */
export function focusImmediately(
  popup: HTMLElement | null,
  element: HTMLElement | null | undefined,
): boolean {
  // Base UI may call this function again while the dialog is open. If focus is already inside the dialog, it stays
  // there.
  if (popup?.contains(document.activeElement)) return false;
  element?.focus({ preventScroll: true });
  return !element;
}
