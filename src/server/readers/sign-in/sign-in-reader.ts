import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Queries } from '#server/platform/db/database.ts';
import {
  findOrCreateUserForIdentity,
  type SignInOutcome,
  type VerifiedIdentity,
} from '#server/readers/accounts/repository.ts';
import type { Sessions } from '#server/readers/sessions/sessions.ts';
import { type PresentedLinkOffer, redeemLinkOffer } from './link-offers.ts';
import type { ProviderIdAndLabel } from './providers.ts';

/**
 * Signs in a reader with a verified identity. Creates an account if necessary. If the browser has an offer to link
 * another identity, redeems it. If an account with another identity has this email address, does not sign the reader
 * in, and returns `emailTaken`.
 */
export async function signInReader(
  { queries, sessions }: { queries: Queries; sessions: Sessions },
  { id: provider }: ProviderIdAndLabel,
  identity: VerifiedIdentity,
  offer: PresentedLinkOffer | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SignInOutcome> {
  const outcome = await findOrCreateUserForIdentity(queries, identity);
  if (outcome.kind === 'emailTaken') return outcome;
  if (offer) await redeemLinkOffer(queries, outcome.user.id, offer);
  await sessions.open(request, reply, outcome.user, provider);
  return outcome;
}
