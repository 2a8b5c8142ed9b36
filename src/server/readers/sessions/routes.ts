import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { createUuidSchema } from '#domain/ids.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { NotFoundError } from '#server/platform/errors.ts';
import {
  createDataResponseSchema,
  emptyResponseSchemas,
  errorResponseSchema,
} from '#server/platform/http/schemas.ts';
import { deleteAllSessions, deleteSessionById, listOpenSessions } from './repository.ts';
import type { Sessions } from './sessions.ts';

const sessionsSchema = createDataResponseSchema(
  z.object({
    sessions: z.array(
      z.object({
        id: createUuidSchema(),
        userAgent: z.string(),
        createdAt: z.iso.datetime(),
        lastSeenAt: z.iso.datetime(),
        isCurrent: z.boolean(),
      }),
    ),
  }),
);

/**
 * Registers `GET, DELETE /user/sessions` and `DELETE /user/sessions/{id}`, which list and end the reader's sessions on
 * all devices.
 */
export function sessionRoutes(app: FastifyInstance, queries: Queries, sessions: Sessions): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();

  typed.get(
    '/user/sessions',
    {
      schema: {
        summary: 'List open sessions, most recently used first',
        tags: ['Account'],
        response: { 200: sessionsSchema, '4xx': errorResponseSchema },
      },
    },
    async ({ reader: currentSession }) => {
      const openSessions = await listOpenSessions(queries, currentSession.user.id);
      return {
        data: {
          sessions: openSessions.map(({ id, userAgent, createdAt, lastSeenAt }) => ({
            id,
            userAgent,
            createdAt: createdAt.toISOString(),
            lastSeenAt: lastSeenAt.toISOString(),
            isCurrent: id === currentSession.id,
          })),
        },
      };
    },
  );

  typed.delete(
    '/user/sessions/:id',
    {
      schema: {
        summary: 'Sign out of one device',
        tags: ['Account'],
        params: z.object({ id: createUuidSchema() }),
        response: emptyResponseSchemas,
      },
    },
    async ({ reader: currentSession, params }, reply) => {
      const { id } = params;
      if (!(await deleteSessionById(queries, currentSession.user.id, id)))
        throw new NotFoundError('You’re no longer signed in on that device.');
      if (id === currentSession.id) sessions.clearBrowser(reply);
      return reply.code(204).send();
    },
  );

  typed.delete(
    '/user/sessions',
    {
      schema: {
        summary: 'Sign out everywhere',
        tags: ['Account'],
        response: { 204: z.void(), '4xx': errorResponseSchema },
      },
    },
    async ({ reader: { user } }, reply) => {
      await deleteAllSessions(queries, user.id);
      sessions.clearBrowser(reply);
      return reply.code(204).send();
    },
  );
}
