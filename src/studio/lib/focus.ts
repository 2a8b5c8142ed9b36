/** Puts the focus on what the screen is called, where what had it is gone. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}

/** For a field that somebody has just asked for, as its `ref`. */
export function focusOnArrival(field: HTMLElement | null): void {
  field?.focus();
}
