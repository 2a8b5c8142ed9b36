import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { requireActiveAuthorId, requireAuthorId } from '#server/catalogue/authors/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import {
  authorPathParametersSchema,
  createDataResponseSchema,
  emptyResponseSchemas,
  errorResponseSchema,
} from '#server/platform/http/schemas.ts';
import { followAuthor, listFollowedAliases, unfollowAuthor } from './repository.ts';

/**
 * Registers `PUT, DELETE /authors/{alias}/follow`, which follow and unfollow an author. Also registers
 * `GET /users/me/following`, which lists the authors that the reader follows (spec 7).
 */
export function followRoutes(app: FastifyInstance, queries: Queries): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  const schema = {
    tags: ['Readers'],
    params: authorPathParametersSchema,
    response: emptyResponseSchemas,
  };

  typed.put(
    '/authors/:alias/follow',
    { schema: { ...schema, summary: 'Follow an author' } },
    async ({ reader: { user }, params }, reply) => {
      await followAuthor(queries, user, await requireActiveAuthorId(queries, params.alias));
      return reply.code(204).send();
    },
  );

  typed.delete(
    '/authors/:alias/follow',
    { schema: { ...schema, summary: 'Unfollow an author' } },
    async ({ reader: { user }, params }, reply) => {
      await unfollowAuthor(queries, user, await requireAuthorId(queries, params.alias));
      return reply.code(204).send();
    },
  );

  typed.get(
    '/users/me/following',
    {
      schema: {
        summary: 'List the aliases of followed authors',
        tags: ['Readers'],
        response: {
          200: createDataResponseSchema(z.object({ authors: z.array(z.string()) })),
          '4xx': errorResponseSchema,
        },
      },
    },
    async ({ reader: { user } }) => {
      return { data: { authors: await listFollowedAliases(queries, user) } };
    },
  );
}
