import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { articleMetaSchema } from '#domain/article.ts';
import { authorSummarySchema } from '#domain/author.ts';
import { MAX_SEARCH_PAGE_SIZE, MAX_SEARCH_QUERY_LENGTH, PAGE_SIZES } from '#domain/paging.ts';
import { getCacheKeysOfArticles } from '#server/platform/db/content-changes.ts';
import type { Queries } from '#server/platform/db/database.ts';
import {
  articleListSchema,
  createDataResponseSchema,
  createPageParameterSchemas,
  errorResponseSchema,
} from '#server/platform/http/schemas.ts';
import type { ApiResponseCache } from '#server/platform/http-cache/api-response-cache.ts';
import { searchCatalogue } from './service.ts';

const querySchema = z.object({
  q: z
    .string({
      error: ({ input }) => (input === undefined ? 'is missing' : 'must appear only once'),
    })
    .trim()
    .min(1, 'must not be empty')
    .max(MAX_SEARCH_QUERY_LENGTH, `must be at most ${MAX_SEARCH_QUERY_LENGTH} characters`),
  ...createPageParameterSchemas(PAGE_SIZES.search, MAX_SEARCH_PAGE_SIZE),
});

const responseSchema = createDataResponseSchema(
  articleListSchema.extend({
    metas: z.array(
      articleMetaSchema.extend({
        snippet: z.string().describe('HTML: escaped text with matches in <mark>.'),
      }),
    ),
    matchingAuthors: z.array(authorSummarySchema),
    corrections: z
      .array(z.object({ typed: z.string(), shown: z.array(z.string()) }))
      .describe(
        'Words that no article contains, normalized, and the closest words searched for instead.',
      ),
  }),
);

/** Maximum age of a cached search result in seconds. */
const MAX_AGE = 30;

/** Registers `GET /search`, which returns the articles that match a query, best matches first. */
export function searchRoutes(
  app: FastifyInstance,
  queries: Queries,
  cache: ApiResponseCache,
): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/search',
    {
      schema: {
        summary: 'Search articles',
        description:
          'Every word must match: by its stem, the last word also as a prefix, and a misspelled word by its closest known word. If no article has all of them, articles with some of them are returned.',
        tags: ['Reading'],
        querystring: querySchema,
        response: { 200: responseSchema, '4xx': errorResponseSchema },
      },
    },
    (request, reply) => {
      const { q, limit, nextToken } = request.query;
      return cache.respond(request, reply, { q, limit, nextToken }, responseSchema, async () => {
        const data = await searchCatalogue(queries, q, limit, nextToken);
        const keys = ['list', 'authors', ...getCacheKeysOfArticles(data.metas)];
        return { data, keys, maxAge: MAX_AGE };
      });
    },
  );
}
