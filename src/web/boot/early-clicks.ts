/**
 * Selector of the controls that need scripts. It includes the link to the next page of a list, because a click on this
 * link extends the list if scripts run, but replaces the list without them.
 */
const SCRIPTED_CONTROLS = 'button.needs-js, .needs-js button, .needs-js label, a[rel=next]';
/** Events that precede a click. */
const EVENTS_BEFORE_CLICK = [
  'pointerdown',
  'pointerup',
  'touchstart',
  'touchend',
  'mousedown',
  'mouseup',
];
/**
 * Timeout in milliseconds for a click that waits for the scripts. It is needed because a hanging request never reports
 * an error.
 */
const TIMEOUT = 15_000;

/** The controls that were clicked before hydration, in order. */
const clickedControls = new Set<HTMLElement>();

/**
 * Records clicks until the page is hydrated, then replays them. Until then, hides clicks and the events that precede
 * them from React, because React would hydrate the whole page during such an event.
 */
export function holdClicksUntilHydration(): void {
  let timer: ReturnType<typeof setTimeout>;
  const recordClick = (event: MouseEvent) => {
    event.stopPropagation();
    const { altKey, ctrlKey, metaKey, shiftKey } = event;
    const control = (event.target as Element).closest<HTMLElement>(SCRIPTED_CONTROLS);
    if (!control || altKey || ctrlKey || metaKey || shiftKey) return;
    event.stopImmediatePropagation();
    if (control instanceof HTMLAnchorElement) event.preventDefault();
    control.ariaBusy = 'true';
    clickedControls.add(control);
    clearTimeout(timer);
    timer = setTimeout(handleEarlyClicksWithoutScripts, TIMEOUT);
  };
  // A navigation discards earlier clicks, for example if the reader clicks a link to another page while waiting.
  addEventListener('beforeunload', drainClickedControls);
  const stopPropagation = (event: Event) => event.stopPropagation();
  addEventListener('click', recordClick, true);
  for (const type of EVENTS_BEFORE_CLICK)
    addEventListener(type, stopPropagation, { capture: true, passive: true });
  // entry-client.tsx dispatches this event once the page is hydrated.
  addEventListener(
    'octavo:hydrated',
    () => {
      clearTimeout(timer);
      removeEventListener('click', recordClick, true);
      for (const type of EVENTS_BEFORE_CLICK) removeEventListener(type, stopPropagation, true);
      for (const control of drainClickedControls()) control.click();
    },
    { once: true },
  );
}

/**
 * Returns the clicked controls that are still on the page. Clears {@link clickedControls}, and removes the busy state
 * of all controls in it.
 */
function drainClickedControls(): HTMLElement[] {
  const controls = [...clickedControls].filter(({ isConnected }) => isConnected);
  for (const control of clickedControls) control.ariaBusy = null;
  clickedControls.clear();
  return controls;
}

/** Stops waiting for the scripts: follows the clicked links, and removes the busy state of buttons. */
export function handleEarlyClicksWithoutScripts(): void {
  for (const control of drainClickedControls())
    if (control instanceof HTMLAnchorElement) location.assign(control.href);
}
