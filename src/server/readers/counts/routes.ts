import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { countSchema } from '#domain/counts-schema.ts';
import { requirePublishedArticle } from '#server/catalogue/articles/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { CountRequest } from '#server/platform/http/rate-limits.ts';
import { emptyResponses } from '#server/platform/http/schemas.ts';
import { isBot } from './bots.ts';
import { insertReceipt } from './repository.ts';

/**
 * `POST /counts`: a page says that its article was read, listened to or shared. The article stands in the body, not in
 * the address, which networks on the way may note. Who is signed in is not looked at.
 */
export function countRoutes(app: FastifyInstance, queries: Queries, count: CountRequest): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    '/counts',
    {
      schema: {
        summary: 'Count a read, listen or share of an article, once per visit',
        tags: ['Articles'],
        body: countSchema,
        response: emptyResponses,
      },
    },
    async (request, reply) => {
      const { headers, body } = request;
      if (shouldCount(headers)) {
        await count('counting', request);
        const { authorAlias, id: articleId } = body.article;
        await requirePublishedArticle(queries, { authorAlias, articleId });
        await insertReceipt(queries, body);
      }
      return reply.code(204).send();
    },
  );
}

/** Whether somebody calls who is no machine, and has not asked to be left alone. */
function shouldCount(headers: IncomingHttpHeaders): boolean {
  const optsOut = headers.dnt === '1' || headers['sec-gpc'] === '1';
  return !optsOut && !isBot(headers['user-agent']);
}
