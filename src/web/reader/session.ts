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
  /** Display name of the provider with which the reader signed in. */
  provider: string | undefined;
  tier: Tier;
}

/**
 * Returns the signed-in reader, `null` for a signed-out visitor, or `undefined` until the page is hydrated. Until then,
 * the classes `.signed-in-only` and `.signed-out-only` show or hide content by session.
 */
export function useReader(): SignedInReader | null | undefined {
  return useBrowserValue(watchSession, readReaderDuringRender);
}

/** Returns true if the reader has Premium. Returns false for a signed-out visitor, and until the page is hydrated. */
export function useIsPremium(): boolean {
  return useReader()?.tier === 'premium';
}

/** Returns the signed-in reader, or `null` for a signed-out visitor. Reads the cookie at each call. */
export function readCurrentReader(): SignedInReader | null {
  const token = readIdTokenCookie();
  if (token !== cached.token) {
    const reader = parseReader(token);
    // If a renewed token has the same content, returning the previous object avoids a new render.
    const isSame = JSON.stringify(reader) === JSON.stringify(cached.reader);
    cached = { token, reader: isSame ? cached.reader : reader };
  }
  return cached.reader;
}

/** Calls `onChange` when the reader signs in or out in any tab. Returns a function that unsubscribes. */
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
 * Shows the page as signed out, after the server has ended the session. Sends no request, because another 401 response
 * could cause a loop.
 */
export function endLocalSession(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing in Safari 15 and on plain http
  document.cookie = 'id_token=; path=/; max-age=0';
  updatePageFromSession();
}

/** Updates the page from the `id_token` cookie. */
export function updatePageFromSession(): void {
  renderCache = undefined;
  const reader = readCurrentReader();
  if (reader === shownReader) return;
  shownReader = reader;
  applySession(reader);
  for (const onChange of listeners) onChange();
}

/**
 * Returns the reader of the current render. All components of a render share one read of the cookies, because each read
 * calls another browser process.
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

/** Sets the attributes about the session that style sheets read. Before the first paint, `boot.ts` sets them. */
function applySession(reader: SignedInReader | null): void {
  const { dataset } = document.documentElement;
  if (reader) dataset.signedIn = '';
  else delete dataset.signedIn;
  if (reader?.tier === 'premium') dataset.premium = '';
  else delete dataset.premium;
  // After a reader signs out, their data must not stay in the browser.
  if (!reader) clearReaderData();
}

/** Events after which another tab may have changed the session. */
const SYNC_EVENTS = ['visibilitychange', 'focus', 'pageshow', 'storage'] as const;

const listeners = new Set<() => void>();

/**
 * The reader that the page shows; `undefined` until the cookie is first read. Until then, the attributes set by
 * `boot.ts` apply.
 */
let shownReader: SignedInReader | null | undefined;

/** The signed-in reader during the current render. */
let renderCache: { reader: SignedInReader | null } | undefined;

// A 401 response to a request from before the current session must not end the current session.
onUnauthorized((token) =>
  token === readIdTokenCookie() ? endLocalSession() : updatePageFromSession(),
);

let cached: { token: string | undefined; reader: SignedInReader | null } = {
  token: undefined,
  reader: null,
};

/** Parses the claims of a token. The signature is not checked, since the claims grant no access. */
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
