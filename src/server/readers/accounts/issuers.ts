/**
 * The issuer that is stored for identities from the demo identity provider. The provider's URL is not stored, because
 * it depends on the port. This value is not a URL, so it cannot equal a real issuer.
 */
export const STORED_DEMO_ISSUER = 'demo';

/**
 * The issuer that earlier releases stored for every identity, because those releases did not distinguish issuers
 * (decision 0018).
 */
export const PLACEHOLDER_ISSUER = 'google';

/**
 * Normalizes an issuer's URL for storage. An origin is stored with a trailing slash, even if the configuration omits
 * the slash.
 */
export function normalizeIssuer(url: string): string {
  return new URL(url).href;
}
