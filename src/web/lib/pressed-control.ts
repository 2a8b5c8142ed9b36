import { takeFocus } from '#ui/focus.ts';

/** Identifies a link or button, so that it can be found when its page is shown again. The names are stored. */
export interface PressedControl {
  /** Its URL or its accessible name. */
  what: string;
  /** The number of controls with the same name before it. */
  before: number;
  /** True if the focus ring was visible, as for keyboard users. */
  isRinged: boolean;
}

const PRESSABLE = 'a[href], button';

/** Describes the link or button that an element is or lies in. */
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

/** Focuses a control that was described earlier. Returns false if the page has none of that name. */
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
