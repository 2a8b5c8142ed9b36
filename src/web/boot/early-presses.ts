/** Controls that need scripts. The link to a list's next page works without them, but replaces the list. */
const WITH_SCRIPT = 'button.needs-js, .needs-js button, .needs-js label, a[rel=next]';
/** The events of a press besides its click. */
const PARTS_OF_PRESS = [
  'pointerdown',
  'pointerup',
  'touchstart',
  'touchend',
  'mousedown',
  'mouseup',
];
/** Milliseconds a press waits for the scripts: a hanging request reports no error. */
const TIMEOUT = 15_000;

/** The controls that were pressed, in order. */
const pressed = new Set<HTMLElement>();

/**
 * Keeps presses until the page is hydrated, then repeats them. Until then nothing else hears of a press, nor of one that
 * works without a script, like a link: React would have to hydrate the whole page within it.
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
  // Dispatched by entry-client.tsx once the page is hydrated.
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

/** Returns the controls that were pressed, and makes them look idle. */
function takePressed(): HTMLElement[] {
  const controls = [...pressed].filter(({ isConnected }) => isConnected);
  for (const control of pressed) control.ariaBusy = null;
  pressed.clear();
  return controls;
}

/** Gives up on the scripts: follows the links that were pressed, and makes buttons look idle. */
export function releasePresses(): void {
  for (const control of takePressed())
    if (control instanceof HTMLAnchorElement) location.assign(control.href);
}
