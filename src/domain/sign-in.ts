import { sanitizeRedirect } from './redirect-target.ts';

/**
 * How a sign-in can end without anyone signed in; the sign-in page has a sentence for each.
 *
 * - `expired`: the attempt's five minutes are over, or its cookies are gone (spec 2).
 * - `denied`: the reader said no at the provider.
 * - `failed`: the provider could not be reached, or its answer does not hold.
 * - `unverified`: the provider does not vouch for the e-mail address.
 * - `taken`: an account with this address signs in another way; `with` may name a provider that opens it.
 * - `busy`: too many attempts from one address; they may go on in a minute.
 */
export const SIGN_IN_ERRORS = [
  'expired',
  'denied',
  'failed',
  'unverified',
  'taken',
  'busy',
] as const;

export type SignInError = (typeof SIGN_IN_ERRORS)[number];

/** The error a query parameter names; `undefined` for anything else. */
export function parseSignInError(value: unknown): SignInError | undefined {
  return SIGN_IN_ERRORS.find((error) => error === value);
}

/**
 * The address that starts a sign-in with one provider and leads to `redirect` afterwards. With `link`, the way of
 * signing in that has just been offered (`error=taken`) is added to the account this sign-in opens.
 */
export function signInPath(provider: string, redirect = '/', link = false): string {
  return withQuery('/auth/signin', { provider, link: link ? '1' : undefined, redirect });
}

/** The address of the sign-in page, which leads to `redirect` afterwards: a path with its query. */
export function signInPagePath(redirect = '/'): string {
  return withQuery('/auth', { redirect: sanitizeRedirect(redirect) });
}

/** The address of the sign-in page for a sign-in that failed; `taken` says which provider opens the account. */
export function failedSignInPath(error: SignInError, redirect = '/', taken?: string): string {
  return withQuery('/auth', { error, with: taken, redirect });
}

/** The parameter by which the page a reader is left on is told that they have been signed out. */
export const SIGNED_OUT_PARAMETER = 'signed-out';

/** Where a reader is led who has been signed out. */
export const SIGNED_OUT_PATH = `/?${SIGNED_OUT_PARAMETER}=1`;

/** A path and what its query names; the landing page is where `redirect` leads anyway. */
function withQuery(path: string, parameters: Record<string, string | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters))
    if (value && !(name === 'redirect' && value === '/')) query.set(name, value);
  return query.size ? `${path}?${query}` : path;
}
