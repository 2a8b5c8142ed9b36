import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { countedEventSchema } from '#domain/counted-event-schema.ts';
import { assertArticleIsPublished } from '#server/catalogue/articles/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { CountAction } from '#server/platform/http/rate-limits.ts';
import { emptyResponseSchemas } from '#server/platform/http/schemas.ts';
import { isBotUserAgent } from './bots.ts';
import { insertCountReceipt } from './repository.ts';

/**
 * Registers `POST /counts`, which pages call to report that their article was read, finished, listened to or shared.
 * The article's ID is in the request body because proxies may log URLs. The route does not read the session.
 */
export function countRoutes(app: FastifyInstance, queries: Queries, count: CountAction): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    '/counts',
    {
      schema: {
        summary: 'Count a read, listen or share of an article, once per visit',
        tags: ['Articles'],
        body: countedEventSchema,
        response: emptyResponseSchemas,
      },
    },
    async (request, reply) => {
      const { headers, body } = request;
      if (shouldCount(headers)) {
        await count('articleReadReport', request);
        const { authorAlias, id: articleId } = body.article;
        await assertArticleIsPublished(queries, { authorAlias, articleId });
        await insertCountReceipt(queries, body);
      }
      return reply.code(204).send();
    },
  );
}

/** Returns true unless the client is a bot or has opted out of tracking. */
function shouldCount(headers: IncomingHttpHeaders): boolean {
  const optsOut = headers.dnt === '1' || headers['sec-gpc'] === '1';
  return !optsOut && !isBotUserAgent(headers['user-agent']);
}
