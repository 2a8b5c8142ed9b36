import type { Tier } from '#domain/tiers.ts';
import { onUnauthorized } from '#ui/lib/api.ts';
import { readIdTokenCookie } from '#ui/lib/id-token.ts';
import { useBrowserValue } from '#web/lib/browser-value.ts';
import { clearReaderData } from './cache.ts';

/**
 * The signed-in reader, parsed from the `id_token` cookie (spec 3) for display. The server does not trust this cookie.
 */
export interface SignedInReader {
  id: string;
  name: string;
  email: string;
  /** The display name of the sign-in provider that the reader has used. */
  provider: string | undefined;
  tier: Tier;
}

/**
 * Returns the signed-in reader, `null` for a signed-out visitor, or `undefined` until the page is hydrated. Until
 * hydration, only the CSS classes `.signed-in-only` and `.signed-out-only` show or hide content.
 */
export function useReader(): SignedInReader | null | undefined {
  return useBrowserValue(watchSession, readReaderDuringRender);
}

/** Returns true if the reader has Premium. Returns false for a signed-out visitor, and until the page is hydrated. */
export function useIsPremium(): boolean {
  return useReader()?.tier === 'premium';
}

/** Returns the signed-in reader, or `null` for a signed-out visitor. Reads the cookie on each call. */
export function readCurrentReader(): SignedInReader | null {
  const token = readIdTokenCookie();
  if (token !== cached.token) {
    const reader = parseReader(token);
    // If a renewed token contains the same reader, the previous object is returned to avoid a render.
    const isSame = JSON.stringify(reader) === JSON.stringify(cached.reader);
    cached = { token, reader: isSame ? cached.reader : reader };
  }
  return cached.reader;
}

/**
 * Calls `onChange` when the reader signs in or out, or when their plan changes, in any tab. Returns a function that
 * unsubscribes.
 */
export function watchSession(onChange: () => void): () => void {
  if (!listeners.size)
    for (const type of SYNC_EVENTS) addEventListener(type, updatePageFromSession);
  listeners.add(onChange);
  return () => {
    listeners.delete(onChange);
    if (!listeners.size)
      for (const type of SYNC_EVENTS) removeEventListener(type, updatePageFromSession);
  };
}

/**
 * Updates the page after the server has ended the session: deletes the `id_token` cookie and shows the reader as signed
 * out. Sends no request, because another 401 response could cause an endless loop.
 */
export function endLocalSession(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing in Safari 15 and on plain http
  document.cookie = 'id_token=; path=/; max-age=0';
  updatePageFromSession();
}

/**
 * Reads the `id_token` cookie. If the reader or their plan has changed, updates the page and notifies the listeners.
 */
export function updatePageFromSession(): void {
  renderCache = undefined;
  const reader = readCurrentReader();
  if (reader === shownReader) return;
  shownReader = reader;
  applySession(reader);
  for (const onChange of listeners) onChange();
}

/**
 * Returns the signed-in reader. All components in the same render share one read of the cookies, because each read is a
 * call to another browser process.
 */
function readReaderDuringRender(): SignedInReader | null {
  if (!renderCache) {
    renderCache = { reader: readCurrentReader() };
    queueMicrotask(() => {
      renderCache = undefined;
    });
  }
  return renderCache.reader;
}

/**
 * Updates the attributes on `<html>` that style sheets use to show or hide content. Before the first paint, `boot.ts`
 * sets these attributes.
 */
function applySession(reader: SignedInReader | null): void {
  const { dataset } = document.documentElement;
  if (reader) dataset.signedIn = '';
  else delete dataset.signedIn;
  if (reader?.tier === 'premium') dataset.premium = '';
  else delete dataset.premium;
  // A reader's data must not remain in the browser after they have signed out.
  if (!reader) clearReaderData();
}

/** The events after which the `id_token` cookie is read again, because another tab may have changed the session. */
const SYNC_EVENTS = ['visibilitychange', 'focus', 'pageshow', 'storage'] as const;

const listeners = new Set<() => void>();

/**
 * The reader for whom the page is shown, or `undefined` until the `id_token` cookie is first read. Until then, the
 * attributes that `boot.ts` has set apply.
 */
let shownReader: SignedInReader | null | undefined;

/** The result of reading the cookies, kept for the duration of a render. */
let renderCache: { reader: SignedInReader | null } | undefined;

// If the token has changed since the request, the 401 response concerns an earlier session and must not end the current
// one.
onUnauthorized((token) =>
  token === readIdTokenCookie() ? endLocalSession() : updatePageFromSession(),
);

let cached: { token: string | undefined; reader: SignedInReader | null } = {
  token: undefined,
  reader: null,
};

/** Parses the claims of an ID token. Does not check the signature, because the claims grant no access. */
function parseReader(token: string | undefined): SignedInReader | null {
  if (!token) return null;
  try {
    const payload = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0));
    const claims = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
    const { sub, name, email, providerLabel, tier } = claims;
    if (typeof sub !== 'string' || typeof email !== 'string') return null;
    return {
      id: sub,
      name: typeof name === 'string' ? name : email,
      email,
      provider: typeof providerLabel === 'string' ? providerLabel : undefined,
      tier: tier === 'premium' ? 'premium' : 'free',
    };
  } catch {
    return null;
  }
}
