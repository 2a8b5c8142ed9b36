import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Queries } from '#server/platform/db/database.ts';
import { createDataResponseSchema, errorResponseSchema } from '#server/platform/http/schemas.ts';
import { countMessagesByStatus } from '#server/readers/contact/inbox.ts';
import { countReportedArticlesByStatus } from '#server/readers/reports/reported-articles.ts';
import { countReviewsAwaitingEditor } from '#server/studio/reviews/load-reviews.ts';

/**
 * Registers `GET /studio/counts`, which returns how many AI reviews, reported articles and contact messages require an
 * editor's attention. The studio's navigation shows these numbers.
 */
export function openItemCountRoutes(app: FastifyInstance, queries: Queries): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/counts',
    {
      schema: {
        summary: 'Count the items that wait for an editor: reviews, reported articles, messages',
        response: {
          200: createDataResponseSchema(
            z.object({ reviews: z.int(), reports: z.int(), messages: z.int() }),
          ),
          '4xx': errorResponseSchema,
        },
      },
    },
    async () => {
      const { open: reports } = await countReportedArticlesByStatus(queries);
      const { pending: messages } = await countMessagesByStatus(queries);
      const reviews = await countReviewsAwaitingEditor(queries);
      return { data: { reviews, reports, messages } };
    },
  );
}
