import { releasePresses } from './early-presses.ts';
import { addToHead } from './head.ts';
import { isAwaited } from './visit.ts';
import { whenPainted } from './when-painted.ts';

/** Milliseconds after a keystroke within which another one is likely. */
const TYPING = 250;
/** Stores when this tab last reloaded because of a script that failed to load; shared with `ui/lib/chunks.ts`. */
const RELOADED = 'reloaded-for-chunk';
/** Milliseconds until the next such reload. */
const RELOAD_AGAIN = 60_000;
/** Events of a reader who does more than look. */
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

/** When the last letter was typed: milliseconds since the page was opened. */
let typedAt = Number.NEGATIVE_INFINITY;

/**
 * Loads the page's scripts on the first interaction; for a signed-in or returning reader, as soon as the page has been painted.
 * An article that is only read costs no script.
 */
export function hydrateOnInteraction({ scripts, isApp }: DOMStringMap): void {
  if (!scripts) return;
  let isWanted = false;
  let hasFailed = false;
  const want = (sign?: Event) => {
    if (isWanted || (sign && isSynthetic(sign))) return;
    isWanted = true;
    // The browser shows the effect of the interaction first.
    requestAnimationFrame(() =>
      setTimeout(async () => {
        try {
          await load(scripts.split(' '));
          for (const sign of INTERACTIONS) removeEventListener(sign, want, true);
        } catch {
          releasePresses();
          if (hasFailed) await reloadOnceReachable(scripts.split(' '));
          hasFailed = true;
          // A later interaction may find a better connection.
          isWanted = false;
        }
      }),
    );
  };
  for (const sign of INTERACTIONS) addEventListener(sign, want, { capture: true, passive: true });
  const noteTyping = () => {
    typedAt = performance.now();
  };
  addEventListener('input', noteTyping, { capture: true, passive: true });
  addEventListener('octavo:hydrated', () => removeEventListener('input', noteTyping, true), {
    once: true,
  });
  // A script replaces an image that fails to load.
  addEventListener('error', ({ target }) => target instanceof HTMLImageElement && want(), true);
  if (isApp !== undefined || isAwaited()) whenPainted(want);
}

/**
 * Reloads the page if its scripts can be fetched by now: Firefox and Safari cache a failed import for as long as the
 * document lives.
 */
async function reloadOnceReachable(scripts: readonly string[]): Promise<void> {
  try {
    const answers = await Promise.all(scripts.map((script) => fetch(script)));
    if (!answers.every(({ ok }) => ok)) return;
    const now = Date.now();
    if (now - Number(sessionStorage.getItem(RELOADED)) < RELOAD_AGAIN) return;
    sessionStorage.setItem(RELOADED, String(now));
    location.reload();
  } catch {
    // Still unreachable; or there is no storage, and the page would reload forever.
  }
}

/** Returns true for an event without a reader: a row that scrolls into place, or a page that loads under a resting pointer. */
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
 * Fetches scripts in parallel, and runs them one after the other with pauses in between. Keystrokes are shown first. It waits
 * for the whole document: React would take half of one for a mismatch, and the browser would append the rest below.
 */
async function load(scripts: readonly string[]) {
  for (const href of scripts) addToHead({ rel: 'modulepreload', href });
  if (document.readyState === 'loading')
    await new Promise((resolve) => addEventListener('DOMContentLoaded', resolve));
  for (const script of scripts) {
    while (performance.now() - typedAt < TYPING)
      await new Promise((resolve) => setTimeout(resolve, 50));
    await import(/* @vite-ignore */ script);
    await new Promise((resolve) => setTimeout(resolve));
  }
}
