import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Queries } from '#server/platform/db/database.ts';
import { UnauthenticatedError } from '#server/platform/errors.ts';
import type { Sessions } from '#server/readers/sessions/service.ts';
import { type HeldOffer, settleOffer } from './link-offers.ts';
import {
  findOrCreateUser,
  lockAccount,
  type SignInOutcome,
  type VerifiedIdentity,
} from './repository.ts';
import type { User } from './schema.ts';

export { makeOffer, OFFER_LIFETIME } from './link-offers.ts';
export type { VerifiedIdentity, WayIn } from './repository.ts';

/**
 * Signs in whoever an identity provider has vouched for, with an account of their own from the first time
 * on, and settles the offer their browser holds. `emailTaken`: another provider has vouched for this address
 * before; its account stays closed.
 */
export async function signInWith(
  queries: Queries,
  sessions: Sessions,
  identity: VerifiedIdentity,
  offer: HeldOffer | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SignInOutcome> {
  const outcome = await findOrCreateUser(queries, identity);
  if (outcome.kind === 'emailTaken') return outcome;
  if (offer) await settleOffer(queries, outcome.user.id, offer);
  await sessions.open(request, reply, outcome.user, identity.provider);
  return outcome;
}

/**
 * Lets readers take turns with themselves: until the transaction ends, the account's row is locked, so that
 * fifty calls at once add no more than they would after each other. Returns the account as it is now. Throws
 * {@link UnauthenticatedError} when it was deleted since the call came in.
 */
export async function takeTurn(transaction: Queries, { id }: User): Promise<User> {
  const account = await lockAccount(transaction, id);
  if (!account) throw new UnauthenticatedError();
  return account;
}
