import { moveFocusTo } from '#ui/focus.ts';

/**
 * The identity of a link or button, used to find the same control after the page has been rendered again. The browser
 * stores objects of this type, so the property names must not change.
 */
export interface ControlIdentity {
  /** The URL of a link, or the accessible name of a button. */
  what: string;
  /** Number of controls with the same URL or name that precede this control on the page. */
  before: number;
  /** True if the control showed a focus ring, as it does for keyboard users. */
  isRinged: boolean;
}

const CONTROL_SELECTOR = 'a[href], button';

/** Returns the identity of the link or button that contains an element. Returns `undefined` if there is none. */
export function identifyControl(element: Element | null): ControlIdentity | undefined {
  const control = element?.closest(CONTROL_SELECTOR);
  if (!control) return undefined;
  const what = getUrlOrName(control);
  return {
    what,
    before: listControlsNamed(what).indexOf(control as HTMLElement),
    isRinged: document.activeElement?.matches(':focus-visible') ?? false,
  };
}

/**
 * Focuses a control by its identity. Returns false if the page contains no control with the same
 * URL or name, or if the control is hidden.
 */
export function focusSameControl({ what, before, isRinged }: ControlIdentity): boolean {
  const candidates = listControlsNamed(what);
  const control = candidates[before] ?? candidates[0];
  return control !== undefined && moveFocusTo(control, isRinged);
}

function listControlsNamed(name: string): HTMLElement[] {
  const controls = document.querySelectorAll<HTMLElement>(CONTROL_SELECTOR);
  return [...controls].filter((element) => getUrlOrName(element) === name);
}

function getUrlOrName(element: Element): string {
  return (
    element.getAttribute('href') ?? element.getAttribute('aria-label') ?? element.textContent ?? ''
  );
}
