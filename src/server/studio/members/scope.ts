import type { FastifyInstance } from 'fastify';
import { toStorable } from '#domain/storable-text.ts';
import type { Member, StudioRole } from '#domain/studio/roles.ts';
import { ForbiddenError } from '#server/platform/errors.ts';
import { type Administrators, toMember } from './to-member.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who works in the studio. There is one wherever {@link editorsOnly} holds, and nowhere else. */
    member: Member;
  }
  interface FastifyContextConfig {
    /** Who may call a route of the studio. */
    role?: StudioRole;
  }
}

/**
 * Makes a part of what is the readers' own the editors': anybody else who is signed in is answered with 403 before
 * anything they sent is looked at. What editors write is text a database can hold. To be used within `readersOnly`.
 */
export function editorsOnly(app: FastifyInstance, administrators: Administrators): void {
  app.decorateRequest('member');
  app.addHook('onRequest', async (request) => {
    const member = toMember(request.reader.user, administrators);
    if (!member) throw new ForbiddenError('The studio is for editors.');
    request.member = member;
  });
  app.addHook('preValidation', async (request) => {
    request.query = toStorable(request.query);
    request.body = toStorable(request.body);
  });
  app.addHook('onRoute', (route) => {
    route.config = { role: 'editor', ...route.config };
    route.schema = { ...route.schema, tags: ['Studio'] };
  });
}

/** Makes a part of the studio the administrators'. To be used within {@link editorsOnly}. */
export function administratorsOnly(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ member }) => {
    if (member.role !== 'administrator')
      throw new ForbiddenError('Only administrators can do that.');
  });
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, role: 'administrator' };
  });
}
