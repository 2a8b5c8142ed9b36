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
import { exportFollows, importFollows } from './opml.ts';
import { followAuthor, listFollowedAliases, unfollowAuthor } from './repository.ts';

/** Maximum length of an imported OPML file, in characters. Request bodies are limited to 64 KB. */
const MAX_OPML_LENGTH = 60_000;

/**
 * Registers `PUT, DELETE /authors/{alias}/follow`, which follow and unfollow an author, and `GET /users/me/following`,
 * which lists the authors that the reader follows (spec 7). Also registers the routes that export and import these
 * authors as OPML. The URLs in an exported file begin with `origin`.
 */
export function followRoutes(
  app: FastifyInstance,
  { queries, origin }: { queries: Queries; origin: string },
): void {
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

  typed.get(
    '/users/me/following.opml',
    {
      schema: {
        summary: 'Export followed authors as OPML',
        description: 'A file with the web feed of each followed author, for feed readers.',
        tags: ['Readers'],
        response: { 200: z.string(), '4xx': errorResponseSchema },
      },
    },
    async ({ reader: { user } }, reply) => {
      const opml = await exportFollows(queries, user, origin);
      return reply
        .type('text/x-opml; charset=utf-8')
        .header('content-disposition', 'attachment; filename="octavo-authors.opml"')
        .header('cache-control', 'private, no-store')
        .send(opml);
    },
  );

  typed.post(
    '/users/me/following/import',
    {
      schema: {
        summary: 'Follow the authors in an OPML file',
        description:
          'Authors are recognized by the URL of their page or web feed. Stops when the limit of followed authors is reached, and says so in `refusal`.',
        tags: ['Readers'],
        body: z.strictObject({ opml: z.string().min(1).max(MAX_OPML_LENGTH) }),
        response: {
          200: createDataResponseSchema(
            z.object({
              followed: z.array(z.string()),
              unknown: z.int(),
              refusal: z.string().nullable(),
            }),
          ),
          '4xx': errorResponseSchema,
        },
      },
    },
    async ({ reader: { user }, body }) => ({
      data: await importFollows(queries, user, body.opml, origin),
    }),
  );
}
