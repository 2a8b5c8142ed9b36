import type { Tier } from '#domain/tiers.ts';
import { onUnauthorized } from '#ui/lib/api.ts';
import { readIdToken } from '#ui/lib/id-token.ts';
import { useBrowserValue } from '#web/lib/browser-value.ts';
import { clearCaches } from './cache.ts';

/** Who is signed in, as the `id_token` cookie says (spec 3): for show only, the server believes none of it. */
export interface SignedInReader {
  id: string;
  name: string;
  email: string;
  /** What people call the provider they signed in with. */
  provider: string | undefined;
  tier: Tier;
}

/**
 * Who is signed in: `null` for nobody, `undefined` until the page has been taken over. To hide and show by session before
 * that, the stylesheet has `.signed-in-only` and `.signed-out-only`.
 */
export function useReader(): SignedInReader | null | undefined {
  return useBrowserValue(watchSession, readerOfRender);
}

/** Whether the reader has Premium: `false` for nobody too, and until the page has been taken over. */
export function useIsPremium(): boolean {
  return useReader()?.tier === 'premium';
}

/** Who is signed in, read from the cookie at each call; `null` for nobody. */
export function currentReader(): SignedInReader | null {
  const token = readIdToken();
  if (token !== known.token) {
    const reader = parseReader(token);
    // A token is renewed now and then; the reader is the same one.
    const isSame = JSON.stringify(reader) === JSON.stringify(known.reader);
    known = { token, reader: isSame ? known.reader : reader };
  }
  return known.reader;
}

/** Calls `onChange` when somebody signs in or out, in this tab or another. Returns how to stop. */
export function watchSession(onChange: () => void): () => void {
  if (!watchers.size) for (const sign of SYNC_EVENTS) addEventListener(sign, syncSession);
  watchers.add(onChange);
  return () => {
    watchers.delete(onChange);
    if (!watchers.size) for (const sign of SYNC_EVENTS) removeEventListener(sign, syncSession);
  };
}

/**
 * The page becomes its signed-out self, since the server has ended the session. Nothing it showed or was told is asked for again, so there is no loop.
 */
export function endSession(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing in Safari 15 and on plain http
  document.cookie = 'id_token=; path=/; max-age=0';
  syncSession();
}

/** Brings the page in step with the cookie. */
export function syncSession(): void {
  duringRender = undefined;
  const reader = currentReader();
  if (reader === shown) return;
  shown = reader;
  applySession(reader);
  for (const onChange of watchers) onChange();
}

/** The reader as all parts of a render see them: browsers ask another process for cookies, each time they are read. */
function readerOfRender(): SignedInReader | null {
  if (!duringRender) {
    duringRender = { reader: currentReader() };
    queueMicrotask(() => {
      duringRender = undefined;
    });
  }
  return duringRender.reader;
}

/** What the stylesheet knows of the reader; `boot.ts` sets it before the first paint. */
function applySession(reader: SignedInReader | null): void {
  const { dataset } = document.documentElement;
  if (reader) dataset.signedIn = '';
  else delete dataset.signedIn;
  if (reader?.tier === 'premium') dataset.premium = '';
  else delete dataset.premium;
  // What is kept of a reader in this browser goes with them.
  if (!reader) clearCaches();
}

/** When another tab, or the way back, may have changed who is signed in. */
const SYNC_EVENTS = ['visibilitychange', 'focus', 'pageshow', 'storage'] as const;

const watchers = new Set<() => void>();

/** Whose page this is; `undefined` before it has been looked at, when it is as `boot.ts` found it. */
let shown: SignedInReader | null | undefined;

/** What the cookie said to a render that is under way. */
let duringRender: { reader: SignedInReader | null } | undefined;

// Any call may be answered with 401, and the session it was sent with may have been replaced since.
onUnauthorized((token) => (token === readIdToken() ? endSession() : syncSession()));

let known: { token: string | undefined; reader: SignedInReader | null } = {
  token: undefined,
  reader: null,
};

/** The claims of a token; its signature is not looked at, since nothing is opened with it. */
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
