import { readStoredJson, removeStoredItem, writeStoredJson } from '#ui/lib/storage.ts';

/** The page that the reader returns to after a sign-in that began on the sign-in page. */
interface ExpectedReturn {
  path: string;
  at: number;
}

const KEY = 'signing-in';
/**
 * Time in milliseconds that a reader has to sign in. If the page to return to is opened later, the reader is not
 * considered to have come back from signing in.
 */
const LIFETIME = 15 * 60_000;

/** Stores the page to which the reader returns after signing in, as a path with its query. */
export function rememberSignInReturn(path: string): void {
  writeStoredJson('sessionStorage', KEY, { path, at: Date.now() } satisfies ExpectedReturn);
}

/**
 * Returns true if the reader has just returned to this page from signing in. Returns true only once for each sign-in.
 */
export function detectSignInReturnOnce(): boolean {
  const expected = readStoredJson<ExpectedReturn>('sessionStorage', KEY);
  if (expected?.path !== location.pathname + location.search) return false;
  removeStoredItem('sessionStorage', KEY);
  return Date.now() - expected.at < LIFETIME;
}
