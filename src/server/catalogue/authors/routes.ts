import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { authorWithFollowerCountSchema, mapAuthorsByAlias } from '#domain/author.ts';
import { ALIAS_PATTERN, normalizeAlias } from '#domain/paths.ts';
import type { Queries } from '#server/platform/db/database.ts';
import {
  categoryParameterSchemas,
  createDataResponseSchema,
  createPagedDataResponseSchema,
  createPageParameterSchemas,
  errorResponseSchema,
  searchParameterSchema,
  withCategoryCheck,
} from '#server/platform/http/schemas.ts';
import type { ApiResponseCache } from '#server/platform/http-cache/api-response-cache.ts';
import { listActiveAuthors, parseNameSearchWords } from './author-list.ts';
import { type AuthorIdAndSummary, findActiveAuthorIdsAndSummaries } from './repository.ts';
import { addFollowerCounts, type CountFollowers } from './service.ts';

/**
 * Maximum age of a cached response in seconds. A follower count in a response may be up to one minute old, because the
 * counts themselves are cached for another 30 seconds.
 */
const MAX_AGE = 30;
/** Maximum number of author aliases in one request. */
const MAX_BATCH_SIZE = 100;

/**
 * Maximum and default number of authors per page. The number is high enough for a request without parameters to return
 * all authors of most libraries.
 */
const PAGE_SIZE = 1000;

const querySchema = withCategoryCheck(
  z.object({
    ...categoryParameterSchemas,
    q: searchParameterSchema.describe('Words with which parts of the alias begin'),
    ...createPageParameterSchemas(PAGE_SIZE, PAGE_SIZE),
  }),
);

const fields = {
  authors: z.record(z.string(), authorWithFollowerCountSchema).describe('By alias.'),
};
const pageSchema = createPagedDataResponseSchema(fields);
const batchSchema = createDataResponseSchema(z.object(fields));

interface AuthorRouteOptions {
  queries: Queries;
  responseCache: ApiResponseCache;
  /**
   * A separate cache for search results, so that clients that search for invented words cannot evict other responses.
   */
  searchCache: ApiResponseCache;
  countFollowers: CountFollowers;
}

/** Registers `GET /authors` and `POST /authors/batch` (spec 7). */
export function authorRoutes(
  app: FastifyInstance,
  { queries, responseCache, searchCache, countFollowers }: AuthorRouteOptions,
): void {
  const createResponse = async (
    entries: readonly AuthorIdAndSummary[],
    paging: { nextToken?: string | null },
  ) => ({
    data: {
      authors: mapAuthorsByAlias(await addFollowerCounts(entries, countFollowers)),
      ...paging,
    },
    // `authors` is the cache key of the list of authors and their profiles. `list` is the cache key of the list of all
    // articles, whose changes affect the authors' article counts.
    keys: ['authors', 'list'],
    maxAge: MAX_AGE,
  });
  const typedApp = app.withTypeProvider<ZodTypeProvider>();

  typedApp.get(
    '/authors',
    {
      schema: {
        summary: 'List authors, sorted by alias',
        description:
          'Without parameters, lists all authors: up to 1,000 per response, and `nextToken` is the token of the next ' +
          'page, or null at the end.',
        tags: ['Reading'],
        querystring: querySchema,
        response: { 200: pageSchema, '4xx': errorResponseSchema },
      },
    },
    (request, reply) => {
      const { q, limit, nextToken, ...categories } = request.query;
      const name = parseNameSearchWords(q ?? '');
      return (name.length ? searchCache : responseCache).respond(
        request,
        reply,
        { ...categories, q: name.length ? name.join(' ') : undefined, limit, nextToken },
        pageSchema,
        async () => {
          const page = await listActiveAuthors(queries, { ...categories, name }, limit, nextToken);
          return createResponse(page.entries, { nextToken: page.nextToken });
        },
      );
    },
  );

  typedApp.post(
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
        response: { 200: batchSchema, '4xx': errorResponseSchema },
      },
    },
    (request, reply) => {
      const aliases = [...new Set(request.body.aliases.map(normalizeAlias))].sort();
      return responseCache.respond(
        request,
        reply,
        { aliases: JSON.stringify(aliases) },
        batchSchema,
        async () => createResponse(await findActiveAuthorIdsAndSummaries(queries, aliases), {}),
      );
    },
  );
}
