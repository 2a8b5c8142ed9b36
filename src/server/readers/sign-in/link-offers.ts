import { and, eq, lte, or, sql } from 'drizzle-orm';
import type { Queries } from '#server/platform/db/database.ts';
import { hashOf, newToken } from '#server/platform/tokens.ts';
import { type Identity, insertIdentity, lockAccount } from '#server/readers/accounts/repository.ts';
import { linkOffers } from './schema.ts';

/** Seconds an offer is valid: an hour. */
export const LINK_OFFER_LIFETIME = 60 * 60;

/**
 * Creates an offer to add an identity to the account with its email address. Returns the token for the browser that has
 * just signed in with the identity. A new offer replaces the identity's former one.
 */
export async function createLinkOffer(
  queries: Queries,
  userId: string,
  { issuer, subject }: Identity,
): Promise<string> {
  const token = newToken();
  const expiresAt = new Date(Date.now() + LINK_OFFER_LIFETIME * 1000);
  const isSameIdentity = and(eq(linkOffers.issuer, issuer), eq(linkOffers.subject, subject));
  await queries.transaction(async (transaction) => {
    await transaction
      .delete(linkOffers)
      .where(
        and(
          eq(linkOffers.userId, userId),
          or(isSameIdentity, lte(linkOffers.expiresAt, sql`now()`)),
        ),
      );
    await transaction
      .insert(linkOffers)
      .values({ userId, tokenHash: hashOf(token), issuer, subject, expiresAt });
  });
  return token;
}

/** The offer that a browser presents at a sign-in. */
export interface PresentedLinkOffer {
  token: string;
  /** True if the reader started the sign-in to accept it. */
  isAccepted: boolean;
}

/**
 * Redeems the offer of a browser in which `userId` has signed in. Adds the identity to the account if the offer was
 * accepted in time and made to this account, and the identity has no other account by now.
 */
export async function redeemLinkOffer(
  queries: Queries,
  userId: string,
  { token, isAccepted }: PresentedLinkOffer,
): Promise<void> {
  await queries.transaction(async (transaction) => {
    // Locks the account first, as its deletion does, so that a deleted account gets no identity.
    const account = await lockAccount(transaction, userId);
    // Deleting the row claims the offer: of two requests with the same token, one gets it.
    const [offer] = await transaction
      .delete(linkOffers)
      .where(eq(linkOffers.tokenHash, hashOf(token)))
      .returning();
    const isValid = offer && isAccepted && offer.expiresAt.getTime() > Date.now();
    if (isValid && offer.userId === account?.id) await insertIdentity(transaction, userId, offer);
  });
}
