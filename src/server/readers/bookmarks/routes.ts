import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { BOOKMARK_FILTERS, BOOKMARK_ORDERS } from '#domain/bookmark-order.ts';
import { PAGE_SIZES } from '#domain/paging.ts';
import { TIER_BENEFITS } from '#domain/tiers.ts';
import {
  assertArticleIsPublished,
  assertArticleWasEverPublished,
} from '#server/catalogue/articles/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import {
  articleListSchema,
  articlePathParametersSchema,
  createChoiceParameterSchema,
  createDataResponseSchema,
  createPageParameterSchemas,
  emptyResponseSchemas,
  errorResponseSchema,
  searchParameterSchema,
} from '#server/platform/http/schemas.ts';
import { addBookmark, listBookmarkAliasesAndIds, removeBookmark } from './repository.ts';
import { listBookmarkedArticles } from './service.ts';

/** Maximum number of bookmarks in a response. A Premium reader can have this many bookmarks (spec 9). */
const MAX_PAGE_SIZE = TIER_BENEFITS.premium.bookmarks;

/**
 * Registers `PUT, DELETE /articles/{authorAlias}/{articleId}/bookmark` and `GET /bookmarks` (spec 7). Also registers
 * `GET /bookmarks/ids`, which returns the IDs of all bookmarked articles.
 */
export function bookmarkRoutes(app: FastifyInstance, queries: Queries): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  const url = '/articles/:authorAlias/:articleId/bookmark';
  const schema = {
    tags: ['Readers'],
    params: articlePathParametersSchema,
    response: emptyResponseSchemas,
  };

  typed.put(
    url,
    { schema: { ...schema, summary: 'Bookmark an article' } },
    async ({ reader: { user }, params }, reply) => {
      await assertArticleIsPublished(queries, params);
      await addBookmark(queries, user, params.articleId);
      return reply.code(204).send();
    },
  );

  typed.delete(
    url,
    { schema: { ...schema, summary: 'Remove a bookmark' } },
    async ({ reader: { user }, params }, reply) => {
      // Readers can also remove bookmarks of withdrawn articles.
      if (!(await removeBookmark(queries, user, params.articleId)))
        await assertArticleWasEverPublished(queries, params);
      return reply.code(204).send();
    },
  );

  typed.get(
    '/bookmarks',
    {
      schema: {
        summary: 'List bookmarks',
        description:
          'Newest bookmark first, unless another order is given. `show` keeps articles that the reader has never finished, or has finished. `q` keeps articles that have all of its words in their title, author, tagline, summary, or category.',
        tags: ['Readers'],
        querystring: z.object({
          ...createPageParameterSchemas(PAGE_SIZES.bookmarks, MAX_PAGE_SIZE),
          show: createChoiceParameterSchema(BOOKMARK_FILTERS),
          order: createChoiceParameterSchema(BOOKMARK_ORDERS),
          q: searchParameterSchema,
        }),
        response: { 200: createDataResponseSchema(articleListSchema), '4xx': errorResponseSchema },
      },
    },
    async ({ reader: { user }, query: { limit, nextToken, show, order, q = '' } }) => {
      const listing = { show, order, query: q };
      return { data: await listBookmarkedArticles(queries, user, listing, limit, nextToken) };
    },
  );

  typed.get(
    '/bookmarks/ids',
    {
      schema: {
        summary: 'List the ids of bookmarked articles',
        description:
          'Each is `alias:id`, newest bookmark first. Use it to mark articles as bookmarked without loading them.',
        tags: ['Readers'],
        response: {
          200: createDataResponseSchema(z.object({ ids: z.array(z.string()) })),
          '4xx': errorResponseSchema,
        },
      },
    },
    async ({ reader: { user } }) => ({
      data: { ids: await listBookmarkAliasesAndIds(queries, user) },
    }),
  );
}
