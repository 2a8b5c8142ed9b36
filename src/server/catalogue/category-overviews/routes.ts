import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { articleMetaSchema } from '#domain/article.ts';
import { authorSummarySchema } from '#domain/author.ts';
import { CATEGORY_IDS } from '#domain/categories.ts';
import {
  getCacheKeysOfArticleList,
  getCacheKeysOfArticles,
  getCacheKeysOfAuthors,
} from '#server/platform/db/content-changes.ts';
import type { Queries } from '#server/platform/db/database.ts';
import {
  categoryParameterSchemas,
  createDataResponseSchema,
  errorResponseSchema,
  withCategoryCheck,
} from '#server/platform/http/schemas.ts';
import type { ApiResponseCache } from '#server/platform/http-cache/api-response-cache.ts';
import { loadCategoryOverview } from './service.ts';

const querySchema = withCategoryCheck(
  z.object({
    ...categoryParameterSchemas,
    category: z.enum(CATEGORY_IDS, { error: 'is not a category' }),
  }),
);

const responseSchema = createDataResponseSchema(
  z.object({
    title: z.string(),
    description: z.string(),
    introduction: z.string(),
    startHere: z.array(articleMetaSchema).describe('Empty if there are no further articles'),
    authors: z
      .array(authorSummarySchema)
      .describe('Authors who wrote most of the newest articles come first'),
  }),
);

/**
 * Maximum age of a cached response in seconds. Cached responses must expire, because they are not invalidated when the
 * ranking of popular articles changes, or when a library import changes the article counts of the authors in them.
 */
const MAX_AGE = 300;

/** Registers `GET /categories/overview`, which returns the introduction of a category or subcategory. */
export function categoryOverviewRoutes(
  app: FastifyInstance,
  queries: Queries,
  cache: ApiResponseCache,
): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/categories/overview',
    {
      schema: {
        summary: 'Introduce a category or subcategory, with articles to start with and authors',
        tags: ['Reading'],
        querystring: querySchema,
        response: { 200: responseSchema, '4xx': errorResponseSchema },
      },
    },
    (request, reply) => {
      const { category, subcategory } = request.query;
      return cache.respond(request, reply, { category, subcategory }, responseSchema, async () => {
        const data = await loadCategoryOverview(queries, category, subcategory);
        const keys = [
          ...getCacheKeysOfArticleList({ category }),
          ...getCacheKeysOfArticles(data.startHere),
          ...getCacheKeysOfAuthors(data.authors),
        ];
        return { data, keys, maxAge: MAX_AGE };
      });
    },
  );
}
