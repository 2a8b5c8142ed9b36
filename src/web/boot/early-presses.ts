/**
 * Selector of the controls that need scripts. Without scripts, the link to the next page of a list replaces the list;
 * with scripts, it extends the list.
 */
const WITH_SCRIPT = 'button.needs-js, .needs-js button, .needs-js label, a[rel=next]';
/** Events that a press fires before its click. */
const PARTS_OF_PRESS = [
  'pointerdown',
  'pointerup',
  'touchstart',
  'touchend',
  'mousedown',
  'mouseup',
];
/**
 * Timeout in milliseconds for a press that waits for the scripts. It is needed because a hanging request never reports
 * an error.
 */
const TIMEOUT = 15_000;

/** The controls that were pressed before hydration, in order. */
const pressed = new Set<HTMLElement>();

/**
 * Records presses until the page is hydrated, then replays them. Before hydration, hides the events of every press from
 * all other listeners, because React would hydrate the whole page during such an event.
 */
export function replayEarlyPresses(): void {
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
    waiting = setTimeout(releaseEarlyPresses, TIMEOUT);
  };
  // A navigation replaces earlier presses, for example if the reader presses a link to another page while waiting.
  addEventListener('beforeunload', takePressed);
  const stopPropagation = (part: Event) => part.stopPropagation();
  addEventListener('click', keep, true);
  for (const part of PARTS_OF_PRESS)
    addEventListener(part, stopPropagation, { capture: true, passive: true });
  // entry-client.tsx dispatches this event once the page is hydrated.
  addEventListener(
    'octavo:hydrated',
    () => {
      clearTimeout(waiting);
      removeEventListener('click', keep, true);
      for (const part of PARTS_OF_PRESS) removeEventListener(part, stopPropagation, true);
      for (const control of takePressed()) control.click();
    },
    { once: true },
  );
}

/** Returns the controls that were pressed, and removes their busy state. */
function takePressed(): HTMLElement[] {
  const controls = [...pressed].filter(({ isConnected }) => isConnected);
  for (const control of pressed) control.ariaBusy = null;
  pressed.clear();
  return controls;
}

/** Stops waiting for the scripts: follows the pressed links, and removes the busy state of buttons. */
export function releaseEarlyPresses(): void {
  for (const control of takePressed())
    if (control instanceof HTMLAnchorElement) location.assign(control.href);
}
