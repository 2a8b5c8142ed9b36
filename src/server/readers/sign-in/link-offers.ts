import { and, eq, lte, or, sql } from 'drizzle-orm';
import type { Queries } from '#server/platform/db/database.ts';
import { hashOf, newToken } from '#server/platform/tokens.ts';
import { type Identity, insertIdentity, lockAccount } from '#server/readers/accounts/repository.ts';
import { linkOffers } from './schema.ts';

/** Seconds an offer stands: an hour. */
export const LINK_OFFER_LIFETIME = 60 * 60;

/**
 * Offers to add an identity to the account that has its address. Returns the token that names the offer, for the
 * browser the identity has just signed in with. An identity has one offer: a new one ends the former.
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

/** The offer a browser holds when somebody signs in with it. */
export interface PresentedOffer {
  token: string;
  /** Whether the reader set out to accept it. */
  isAccepted: boolean;
}

/**
 * Ends the offer a browser holds, now that `userId` has signed in there. Accepted in time, and by the account it
 * was made to, the identity is added to that account; otherwise, or when the identity has another account by
 * now, nothing is.
 */
export async function redeemLinkOffer(
  queries: Queries,
  userId: string,
  { token, isAccepted }: PresentedOffer,
): Promise<void> {
  await queries.transaction(async (transaction) => {
    // First of all, as deletion does it: an account that goes at this moment gets no identity any more.
    const account = await lockAccount(transaction, userId);
    // Whoever deletes the row has the offer; of two who come with the same token, that is one.
    const [offer] = await transaction
      .delete(linkOffers)
      .where(eq(linkOffers.tokenHash, hashOf(token)))
      .returning();
    const isValid = offer && isAccepted && offer.expiresAt.getTime() > Date.now();
    if (isValid && offer.userId === account?.id) await insertIdentity(transaction, userId, offer);
  });
}
