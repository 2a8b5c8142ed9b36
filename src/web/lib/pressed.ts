import { takeFocus } from '#ui/focus.ts';

/** A link or button, as it is found again when its page is shown another time. */
export interface Pressed {
  /** Where it leads, or what it says. */
  what: string;
  /** How many like it stand before it on the page. */
  before: number;
  /** Whether the reader was shown where the focus was, as who goes by keyboard is. */
  isRinged: boolean;
}

const PRESSABLE = 'a[href], button';

/** The link or button that an element is, or stands in; `undefined` when there is none. */
export function describePressed(element: Element | null): Pressed | undefined {
  const pressed = element?.closest(PRESSABLE);
  if (!pressed) return undefined;
  const what = nameOf(pressed);
  return {
    what,
    before: allNamed(what).indexOf(pressed as HTMLElement),
    isRinged: document.activeElement?.matches(':focus-visible') ?? false,
  };
}

/** Focuses what was pressed, if it is there again. Whether it is. */
export function focusPressed({ what, before, isRinged }: Pressed): boolean {
  const alike = allNamed(what);
  const pressed = alike[before] ?? alike[0];
  return pressed !== undefined && takeFocus(pressed, isRinged);
}

function allNamed(name: string): HTMLElement[] {
  const all = document.querySelectorAll<HTMLElement>(PRESSABLE);
  return [...all].filter((element) => nameOf(element) === name);
}

function nameOf(element: Element): string {
  return (
    element.getAttribute('href') ?? element.getAttribute('aria-label') ?? element.textContent ?? ''
  );
}
