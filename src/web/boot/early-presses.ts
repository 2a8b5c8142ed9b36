/**
 * Controls that need scripts. The link to the next page of a list works without scripts, but then replaces the list.
 */
const WITH_SCRIPT = 'button.needs-js, .needs-js button, .needs-js label, a[rel=next]';
/** The events of a press, except its click. */
const PARTS_OF_PRESS = [
  'pointerdown',
  'pointerup',
  'touchstart',
  'touchend',
  'mousedown',
  'mouseup',
];
/** Milliseconds that a press waits for the scripts. A limit is needed because a hanging request reports no error. */
const TIMEOUT = 15_000;

/** The controls that were pressed, in order. */
const pressed = new Set<HTMLElement>();

/**
 * Records presses until the page is hydrated, then repeats them. Until then, no other listener receives the events of a
 * press, even on a link that works without scripts: React would have to hydrate the whole page during the event.
 */
export function repeatEarlyPresses(): void {
  let waiting: ReturnType<typeof setTimeout>;
  const keep = (press: MouseEvent) => {
    press.stopPropagation();
    const { altKey, ctrlKey, metaKey, shiftKey } = press;
    const control = (press.target as Element).closest<HTMLElement>(WITH_SCRIPT);
    if (!control || altKey || ctrlKey || metaKey || shiftKey) return;
    press.stopImmediatePropagation();
    if (control instanceof HTMLAnchorElement) press.preventDefault();
    control.ariaBusy = 'true';
    pressed.add(control);
    clearTimeout(waiting);
    waiting = setTimeout(releasePresses, TIMEOUT);
  };
  const hush = (part: Event) => part.stopPropagation();
  addEventListener('click', keep, true);
  for (const part of PARTS_OF_PRESS) addEventListener(part, hush, { capture: true, passive: true });
  // entry-client.tsx dispatches this event once the page is hydrated.
  addEventListener(
    'octavo:hydrated',
    () => {
      clearTimeout(waiting);
      removeEventListener('click', keep, true);
      for (const part of PARTS_OF_PRESS) removeEventListener(part, hush, true);
      for (const control of takePressed()) control.click();
    },
    { once: true },
  );
}

/** Returns the pressed controls, and removes their busy state. */
function takePressed(): HTMLElement[] {
  const controls = [...pressed].filter(({ isConnected }) => isConnected);
  for (const control of pressed) control.ariaBusy = null;
  pressed.clear();
  return controls;
}

/** Stops waiting for the scripts: follows the pressed links, and removes the busy state of buttons. */
export function releasePresses(): void {
  for (const control of takePressed())
    if (control instanceof HTMLAnchorElement) location.assign(control.href);
}
