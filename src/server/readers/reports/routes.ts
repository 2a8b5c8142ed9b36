import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { readerReportSchema } from '#domain/reader-report-schema.ts';
import { assertArticleWasEverPublished } from '#server/catalogue/articles/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import {
  articlePathParametersSchema,
  emptyResponseSchemas,
} from '#server/platform/http/schemas.ts';
import { saveReport } from './repository.ts';

/**
 * Registers `PUT /articles/{authorAlias}/{articleId}/report`, which reports an article to the editors (spec 5 and 7).
 */
export function reportRoutes(app: FastifyInstance, queries: Queries): void {
  app.withTypeProvider<ZodTypeProvider>().put(
    '/articles/:authorAlias/:articleId/report',
    {
      schema: {
        summary: 'Report an article, or change a report',
        tags: ['Readers'],
        params: articlePathParametersSchema,
        body: readerReportSchema,
        response: emptyResponseSchemas,
      },
    },
    async ({ reader: { user }, params, body }, reply) => {
      await assertArticleWasEverPublished(queries, params);
      await saveReport(queries, user, params.articleId, body);
      return reply.code(204).send();
    },
  );
}
