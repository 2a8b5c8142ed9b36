import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { createUuidSchema } from '#domain/ids.ts';
import {
  articleReviewSchema,
  concernSchema,
  passageEditRequestSchema,
  reviewStatusSchema,
} from '#domain/studio/reviews.ts';
import type { Queries } from '#server/platform/db/database.ts';
import {
  createDataResponseSchema,
  createPagedDataResponseSchema,
  createPageParameterSchemas,
  emptyResponseSchemas,
  errorResponseSchema,
} from '#server/platform/http/schemas.ts';
import { ignoreConcern, reopenConcern, resolveConcernByEditor } from './concerns.ts';
import { listReviewsForEditors, loadReviewWithConcerns } from './load-reviews.ts';
import { acceptAiReview, rejectReview } from './review-decisions.ts';

const PAGE_SIZE = 25;
const paramsSchema = z.object({ id: createUuidSchema('is not an id') });

/** Registers the endpoints for AI reviews and for editors' decisions about them. */
export function reviewRoutes(app: FastifyInstance, queries: Queries): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();

  typed.get(
    '/reviews',
    {
      schema: {
        summary: 'List reviews, newest first',
        querystring: z.object({
          status: reviewStatusSchema.optional(),
          articleId: createUuidSchema().optional(),
          ...createPageParameterSchemas(PAGE_SIZE),
        }),
        response: {
          200: createPagedDataResponseSchema({ reviews: z.array(articleReviewSchema) }),
          '4xx': errorResponseSchema,
        },
      },
    },
    async ({ query: { limit, nextToken, ...filters } }) => ({
      data: await listReviewsForEditors(queries, filters, limit, nextToken),
    }),
  );

  typed.get(
    '/reviews/:id',
    {
      schema: {
        summary: 'Get a review with its concerns',
        params: paramsSchema,
        response: {
          200: createDataResponseSchema(
            z.object({ review: articleReviewSchema, concerns: z.array(concernSchema) }),
          ),
          '4xx': errorResponseSchema,
        },
      },
    },
    async ({ params: { id } }) => ({ data: await loadReviewWithConcerns(queries, id) }),
  );

  const decisions = [
    [
      '/reviews/:id/accept',
      'Accept a review, so that a person reads its article next',
      acceptAiReview,
    ],
    ['/reviews/:id/reject', 'Reject a review, so that its article is a draft again', rejectReview],
    ['/concerns/:id/ignore', 'Dismiss a concern', ignoreConcern],
    ['/concerns/:id/reopen', 'Reopen a concern', reopenConcern],
  ] as const;
  for (const [path, summary, decide] of decisions)
    typed.post(
      path,
      { schema: { summary, params: paramsSchema, response: emptyResponseSchemas } },
      async ({ params: { id }, member }, reply) => {
        await decide(queries, member, id);
        return reply.code(204).send();
      },
    );

  typed.post(
    '/concerns/:id/edit',
    {
      schema: {
        summary: 'Resolve a concern by hand, with or without a replacement',
        params: paramsSchema,
        body: passageEditRequestSchema,
        response: emptyResponseSchemas,
      },
    },
    async ({ params: { id }, body: { text }, member }, reply) => {
      await resolveConcernByEditor(queries, member, id, text);
      return reply.code(204).send();
    },
  );
}
