import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { PAGE_SIZES } from '#domain/paging.ts';
import type { Queries } from '#server/platform/db/database.ts';
import {
  articleListSchema,
  categoryParameters,
  dataOf,
  errorSchema,
  limitParameter,
  pageTokenParameter,
  refineCategories,
  textParameter,
} from '#server/platform/http/schemas.ts';
import { listWithAuthors } from './service.ts';

const querySchema = refineCategories(
  z.object({
    alias: textParameter(30),
    ...categoryParameters,
    limit: limitParameter(PAGE_SIZES.articles),
    nextToken: pageTokenParameter,
  }),
);

/** `GET /articles`: published articles, newest first (spec 7). */
export function articleRoutes(app: FastifyInstance, queries: Queries): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/articles',
    {
      schema: {
        summary: 'List articles, newest first',
        tags: ['Reading'],
        querystring: querySchema,
        response: { 200: dataOf(articleListSchema), '4xx': errorSchema },
      },
    },
    async ({ query: { limit, nextToken, ...filters } }) => ({
      data: await listWithAuthors(queries, filters, limit, nextToken),
    }),
  );
}
