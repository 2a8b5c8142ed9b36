import type { FastifyInstance } from 'fastify';
import { READER_ID_HEADER } from '#domain/offline.ts';
import { UnauthenticatedError } from '#server/platform/errors.ts';
import type { SessionWithUser } from './repository.ts';
import type { Sessions } from './sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's session. It is only set on routes that require a session ({@link restrictToReaders}). */
    reader: SessionWithUser;
  }
}

/**
 * Requires a session for all routes of an encapsulated Fastify scope, and stores the session as `request.reader`.
 * Requests without a session get 401 before their body is read. Requests that name another reader in
 * {@link READER_ID_HEADER} also get 401. Routes outside such a scope are public.
 */
export function restrictToReaders(app: FastifyInstance, sessions: Sessions): void {
  app.decorateRequest('reader');
  app.addHook('onRequest', async (request, reply) => {
    const session = await sessions.findForApi(request, reply);
    if (!session) throw new UnauthenticatedError();
    const { [READER_ID_HEADER]: readerId = session.user.id } = request.headers;
    if (readerId !== session.user.id) throw new UnauthenticatedError();
    request.reader = session;
  });
  app.addHook('onRoute', (route) => {
    // The `security` property marks the route in the API description as requiring a session.
    route.schema = { ...route.schema, security: [{ session: [] }] };
  });
}
