import type { FastifyReply, FastifyRequest } from 'fastify';
import { UnauthenticatedError } from '#server/platform/errors.ts';
import type { OpenSession } from './repository.ts';
import type { Sessions } from './service.ts';

/** The session a call comes with. Throws {@link UnauthenticatedError} (401) when there is none. */
export async function signedIn(
  sessions: Sessions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<OpenSession> {
  const session = await sessions.find(request, reply);
  if (!session) throw new UnauthenticatedError();
  return session;
}
