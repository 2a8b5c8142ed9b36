import type { Tier } from '#domain/tiers.ts';
import { onUnauthorized } from '#ui/lib/api.ts';
import { readIdToken } from '#ui/lib/id-token.ts';
import { useBrowserValue } from '#web/lib/browser-value.ts';
import { clearCaches } from './cache.ts';

/** The signed-in reader, from the `id_token` cookie (spec 3): for display only, the server does not trust it. */
export interface SignedInReader {
  id: string;
  name: string;
  email: string;
  /** The display name of the provider they signed in with. */
  provider: string | undefined;
  tier: Tier;
}

/**
 * Returns the signed-in reader: `null` if nobody is signed in, `undefined` until the page is hydrated. Before that, the
 * classes `.signed-in-only` and `.signed-out-only` show and hide content by session.
 */
export function useReader(): SignedInReader | null | undefined {
  return useBrowserValue(watchSession, readerOfRender);
}

/** Returns true if the reader has Premium; false for a signed-out reader, and until the page is hydrated. */
export function useIsPremium(): boolean {
  return useReader()?.tier === 'premium';
}

/** Returns the signed-in reader, read from the cookie at each call; `null` if nobody is signed in. */
export function currentReader(): SignedInReader | null {
  const token = readIdToken();
  if (token !== known.token) {
    const reader = parseReader(token);
    // A renewed token may describe the same reader.
    const isSame = JSON.stringify(reader) === JSON.stringify(known.reader);
    known = { token, reader: isSame ? known.reader : reader };
  }
  return known.reader;
}

/** Calls `onChange` when somebody signs in or out, in this tab or another. Returns a function that stops it. */
export function watchSession(onChange: () => void): () => void {
  if (!watchers.size) for (const sign of SYNC_EVENTS) addEventListener(sign, syncSession);
  watchers.add(onChange);
  return () => {
    watchers.delete(onChange);
    if (!watchers.size) for (const sign of SYNC_EVENTS) removeEventListener(sign, syncSession);
  };
}

/**
 * Shows the page as signed out, after the server has ended the session. It requests nothing again, so there is no loop.
 */
export function endSession(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing in Safari 15 and on plain http
  document.cookie = 'id_token=; path=/; max-age=0';
  syncSession();
}

/** Updates the page from the `id_token` cookie. */
export function syncSession(): void {
  duringRender = undefined;
  const reader = currentReader();
  if (reader === shown) return;
  shown = reader;
  applySession(reader);
  for (const onChange of watchers) onChange();
}

/** Returns the reader for all components of a render: each read of the cookies is a call to another process. */
function readerOfRender(): SignedInReader | null {
  if (!duringRender) {
    duringRender = { reader: currentReader() };
    queueMicrotask(() => {
      duringRender = undefined;
    });
  }
  return duringRender.reader;
}

/** Sets the attributes that style sheets read. `boot.ts` sets them before the first paint. */
function applySession(reader: SignedInReader | null): void {
  const { dataset } = document.documentElement;
  if (reader) dataset.signedIn = '';
  else delete dataset.signedIn;
  if (reader?.tier === 'premium') dataset.premium = '';
  else delete dataset.premium;
  // Nothing of a reader stays in the browser after they sign out.
  if (!reader) clearCaches();
}

/** Events after which another tab may have changed the session. */
const SYNC_EVENTS = ['visibilitychange', 'focus', 'pageshow', 'storage'] as const;

const watchers = new Set<() => void>();

/** The reader that the page shows; `undefined` until the first check, while the state of `boot.ts` applies. */
let shown: SignedInReader | null | undefined;

/** The reader of the current render. */
let duringRender: { reader: SignedInReader | null } | undefined;

// Any request may get a 401 response, and its session may have been replaced since.
onUnauthorized((token) => (token === readIdToken() ? endSession() : syncSession()));

let known: { token: string | undefined; reader: SignedInReader | null } = {
  token: undefined,
  reader: null,
};

/** Parses the claims of a token. Its signature is not checked, since it grants nothing. */
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
