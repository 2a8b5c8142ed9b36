import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Queries } from '../db/database.ts';
import { findOrCreateUser, type VerifiedIdentity } from './repository.ts';
import type { Sessions } from './sessions.ts';

/**
 * Signs in whoever an identity provider has vouched for, with an account of their own from the first time
 * on. `emailTaken`: another provider has vouched for this address before; its account stays closed.
 */
export async function signInWith(
  queries: Queries,
  sessions: Sessions,
  identity: VerifiedIdentity,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<'signedIn' | 'emailTaken'> {
  const outcome = await findOrCreateUser(queries, identity);
  if (outcome.kind === 'emailTaken') return outcome.kind;
  await sessions.open(request, reply, outcome.user, identity.provider);
  return outcome.kind;
}
