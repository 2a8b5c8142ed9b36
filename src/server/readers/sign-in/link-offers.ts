import { and, eq, lte, or, sql } from 'drizzle-orm';
import type { Queries } from '#server/platform/db/database.ts';
import { createToken, hashToken } from '#server/platform/tokens.ts';
import { type Identity, insertIdentity, lockAccount } from '#server/readers/accounts/repository.ts';
import { linkOffers } from './schema.ts';

/** Seconds until an offer to link an identity to an account expires: one hour. */
export const LINK_OFFER_LIFETIME_SECONDS = 60 * 60;

/**
 * Creates an offer to link an identity to the account that has the same email address. Returns the offer's token, which
 * is meant for the browser that has signed in with the identity. A new offer replaces the previous offer for the same
 * identity.
 */
export async function createLinkOffer(
  queries: Queries,
  userId: string,
  { issuer, subject }: Identity,
): Promise<string> {
  const token = createToken();
  const expiresAt = new Date(Date.now() + LINK_OFFER_LIFETIME_SECONDS * 1000);
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
      .values({ userId, tokenHash: hashToken(token), issuer, subject, expiresAt });
  });
  return token;
}

/** An offer to link an identity to an account, as a browser presents it in its cookie during a sign-in. */
export interface PresentedLinkOffer {
  token: string;
  /** True if the reader started the sign-in to accept the link offer. */
  isAccepted: boolean;
}

/**
 * Redeems a browser's link offer after a sign-in to the account `userId`. Adds the identity to the account if three
 * conditions hold: the reader accepted the offer in time, the offer was made for this account, and the identity does
 * not belong to an account yet.
 */
export async function redeemLinkOffer(
  queries: Queries,
  userId: string,
  { token, isAccepted }: PresentedLinkOffer,
): Promise<void> {
  await queries.transaction(async (transaction) => {
    // The account is locked first, so that this transaction locks rows in the same order as account deletion, which
    // avoids deadlocks. `account` is undefined if the account was deleted, so a deleted account cannot get an identity.
    const account = await lockAccount(transaction, userId);
    // The offer is deleted before the identity is added, so that only one of two requests with the same token can
    // redeem it.
    const [offer] = await transaction
      .delete(linkOffers)
      .where(eq(linkOffers.tokenHash, hashToken(token)))
      .returning();
    const isValid = offer && isAccepted && offer.expiresAt.getTime() > Date.now();
    if (isValid && offer.userId === account?.id) await insertIdentity(transaction, userId, offer);
  });
}
