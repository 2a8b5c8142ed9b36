import { handleEarlyClicksWithoutScripts } from './early-clicks.ts';
import { addLinkToHead } from './head.ts';
import { runAfterPaintAndLoad } from './run-after-paint-and-load.ts';
import { needsImmediateHydration } from './visit.ts';

/** Time in milliseconds after a keystroke during which another keystroke is likely. */
const TYPING = 250;
/**
 * Storage key for the time of this tab's last reload after a script failed to load. `ui/lib/chunks.ts` uses the same
 * key.
 */
const RELOADED = 'reloaded-for-chunk';
/** Minimum interval in milliseconds between two reloads after a script failed to load. */
const RELOAD_AGAIN = 60_000;
/**
 * Time in milliseconds after which a document that is still open is assumed to stay open. `ui/lib/leaving.ts` uses the
 * same value.
 */
const LEAVING_TIMEOUT = 5000;
/** Events that count as an interaction with the page. */
const INTERACTIONS = [
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
let leftAt = 0;

/**
 * Loads the page's scripts on the first interaction. If `isApp` is set or {@link needsImmediateHydration} returns true,
 * loads them once the page has been painted. The complete style sheets load with the scripts, since the document
 * contains only the styles of the page as it is served.
 */
export function hydrateOnInteraction({ scripts, sheets, isApp }: DOMStringMap): void {
  if (!scripts) return;
  let isWanted = false;
  let hasFailed = false;
  const startHydration = (sign?: Event) => {
    if (isWanted || (sign && isSynthetic(sign))) return;
    isWanted = true;
    // Loading waits for the next frame, so that the browser first shows the effect of the interaction.
    requestAnimationFrame(() =>
      setTimeout(async () => {
        try {
          await load(scripts.split(' '), sheets?.split(' ') ?? []);
          for (const sign of INTERACTIONS) removeEventListener(sign, startHydration, true);
        } catch {
          handleEarlyClicksWithoutScripts();
          if (hasFailed) await reloadOnceReachable(`${scripts} ${sheets ?? ''}`.trim().split(' '));
          hasFailed = true;
          // Allows the next interaction to load the scripts again.
          isWanted = false;
        }
      }),
    );
  };
  for (const sign of INTERACTIONS)
    addEventListener(sign, startHydration, { capture: true, passive: true });
  addEventListener('beforeunload', () => {
    leftAt = Date.now();
  });
  const noteTyping = () => {
    typedAt = performance.now();
  };
  addEventListener('input', noteTyping, { capture: true, passive: true });
  addEventListener('octavo:hydrated', () => removeEventListener('input', noteTyping, true), {
    once: true,
  });
  // The scripts replace an image that fails to load with a placeholder, so they are needed.
  addEventListener(
    'error',
    ({ target }) => target instanceof HTMLImageElement && startHydration(),
    true,
  );
  if (isApp !== undefined || needsImmediateHydration()) runAfterPaintAndLoad(startHydration);
}

/**
 * Reloads the page if its scripts and style sheets can be fetched again. Importing them again is not enough: Firefox
 * and Safari cache a failed import for the lifetime of the document.
 */
async function reloadOnceReachable(files: readonly string[]): Promise<void> {
  try {
    const answers = await Promise.all(files.map((file) => fetch(file)));
    if (!answers.every(({ ok }) => ok)) return;
    const now = Date.now();
    // Browsers abort the scripts of a document that the reader leaves. A reload would replace the reader's navigation.
    if (now - leftAt < LEAVING_TIMEOUT) return;
    if (now - Number(sessionStorage.getItem(RELOADED)) < RELOAD_AGAIN) return;
    sessionStorage.setItem(RELOADED, String(now));
    location.reload();
  } catch {
    // Does not reload the page while the server is unreachable, or if storage is blocked. Without storage, the page
    // could reload endlessly.
  }
}

/**
 * Returns true for an event that the reader did not cause, such as the scroll event of a row that scrolls
 * automatically, or the `pointermove` event of a page that loads under a resting pointer.
 */
function isSynthetic(sign: Event): boolean {
  if (sign.type === 'scroll') return sign.target !== document;
  return (
    sign instanceof PointerEvent &&
    sign.type === 'pointermove' &&
    !sign.movementX &&
    !sign.movementY
  );
}

/**
 * Fetches scripts and style sheets in parallel. Once the document is complete, runs the scripts one after the other, with
 * pauses in which the browser can display typed text. React would treat an incomplete document as a mismatch, and the
 * browser would append the rest below what React has rendered.
 */
async function load(scripts: readonly string[], sheets: readonly string[]) {
  for (const href of scripts) addLinkToHead({ rel: 'modulepreload', href });
  await Promise.all(sheets.map(loadStyleSheet));
  if (document.readyState === 'loading')
    await new Promise((resolve) => addEventListener('DOMContentLoaded', resolve));
  for (const script of scripts) {
    while (performance.now() - typedAt < TYPING)
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
