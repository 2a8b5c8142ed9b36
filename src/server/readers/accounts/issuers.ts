/**
 * What identities of the demonstration are kept under: its address is another on every port. Like
 * {@link UNNAMED}, the name of no issuer, for those are addresses.
 */
export const DEMONSTRATION = 'demo';

/** What identities of every other issuer were kept under before issuers were told apart (decision 0018). */
export const UNNAMED = 'google';

/** An issuer's address as identities are kept under it; an origin is written with and without a slash. */
export function issuerKey(address: string): string {
  return new URL(address).href;
}
