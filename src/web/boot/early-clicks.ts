/**
 * Selector for controls that need scripts. This includes the link to the next page of a list. With scripts, a click on
 * this link extends the list. Without scripts, it opens the next page instead.
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
 * Timeout in milliseconds for clicks that wait for the scripts. It is needed because a request that hangs never reports
 * an error.
 */
const TIMEOUT = 15_000;

/** The controls that were clicked before hydration, in order. */
const clickedControls = new Set<HTMLElement>();

/**
 * Records clicks until the page is hydrated, then replays them. Until then, hides clicks and the events that precede a
 * click from React. Otherwise, React would hydrate the whole page during such an event.
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
    timer = setTimeout(handleEarlyClicksIfScriptsFail, TIMEOUT);
  };
  // A navigation discards the recorded clicks, for example if the reader clicks a link to another page before
  // hydration.
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
 * Returns the clicked controls that are still on the page. Clears {@link clickedControls}, and removes the controls'
 * busy state.
 */
function drainClickedControls(): HTMLElement[] {
  const controls = [...clickedControls].filter(({ isConnected }) => isConnected);
  for (const control of clickedControls) control.ariaBusy = null;
  clickedControls.clear();
  return controls;
}

/**
 * Handles the recorded clicks if the scripts do not load: follows the clicked links, and removes the busy state of all
 * clicked controls.
 */
export function handleEarlyClicksIfScriptsFail(): void {
  for (const control of drainClickedControls())
    if (control instanceof HTMLAnchorElement) location.assign(control.href);
}
