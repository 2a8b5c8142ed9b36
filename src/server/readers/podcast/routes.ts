import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import {
  newPrivatePodcastSchema,
  privatePodcastSchema,
  privatePodcastUrlRequestSchema,
} from '#domain/podcast-schema.ts';
import type { Queries } from '#server/platform/db/database.ts';
import {
  createDataResponseSchema,
  emptyResponseSchemas,
  errorResponseSchema,
} from '#server/platform/http/schemas.ts';
import { deletePrivatePodcast } from './repository.ts';
import { createPrivatePodcastUrl, getPrivatePodcast } from './service.ts';

interface PrivatePodcastOptions {
  queries: Queries;
  origin: string;
}

/**
 * Registers `GET, PUT, DELETE /user/podcast`. They return whether a reader's private podcast is on, create a new feed
 * URL, and turn the podcast off.
 */
export function privatePodcastRoutes(
  app: FastifyInstance,
  { queries, origin }: PrivatePodcastOptions,
): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  const url = '/user/podcast';
  const tags = ['Readers'];

  typed.get(
    url,
    {
      schema: {
        summary: 'Find out whether the private podcast is on',
        tags,
        response: {
          200: createDataResponseSchema(privatePodcastSchema),
          '4xx': errorResponseSchema,
        },
      },
    },
    async ({ reader: { user } }) => ({ data: await getPrivatePodcast(queries, user) }),
  );

  typed.put(
    url,
    {
      schema: {
        summary: 'Create a new address for the private podcast',
        description:
          'The previous address stops working. The URL is in this response only. Requires Premium.',
        tags,
        body: privatePodcastUrlRequestSchema,
        response: {
          200: createDataResponseSchema(newPrivatePodcastSchema),
          '4xx': errorResponseSchema,
        },
      },
    },
    async ({ reader: { user }, body: { replaces } }) => ({
      data: await createPrivatePodcastUrl(queries, user, { replaces, origin }),
    }),
  );

  typed.delete(
    url,
    { schema: { summary: 'Switch the private podcast off', tags, response: emptyResponseSchemas } },
    async ({ reader: { user } }, reply) => {
      await deletePrivatePodcast(queries, user);
      return reply.code(204).send();
    },
  );
}
