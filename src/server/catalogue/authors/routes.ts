import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { countedAuthorSchema } from '#domain/author.ts';
import { ALIAS_PATTERN, aliasKey } from '#domain/paths.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { dataSchema, errorSchema } from '#server/platform/http/schemas.ts';
import type { ApiResponseCache } from '#server/platform/http-cache/api-response-cache.ts';
import { type CountFollowers, listAuthorsWithFollowers } from './authors-with-followers.ts';
import { mapByAlias } from './service.ts';

/**
 * Maximum age of a cached response in seconds. Follower counts may be up to one minute old: they are cached for 30
 * seconds in memory and for another 30 seconds in the response.
 */
const MAX_AGE = 30;
/** Maximum number of aliases per request. */
const MAX_BATCH_SIZE = 100;

const responseSchema = dataSchema(
  z.object({ authors: z.record(z.string(), countedAuthorSchema).describe('By alias.') }),
);

/** Registers `GET /authors` and `POST /authors/batch` (spec 7). */
export function authorRoutes(
  app: FastifyInstance,
  queries: Queries,
  cache: ApiResponseCache,
  countFollowers: CountFollowers,
): void {
  const loadAuthors = async (aliases?: readonly string[]) => {
    const authors = await listAuthorsWithFollowers(queries, countFollowers, aliases);
    // The cache key `authors` covers the list of authors and all profiles. The key `list` covers the article counts.
    const keys = ['authors', 'list'];
    return { data: { authors: mapByAlias(authors) }, keys, maxAge: MAX_AGE };
  };
  const typed = app.withTypeProvider<ZodTypeProvider>();

  typed.get(
    '/authors',
    {
      schema: { summary: 'List all authors', tags: ['Reading'], response: { 200: responseSchema } },
    },
    (request, reply) => cache.respond(request, reply, {}, responseSchema, () => loadAuthors()),
  );

  typed.post(
    '/authors/batch',
    {
      schema: {
        summary: 'Get authors by alias',
        description: 'Unknown aliases are omitted from the response.',
        tags: ['Reading'],
        body: z.strictObject({
          aliases: z
            .array(z.string().regex(ALIAS_PATTERN, 'must be an alias'))
            .min(1)
            .max(MAX_BATCH_SIZE),
        }),
        response: { 200: responseSchema, '4xx': errorSchema },
      },
    },
    (request, reply) => {
      const aliases = [...new Set(request.body.aliases.map(aliasKey))].sort();
      return cache.respond(
        request,
        reply,
        { aliases: JSON.stringify(aliases) },
        responseSchema,
        () => loadAuthors(aliases),
      );
    },
  );
}
