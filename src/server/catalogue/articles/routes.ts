import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { CATEGORY_IDS } from '#domain/categories.ts';
import { EXPLORE_LIST_NAMES } from '#domain/explore-list-name.ts';
import { PAGE_SIZES } from '#domain/paging.ts';
import { normalizeAlias } from '#domain/paths.ts';
import { findActiveAuthorsOfArticles } from '#server/catalogue/authors/repository.ts';
import {
  getCacheKeysOfArticleList,
  getCacheKeysOfArticles,
  getCacheKeysOfAuthors,
} from '#server/platform/db/content-changes.ts';
import type { Queries } from '#server/platform/db/database.ts';
import {
  aliasParameterSchema,
  articleListSchema,
  categoryParameterSchemas,
  createChoiceParameterSchema,
  createDataResponseSchema,
  createPageParameterSchemas,
  errorResponseSchema,
  withCategoryCheck,
} from '#server/platform/http/schemas.ts';
import type { ApiResponseCache } from '#server/platform/http-cache/api-response-cache.ts';
import { listArticlesWithAuthors } from './service.ts';
import {
  createRelatedSubcategoryFilters,
  listArticlesInRelatedSubcategories,
} from './suggestions.ts';

const querySchema = withCategoryCheck(
  z.object({
    alias: aliasParameterSchema.describe('Alias of an author, or a former alias'),
    ...categoryParameterSchemas,
    startHere: z.stringbool().optional().describe('Only recommended first reads'),
    show: createChoiceParameterSchema(EXPLORE_LIST_NAMES).describe(
      '`popular`: the articles that were read and bookmarked most in the last four weeks, ranked once a day; `short`: articles of at most three minutes',
    ),
    ...createPageParameterSchemas(PAGE_SIZES.articles),
  }),
).superRefine(({ show, alias, startHere }, context) => {
  for (const [name, value] of Object.entries({ alias, startHere }))
    if (show !== EXPLORE_LIST_NAMES[0] && value)
      context.addIssue({
        code: 'custom',
        path: ['show'],
        message: `cannot be combined with "${name}"`,
      });
});

const relatedQuerySchema = withCategoryCheck(
  z.object({
    category: z.enum(CATEGORY_IDS, { error: 'is not a category' }),
    subcategory: z.string().length(3, 'must have exactly three characters'),
  }),
);

const responseSchema = createDataResponseSchema(articleListSchema);
/**
 * Maximum age of a cached response in seconds. It is limited, because a response is not invalidated when the ranking of
 * popular articles changes, or when a library import changes the article counts of authors in the response.
 */
const MAX_AGE = 300;

/**
 * Registers `GET /articles` and `GET /articles/related`. The first lists published articles, newest first (spec 7) or
 * by popularity. The second lists articles from the three subcategories that are most closely related to a given one.
 */
export function articleListRoutes(
  app: FastifyInstance,
  queries: Queries,
  cache: ApiResponseCache,
): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/articles',
    {
      schema: {
        summary: 'List articles, newest first or the most popular ones',
        tags: ['Reading'],
        querystring: querySchema,
        response: { 200: responseSchema, '4xx': errorResponseSchema },
      },
    },
    (request, reply) => {
      const { limit, nextToken, ...query } = request.query;
      const filters = { ...query, alias: query.alias && normalizeAlias(query.alias) };
      return cache.respond(
        request,
        reply,
        { ...filters, startHere: filters.startHere ? 'true' : undefined, limit, nextToken },
        responseSchema,
        async () => {
          const data = await listArticlesWithAuthors(queries, filters, limit, nextToken);
          const authors = Object.values(data.authors);
          const keys = [
            ...getCacheKeysOfArticleList(filters),
            // If the request contains a former alias, the cache keys for the author's current alias are needed too.
            // Otherwise, a change to the list of the author's articles would not invalidate the response.
            ...(filters.alias ? authors : []).flatMap(({ alias }) =>
              getCacheKeysOfArticleList({ alias }),
            ),
            ...getCacheKeysOfArticles(data.metas),
            ...getCacheKeysOfAuthors(authors),
          ];
          return { data, keys, maxAge: MAX_AGE };
        },
      );
    },
  );
  app.withTypeProvider<ZodTypeProvider>().get(
    '/articles/related',
    {
      schema: {
        summary: 'List articles of the three subcategories nearest to one',
        tags: ['Reading'],
        querystring: relatedQuerySchema,
        response: { 200: responseSchema, '4xx': errorResponseSchema },
      },
    },
    (request, reply) => {
      const { category, subcategory } = request.query;
      return cache.respond(request, reply, { category, subcategory }, responseSchema, async () => {
        const metas = await listArticlesInRelatedSubcategories(
          queries,
          category,
          subcategory,
          PAGE_SIZES.related,
        );
        const authors = await findActiveAuthorsOfArticles(queries, metas);
        const listKeys = createRelatedSubcategoryFilters(category, subcategory).flatMap(
          getCacheKeysOfArticleList,
        );
        const keys = [
          ...listKeys,
          ...getCacheKeysOfArticles(metas),
          ...getCacheKeysOfAuthors(Object.values(authors)),
        ];
        return { data: { metas, authors, nextToken: null }, keys, maxAge: MAX_AGE };
      });
    },
  );
}
