import { prefetchPayload } from './payloads.ts';

/** Milliseconds a pointer rests on a link before it counts as intent. */
const REST = 65;

/**
 * Fetches the payload of a link the reader is about to follow: when a mouse rests on it, when a finger
 * touches it, when the keyboard reaches it. Readers who save data are left alone, and those without a connection: on
 * their way back the focus comes to a link they have pressed before.
 */
export function prefetchOnIntent(): void {
  const connection = (navigator as { connection?: { saveData?: boolean } }).connection;
  if (connection?.saveData) return;
  let resting: ReturnType<typeof setTimeout> | undefined;
  addEventListener('pointerover', ({ target }) => {
    clearTimeout(resting);
    const address = addressOf(target);
    if (address) resting = setTimeout(prefetchPayload, REST, address);
  });
  for (const sign of ['touchstart', 'focusin'] as const)
    addEventListener(
      sign,
      ({ target }) => {
        const address = addressOf(target);
        if (address) prefetchPayload(address);
      },
      { passive: true },
    );
}

/** Path and query of the screen a link leads to, or `undefined` when it is not one to fetch ahead. */
function addressOf(target: EventTarget | null): string | undefined {
  if (!navigator.onLine) return;
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download'))
    return;
  if (link.pathname === location.pathname || /^\/(api|auth|studio)\b/.test(link.pathname)) return;
  return link.pathname + link.search;
}
