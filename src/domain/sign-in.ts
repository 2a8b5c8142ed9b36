import { sanitizeRedirectPath } from './redirect-target.ts';

/**
 * Reasons why a sign-in failed. The sign-in page has a message for each reason.
 *
 * - `expired`: the sign-in was started more than five minutes ago, or its cookies are missing (spec 2).
 * - `denied`: the reader canceled the sign-in on the identity provider's page.
 * - `failed`: the identity provider was unreachable, or its response was invalid.
 * - `unverified`: the identity provider has not verified the reader's email address.
 * - `taken`: an account with this email address exists, but it uses another identity provider. The query parameter
 *   `with` may contain the ID of that provider.
 * - `busy`: there were too many sign-in attempts from one IP address. More attempts are allowed after a minute.
 */
export const SIGN_IN_ERROR_CODES = [
  'expired',
  'denied',
  'failed',
  'unverified',
  'taken',
  'busy',
] as const;

export type SignInErrorCode = (typeof SIGN_IN_ERROR_CODES)[number];

/** Parses the error code in a query parameter of the sign-in page. Returns `undefined` for unknown values. */
export function parseSignInErrorCode(value: unknown): SignInErrorCode | undefined {
  return SIGN_IN_ERROR_CODES.find((error) => error === value);
}

/**
 * Returns the path that starts a sign-in with an identity provider. After the sign-in, the reader is redirected to
 * `redirect`. If `link` is true, the account is also linked to the identity with which the reader's previous sign-in
 * failed (error `taken`).
 */
export function signInStartPath(provider: string, redirect = '/', link = false): string {
  return withQuery('/auth/signin', { provider, link: link ? '1' : undefined, redirect });
}

/** Returns the path of the sign-in page. `redirect` is the path, including its query, to open after sign-in. */
export function signInPagePath(redirect = '/'): string {
  return withQuery('/auth', { redirect: sanitizeRedirectPath(redirect) });
}

/**
 * Returns the path of the sign-in page with an error message. If an account with the same email address exists,
 * `provider` is the ID of its identity provider.
 */
export function failedSignInPath(
  error: SignInErrorCode,
  redirect = '/',
  provider?: string,
): string {
  return withQuery('/auth', { error, with: provider, redirect });
}

/** Query parameter that makes a page show a notice that the reader has signed out. */
export const SIGNED_OUT_PARAMETER = 'signed-out';

/** Path that the browser opens after the reader signs out. */
export const AFTER_SIGN_OUT_PATH = `/?${SIGNED_OUT_PARAMETER}=1`;

/** Returns a path with query parameters. Omits `redirect` if it is the default, the landing page. */
function withQuery(path: string, parameters: Record<string, string | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters))
    if (value && !(name === 'redirect' && value === '/')) query.set(name, value);
  return query.size ? `${path}?${query}` : path;
}
