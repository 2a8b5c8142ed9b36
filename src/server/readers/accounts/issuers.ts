/**
 * What identities of the demonstration are kept under: its address is another on every port. Like
 * {@link UNNAMED_ISSUER}, the name of no issuer, for those are addresses.
 */
export const DEMO_ISSUER = 'demo';

/** What identities of every other issuer were kept under before issuers were told apart (decision 0018). */
export const UNNAMED_ISSUER = 'google';

/** An issuer's address as identities are kept under it; an origin is written with and without a slash. */
export function normalizeIssuer(address: string): string {
  return new URL(address).href;
}
