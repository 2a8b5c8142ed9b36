/**
 * The issuer under which identities of the demonstration are stored, since its URL depends on the port. Like {@link
 * UNNAMED_ISSUER} it is no URL, so it cannot equal a real issuer.
 */
export const DEMO_ISSUER = 'demo';

/** The issuer under which all identities were stored by releases that did not distinguish issuers (decision 0018). */
export const UNNAMED_ISSUER = 'google';

/** Normalizes an issuer's URL for storage, so that an origin with and without a trailing slash is the same. */
export function normalizeIssuer(url: string): string {
  return new URL(url).href;
}
