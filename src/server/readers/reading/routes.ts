import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { PAGE_SIZES } from '#domain/paging.ts';
import { readingProgressUpdateSchema, readingRecordSchema } from '#domain/reading-schema.ts';
import {
  assertArticleIsPublished,
  assertArticleWasEverPublished,
} from '#server/catalogue/articles/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import {
  articleListSchema,
  articlePathParametersSchema,
  createDataResponseSchema,
  createPageParameterSchemas,
  emptyResponseSchemas,
  errorResponseSchema,
} from '#server/platform/http/schemas.ts';
import { updatePreferences } from '#server/readers/accounts/repository.ts';
import {
  clearReadings,
  deleteReading,
  listFinishedArticleIds,
  recordReadingProgress,
} from './repository.ts';
import { listReadArticles } from './service.ts';

/** Maximum number of IDs in the response of `GET /history/ids`. They take up about 20 KB. */
const MAX_FINISHED_IDS = 500;

/**
 * Registers the endpoints for the reading history. `PUT /articles/{authorAlias}/{articleId}/reading` records how far a
 * reader has read an article, and `DELETE` removes the article from the history. `GET, DELETE /history` list and clear
 * the history. `GET /history/ids` lists the IDs of finished articles. `GET, PUT /user/history` return and change the
 * setting that turns the history on or off.
 */
export function readingRoutes(app: FastifyInstance, queries: Queries): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  const url = '/articles/:authorAlias/:articleId/reading';
  const tags = ['Readers'];
  const params = articlePathParametersSchema;

  typed.put(
    url,
    {
      schema: {
        summary: 'Record the part of an article that the reader has reached',
        description:
          '`end` records that the article was finished. Nothing is recorded while the reader’s history is switched off.',
        tags,
        params,
        body: readingProgressUpdateSchema,
        response: emptyResponseSchemas,
      },
    },
    async ({ reader: { user }, params, body }, reply) => {
      await assertArticleIsPublished(queries, params);
      await recordReadingProgress(queries, user, params.articleId, body);
      return reply.code(204).send();
    },
  );

  typed.delete(
    url,
    {
      schema: {
        summary: 'Remove an article from the reading history',
        tags,
        params,
        response: emptyResponseSchemas,
      },
    },
    async ({ reader: { user }, params }, reply) => {
      // Readers can also remove withdrawn articles from their history.
      if (!(await deleteReading(queries, user, params.articleId)))
        await assertArticleWasEverPublished(queries, params);
      return reply.code(204).send();
    },
  );

  typed.get(
    '/history',
    {
      schema: {
        summary: 'List the articles that the reader has read, last read first',
        description:
          '`readings` has the part that was reached last in each article, by article id.',
        tags,
        querystring: z.object({ ...createPageParameterSchemas(PAGE_SIZES.history) }),
        response: {
          200: createDataResponseSchema(
            articleListSchema.extend({ readings: z.record(z.string(), readingRecordSchema) }),
          ),
          '4xx': errorResponseSchema,
        },
      },
    },
    async ({ reader: { user }, query: { limit, nextToken } }) => ({
      data: await listReadArticles(queries, user, limit, nextToken),
    }),
  );

  typed.get(
    '/history/ids',
    {
      schema: {
        summary: 'List the ids of finished articles, last read first',
        description: 'Use it to mark articles as read without loading them.',
        tags,
        response: {
          200: createDataResponseSchema(z.object({ ids: z.array(z.string()) })),
          '4xx': errorResponseSchema,
        },
      },
    },
    async ({ reader: { user } }) => ({
      data: { ids: await listFinishedArticleIds(queries, user, MAX_FINISHED_IDS) },
    }),
  );

  typed.delete(
    '/history',
    { schema: { summary: 'Clear the reading history', tags, response: emptyResponseSchemas } },
    async ({ reader: { user } }, reply) => {
      await clearReadings(queries, user);
      return reply.code(204).send();
    },
  );

  const preferenceSchema = z.strictObject({
    keepsHistory: z.boolean({ error: 'must be true or false' }),
  });

  typed.get(
    '/user/history',
    {
      schema: {
        summary: 'Get whether a reading history is kept',
        tags,
        response: { 200: createDataResponseSchema(preferenceSchema), '4xx': errorResponseSchema },
      },
    },
    async ({ reader: { user } }) => ({ data: { keepsHistory: user.keepsHistory } }),
  );

  typed.put(
    '/user/history',
    {
      schema: {
        summary: 'Switch the reading history on or off',
        description: 'Switching it off keeps the existing history. `DELETE /history` clears it.',
        tags,
        body: preferenceSchema,
        response: emptyResponseSchemas,
      },
    },
    async ({ reader: { user }, body }, reply) => {
      await updatePreferences(queries, user, body);
      return reply.code(204).send();
    },
  );
}
