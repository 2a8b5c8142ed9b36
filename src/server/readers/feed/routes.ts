import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { FEED_READ_FILTERS } from '#domain/feed-filter.ts';
import { PAGE_SIZES } from '#domain/paging.ts';
import type { Queries } from '#server/platform/db/database.ts';
import {
  articleListSchema,
  createChoiceParameterSchema,
  createDataResponseSchema,
  createPageParameterSchemas,
  errorResponseSchema,
} from '#server/platform/http/schemas.ts';
import { listFeedArticles } from './service.ts';

/** Registers `GET /feed`, which lists articles by followed authors (spec 7). */
export function feedRoutes(app: FastifyInstance, queries: Queries): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();

  typed.get(
    '/feed',
    {
      schema: {
        summary: 'List articles by followed authors, newest first',
        tags: ['Readers'],
        querystring: z.object({
          show: createChoiceParameterSchema(FEED_READ_FILTERS).describe(
            '`unread` lists only articles that the reader has not finished.',
          ),
          ...createPageParameterSchemas(PAGE_SIZES.feed),
        }),
        response: { 200: createDataResponseSchema(articleListSchema), '4xx': errorResponseSchema },
      },
    },
    async ({ reader: { user }, query: { show, limit, nextToken } }) => {
      return { data: await listFeedArticles(queries, user, show, limit, nextToken) };
    },
  );
}
