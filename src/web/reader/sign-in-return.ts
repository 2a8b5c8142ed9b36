import { readStored, removeStored, writeStored } from '#ui/lib/storage.ts';

/** Where a reader is to arrive who has gone to sign in at the sign-in page. */
interface ExpectedReturn {
  path: string;
  at: number;
}

const KEY = 'signing-in';
/** Milliseconds after which whoever opens that page has not come from there. */
const LIFETIME = 15 * 60_000;

/** Remembers, across the way to the provider, which page comes after it: a path with its query. */
export function rememberSignInReturn(path: string): void {
  writeStored('sessionStorage', KEY, { path, at: Date.now() } satisfies ExpectedReturn);
}

/** Whether a reader has just come here from signing in. Says so once. */
export function consumeSignInReturn(): boolean {
  const expected = readStored<ExpectedReturn>('sessionStorage', KEY);
  if (expected?.path !== location.pathname + location.search) return false;
  removeStored('sessionStorage', KEY);
  return Date.now() - expected.at < LIFETIME;
}
