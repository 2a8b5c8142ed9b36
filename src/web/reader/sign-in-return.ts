import { readStoredJson, removeStoredItem, writeStoredJson } from '#ui/lib/storage.ts';

/**
 * The page to which the reader returns if they sign in on the sign-in page. `at` is the time when they left for the
 * sign-in provider's site.
 */
interface ExpectedReturn {
  path: string;
  at: number;
}

const KEY = 'signing-in';
/**
 * Maximum time in milliseconds that signing in may take. After a longer time, opening the page does not count as a
 * return from signing in.
 */
const LIFETIME = 15 * 60_000;

/** Stores the path and query of the page to which the reader returns after signing in. */
export function rememberSignInReturn(path: string): void {
  writeStoredJson('sessionStorage', KEY, { path, at: Date.now() } satisfies ExpectedReturn);
}

/** Returns true if the reader has just returned to this page from signing in. Further calls return false. */
export function detectSignInReturnOnce(): boolean {
  const expected = readStoredJson<ExpectedReturn>('sessionStorage', KEY);
  if (expected?.path !== location.pathname + location.search) return false;
  removeStoredItem('sessionStorage', KEY);
  return Date.now() - expected.at < LIFETIME;
}
