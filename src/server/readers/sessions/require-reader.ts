import type { FastifyInstance } from 'fastify';
import { UnauthenticatedError } from '#server/platform/errors.ts';
import type { OpenSession } from './repository.ts';
import type { Sessions } from './sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls. There is one wherever {@link requireReader} holds, and nowhere else. */
    reader: OpenSession;
  }
}

/**
 * Makes an encapsulated part of the application the readers' own: who calls a route within it has an open
 * session, `request.reader`. Anybody else is answered with 401 before anything they sent is looked at. What is
 * registered outside of such a part is public.
 */
export function requireReader(app: FastifyInstance, sessions: Sessions): void {
  app.decorateRequest('reader');
  app.addHook('onRequest', async (request, reply) => {
    const session = await sessions.findForApi(request, reply);
    if (!session) throw new UnauthenticatedError();
    request.reader = session;
  });
  app.addHook('onRoute', (route) => {
    // The description of the API says so too (`apiDescription`).
    route.schema = { ...route.schema, security: [{ session: [] }] };
  });
}
