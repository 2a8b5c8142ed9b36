import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { PAGE_SIZES } from '#domain/paging.ts';
import { requireAuthor, requireAuthorEver } from '#server/catalogue/authors/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import {
  articleListSchema,
  authorParameters,
  dataOf,
  emptyResponses,
  errorSchema,
  limitParameter,
  pageTokenParameter,
} from '#server/platform/http/schemas.ts';
import type { Sessions } from '#server/readers/sessions/sessions.ts';
import { signedIn } from '#server/readers/sessions/signed-in.ts';
import { addFollow, listFeed, listFollowed, removeFollow } from './repository.ts';

/** `PUT, DELETE /authors/{alias}/follow`, `GET /users/me/following` and `GET /feed` (spec 7). */
export function followRoutes(app: FastifyInstance, queries: Queries, sessions: Sessions): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  const schema = { tags: ['Readers'], params: authorParameters, response: emptyResponses };

  typed.put(
    '/authors/:alias/follow',
    { schema: { ...schema, summary: 'Follow an author' } },
    async (request, reply) => {
      const { user } = await signedIn(sessions, request, reply);
      await addFollow(queries, user, await requireAuthor(queries, request.params.alias));
      return reply.code(204).send();
    },
  );

  typed.delete(
    '/authors/:alias/follow',
    { schema: { ...schema, summary: 'Follow an author no longer' } },
    async (request, reply) => {
      const { user } = await signedIn(sessions, request, reply);
      await removeFollow(queries, user, await requireAuthorEver(queries, request.params.alias));
      return reply.code(204).send();
    },
  );

  typed.get(
    '/users/me/following',
    {
      schema: {
        summary: 'Aliases of followed authors',
        tags: ['Readers'],
        response: { 200: dataOf(z.object({ authors: z.array(z.string()) })), '4xx': errorSchema },
      },
    },
    async (request, reply) => {
      const { user } = await signedIn(sessions, request, reply);
      return { data: { authors: await listFollowed(queries, user) } };
    },
  );

  typed.get(
    '/feed',
    {
      schema: {
        summary: 'What followed authors have published, newest first',
        tags: ['Readers'],
        querystring: z.object({
          limit: limitParameter(PAGE_SIZES.feed),
          nextToken: pageTokenParameter,
        }),
        response: { 200: dataOf(articleListSchema), '4xx': errorSchema },
      },
    },
    async (request, reply) => {
      const { user } = await signedIn(sessions, request, reply);
      const { limit, nextToken } = request.query;
      return { data: await listFeed(queries, user, limit, nextToken) };
    },
  );
}
