import type { FastifyInstance } from 'fastify';
import { UnauthenticatedError } from '#server/platform/errors.ts';
import type { OpenSession } from './repository.ts';
import type { Sessions } from './sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's session. Set in scopes with {@link requireReader} only. */
    reader: OpenSession;
  }
}

/**
 * Requires a session, `request.reader`, for all routes of an encapsulated Fastify scope. Other requests are answered
 * with 401 before their body is read. Routes outside such a scope are public.
 */
export function requireReader(app: FastifyInstance, sessions: Sessions): void {
  app.decorateRequest('reader');
  app.addHook('onRequest', async (request, reply) => {
    const session = await sessions.findForApi(request, reply);
    if (!session) throw new UnauthenticatedError();
    request.reader = session;
  });
  app.addHook('onRoute', (route) => {
    // The API description requires a session too (`apiDescription`).
    route.schema = { ...route.schema, security: [{ session: [] }] };
  });
}
