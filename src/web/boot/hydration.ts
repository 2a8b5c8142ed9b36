import { handleEarlyClicksIfScriptsFail } from './early-clicks.ts';
import { addLinkToHead } from './head.ts';
import { runAfterPaintAndLoad } from './run-after-paint-and-load.ts';
import { needsImmediateHydration } from './visit.ts';

/** Time in milliseconds after a keystroke during which another keystroke is likely. */
const TYPING_PAUSE = 250;
/**
 * Storage key for the time of this tab's last reload after a script failed to load. `ui/lib/chunks.ts` uses the same
 * key.
 */
const RELOAD_TIME_KEY = 'reloaded-for-chunk';
/** Minimum interval in milliseconds between two reloads after a script failed to load. */
const RELOAD_INTERVAL = 60_000;
/**
 * If the document is still open this many milliseconds after the browser started to leave it, it is assumed to stay
 * open. `ui/lib/leaving.ts` uses the same value.
 */
const LEAVING_TIMEOUT = 5000;
/** Events that count as an interaction with the page. */
const INTERACTION_EVENTS = [
  'pointermove',
  'pointerdown',
  'click',
  'keydown',
  'focusin',
  'input',
  'scroll',
  'wheel',
];

/** Time of the last keystroke, in milliseconds since the page was opened. */
let typedAt = Number.NEGATIVE_INFINITY;
/** The time at which the browser last started to leave this document, as a timestamp in milliseconds. */
let leavingSince = 0;

/**
 * Loads the page's scripts on the first interaction. Loads them once the page has been painted if `isApp` is set, which
 * means that the screen always needs its scripts, or if {@link needsImmediateHydration} returns true. The complete
 * style sheets are loaded together with the scripts. Until then, the document has only the styles that the server's
 * HTML needs.
 */
export function hydrateOnInteraction({ scripts, sheets, isApp }: DOMStringMap): void {
  if (!scripts) return;
  let isStarted = false;
  let hasFailed = false;
  const startHydration = (event?: Event) => {
    if (isStarted || (event && isSynthetic(event))) return;
    isStarted = true;
    // Loading starts after the next frame, so that the browser first displays the effect of the interaction.
    requestAnimationFrame(() =>
      setTimeout(async () => {
        try {
          await loadScriptsAndSheets(scripts.split(' '), sheets?.split(' ') ?? []);
          for (const type of INTERACTION_EVENTS) removeEventListener(type, startHydration, true);
        } catch {
          handleEarlyClicksIfScriptsFail();
          if (hasFailed) await reloadOnceReachable(`${scripts} ${sheets ?? ''}`.trim().split(' '));
          hasFailed = true;
          // After a failure, the next interaction tries to load the scripts again.
          isStarted = false;
        }
      }),
    );
  };
  for (const type of INTERACTION_EVENTS)
    addEventListener(type, startHydration, { capture: true, passive: true });
  addEventListener('beforeunload', () => {
    leavingSince = Date.now();
  });
  const recordTyping = () => {
    typedAt = performance.now();
  };
  addEventListener('input', recordTyping, { capture: true, passive: true });
  addEventListener('octavo:hydrated', () => removeEventListener('input', recordTyping, true), {
    once: true,
  });
  // Scripts replace a broken image with a placeholder, so an image that fails to load also starts hydration.
  addEventListener(
    'error',
    ({ target }) => target instanceof HTMLImageElement && startHydration(),
    true,
  );
  if (isApp !== undefined || needsImmediateHydration()) runAfterPaintAndLoad(startHydration);
}

/**
 * Reloads the page if its scripts and style sheets can be fetched again. Retrying the import would not help, because
 * Firefox and Safari cache a failed import until the document is closed.
 */
async function reloadOnceReachable(files: readonly string[]): Promise<void> {
  try {
    const responses = await Promise.all(files.map((file) => fetch(file)));
    if (!responses.every(({ ok }) => ok)) return;
    const now = Date.now();
    // When the reader leaves a document, the browser aborts the loading of its scripts. A reload would then cancel the
    // reader's navigation.
    if (now - leavingSince < LEAVING_TIMEOUT) return;
    if (now - Number(sessionStorage.getItem(RELOAD_TIME_KEY)) < RELOAD_INTERVAL) return;
    sessionStorage.setItem(RELOAD_TIME_KEY, String(now));
    location.reload();
  } catch {
    // The page is not reloaded if the server cannot be reached or storage is blocked. Without storage, the page could
    // reload endlessly.
  }
}

/**
 * Returns true for an event that the reader did not cause. Examples are the `scroll` event of a row that scrolls
 * automatically, and the `pointermove` event of a page that loads under a resting pointer.
 */
function isSynthetic(event: Event): boolean {
  if (event.type === 'scroll') return event.target !== document;
  return (
    event instanceof PointerEvent &&
    event.type === 'pointermove' &&
    !event.movementX &&
    !event.movementY
  );
}

/**
 * Fetches scripts and style sheets in parallel, waits until the document is complete, and then runs the scripts one
 * after the other, with pauses that let the browser display typed text. In an incomplete document, React would detect a
 * mismatch, and the browser would append the rest of the document below the content that React has rendered.
 */
async function loadScriptsAndSheets(scripts: readonly string[], sheets: readonly string[]) {
  for (const href of scripts) addLinkToHead({ rel: 'modulepreload', href });
  await Promise.all(sheets.map(loadStyleSheet));
  if (document.readyState === 'loading')
    await new Promise((resolve) => addEventListener('DOMContentLoaded', resolve));
  for (const script of scripts) {
    while (performance.now() - typedAt < TYPING_PAUSE)
      await new Promise((resolve) => setTimeout(resolve, 50));
    await import(/* @vite-ignore */ script);
    await new Promise((resolve) => setTimeout(resolve));
  }
}

function loadStyleSheet(href: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onerror = (error: unknown) => {
      link.remove();
      reject(error);
    };
    const link = addLinkToHead({ rel: 'stylesheet', href, onload: resolve, onerror });
  });
}
