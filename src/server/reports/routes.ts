import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { reportSchema } from '#domain/report-schema.ts';
import type { Sessions } from '../accounts/sessions.ts';
import { signedIn } from '../accounts/signed-in.ts';
import { requireArticle } from '../articles/service.ts';
import type { Queries } from '../db/database.ts';
import { articleParameters, emptyResponses } from '../plugins/schemas.ts';
import { setReport } from './repository.ts';

/** `PUT /articles/{authorAlias}/{articleId}/report` (spec 5 and 7). */
export function reportRoutes(app: FastifyInstance, queries: Queries, sessions: Sessions): void {
  app.withTypeProvider<ZodTypeProvider>().put(
    '/articles/:authorAlias/:articleId/report',
    {
      schema: {
        summary: 'Report an article, or change the report',
        tags: ['Readers'],
        params: articleParameters,
        body: reportSchema,
        response: emptyResponses,
      },
    },
    async (request, reply) => {
      const { user } = await signedIn(sessions, request, reply);
      await requireArticle(queries, request.params);
      await setReport(queries, user, request.params.articleId, request.body);
      return reply.code(204).send();
    },
  );
}
