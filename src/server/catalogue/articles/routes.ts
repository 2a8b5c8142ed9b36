import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { aliasKey } from '#domain/addresses.ts';
import { PAGE_SIZES } from '#domain/paging.ts';
import { authorKeys } from '#server/catalogue/authors/service.ts';
import type { KeptCalls } from '#server/platform/answers/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import {
  aliasParameter,
  articleListSchema,
  categoryParameters,
  dataOf,
  errorSchema,
  pageParameters,
  refineCategories,
} from '#server/platform/http/schemas.ts';
import { articleKeys, listKeys, listWithAuthors } from './service.ts';

const querySchema = refineCategories(
  z.object({
    alias: aliasParameter,
    ...categoryParameters,
    startHere: z.stringbool().optional().describe('Only recommended first reads'),
    ...pageParameters(PAGE_SIZES.articles),
  }),
);

const responseSchema = dataOf(articleListSchema);
/** Seconds: with the articles stand their authors, with how much each has published. */
const COUNT_AGE = 300;

/** `GET /articles`: published articles, newest first (spec 7). */
export function articleRoutes(app: FastifyInstance, queries: Queries, calls: KeptCalls): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/articles',
    {
      schema: {
        summary: 'List articles, newest first',
        tags: ['Reading'],
        querystring: querySchema,
        response: { 200: responseSchema, '4xx': errorSchema },
      },
    },
    (request, reply) => {
      const { limit, nextToken, ...given } = request.query;
      const filters = { ...given, alias: given.alias && aliasKey(given.alias) };
      return calls.answer(
        request,
        reply,
        { ...filters, startHere: filters.startHere ? 'true' : undefined, limit, nextToken },
        responseSchema,
        async () => {
          const data = await listWithAuthors(queries, filters, limit, nextToken);
          const authors = Object.values(data.authors);
          const keys = [...listKeys(filters), ...articleKeys(data.metas), ...authorKeys(authors)];
          return { data, keys, maxAge: COUNT_AGE };
        },
      );
    },
  );
}
