/** Puts the focus on what the screen is called, where what had it is gone. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}

/** For what somebody has just asked for, such as a field, as its `ref`. */
export function focusOnArrival(field: HTMLElement | null): void {
  field?.focus();
}
