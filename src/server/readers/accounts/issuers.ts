/**
 * The issuer stored for identities of the demo provider. The provider's URL depends on the port, so it cannot identify
 * the issuer. Like {@link UNNAMED_ISSUER}, the value is not a URL and cannot equal a real issuer.
 */
export const DEMO_ISSUER = 'demo';

/** The issuer stored for all identities by releases that did not distinguish issuers (decision 0018). */
export const UNNAMED_ISSUER = 'google';

/**
 * Normalizes an issuer's URL for storage. An origin is stored with a trailing slash, even if it is configured without
 * one.
 */
export function normalizeIssuer(url: string): string {
  return new URL(url).href;
}
