import { takeFocus } from '#ui/focus.ts';

/**
 * The identity of a link or button, by which it is found when its page is shown again. The property names are stored in
 * the browser.
 */
export interface PressedControl {
  /** The control's URL or its accessible name. */
  what: string;
  /** The number of controls with the same URL or name that precede it on the page. */
  before: number;
  /** True if the control's focus ring was visible, as for keyboard users. */
  isRinged: boolean;
}

const PRESSABLE = 'a[href], button';

/** Describes an element that is a link or button, or lies inside one. */
export function describeControl(element: Element | null): PressedControl | undefined {
  const pressed = element?.closest(PRESSABLE);
  if (!pressed) return undefined;
  const what = nameOf(pressed);
  return {
    what,
    before: listControlsNamed(what).indexOf(pressed as HTMLElement),
    isRinged: document.activeElement?.matches(':focus-visible') ?? false,
  };
}

/** Focuses a control that was described earlier. Returns false if the page no longer has it. */
export function refocusControl({ what, before, isRinged }: PressedControl): boolean {
  const alike = listControlsNamed(what);
  const pressed = alike[before] ?? alike[0];
  return pressed !== undefined && takeFocus(pressed, isRinged);
}

function listControlsNamed(name: string): HTMLElement[] {
  const all = document.querySelectorAll<HTMLElement>(PRESSABLE);
  return [...all].filter((element) => nameOf(element) === name);
}

function nameOf(element: Element): string {
  return (
    element.getAttribute('href') ?? element.getAttribute('aria-label') ?? element.textContent ?? ''
  );
}
