import type { FastifyInstance } from 'fastify';
import { toStorableJson } from '#domain/storable-json.ts';
import type { StudioMember, StudioRole } from '#domain/studio/roles.ts';
import { ForbiddenError } from '#server/platform/errors.ts';
import { type ConfiguredAdministratorEmails, toStudioMember } from './to-studio-member.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in studio member. Set on all routes that {@link restrictToStudioMembers} restricts. */
    member: StudioMember;
  }
  interface FastifyContextConfig {
    /** The role that the route requires of the signed-in member. */
    role?: StudioRole;
  }
}

/**
 * Restricts routes to studio members. Other signed-in readers get a 403 response before their request is parsed. Also
 * replaces characters that the database cannot store, such as NUL, in query strings and request bodies. Must be
 * registered within `restrictToReaders`.
 */
export function restrictToStudioMembers(
  app: FastifyInstance,
  administrators: ConfiguredAdministratorEmails,
): void {
  app.decorateRequest('member');
  app.addHook('onRequest', async (request) => {
    const member = toStudioMember(request.reader.user, administrators);
    if (!member) throw new ForbiddenError('The studio is for editors.');
    request.member = member;
  });
  app.addHook('preValidation', async (request) => {
    request.query = toStorableJson(request.query);
    request.body = toStorableJson(request.body);
  });
  app.addHook('onRoute', (route) => {
    route.config = { role: 'editor', ...route.config };
    route.schema = { ...route.schema, tags: ['Studio'] };
  });
}

/** Restricts routes to administrators. Must be registered within {@link restrictToStudioMembers}. */
export function restrictToAdministrators(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ member }) => {
    if (member.role !== 'administrator')
      throw new ForbiddenError('Only administrators can do that.');
  });
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, role: 'administrator' };
  });
}
