import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { createUuidSchema } from '#domain/ids.ts';
import { PAGE_SIZES } from '#domain/paging.ts';
import {
  authorCountsByStatusSchema,
  authorRetirementRequestSchema,
  authorStatusSchema,
  personaEditRequestSchema,
  studioAuthorProfileSchema,
  studioAuthorSchema,
} from '#domain/studio/personas.ts';
import { parseNameSearchWords } from '#server/catalogue/authors/author-list.ts';
import {
  countAuthorsByStatus,
  listAuthorsPageForEditors,
} from '#server/catalogue/authors/editor-authors.ts';
import type { Queries } from '#server/platform/db/database.ts';
import {
  createDataResponseSchema,
  createPagedDataResponseSchema,
  createPageParameterSchemas,
  emptyResponseSchemas,
  errorResponseSchema,
  searchParameterSchema,
} from '#server/platform/http/schemas.ts';
import { editAuthor } from './edit-author.ts';
import { loadAuthorProfile, toStudioAuthor } from './load-author-profile.ts';
import { transitionAuthor } from './transition-author.ts';

const paramsSchema = z.object({ id: createUuidSchema('is not the id of an author') });

/**
 * The timeout, in milliseconds, of a request that retires an author. It is long, because one transaction may archive
 * all of the author's articles.
 */
const RETIREMENT_TIMEOUT = 20_000;

/**
 * Registers the endpoints that list and edit authors of any status, and that accept, decline, retire and reinstate
 * authors.
 */
export function personaRoutes(app: FastifyInstance, queries: Queries): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();

  typed.get(
    '/authors',
    {
      schema: {
        summary: 'List authors, of any or one status, sorted by alias',
        querystring: z.object({
          status: authorStatusSchema.optional(),
          q: searchParameterSchema.describe('Words with which parts of the alias begin'),
          ...createPageParameterSchemas(PAGE_SIZES.authors, 100),
        }),
        response: {
          200: createPagedDataResponseSchema({
            authors: z.array(studioAuthorSchema),
            counts: authorCountsByStatusSchema.describe('Number of all authors by status.'),
          }),
          '4xx': errorResponseSchema,
        },
      },
    },
    async ({ query: { status, q, limit, nextToken } }) => {
      const filters = { status, name: parseNameSearchWords(q ?? '') };
      const page = await listAuthorsPageForEditors(queries, filters, limit, nextToken);
      return {
        data: {
          authors: page.authors.map(toStudioAuthor),
          counts: await countAuthorsByStatus(queries),
          nextToken: page.nextToken,
        },
      };
    },
  );

  const profileResponse = {
    200: createDataResponseSchema(studioAuthorProfileSchema),
    '4xx': errorResponseSchema,
  };

  typed.get(
    '/authors/:id',
    {
      schema: {
        summary: "Get an author's profile and voice",
        params: paramsSchema,
        response: profileResponse,
      },
    },
    async ({ params: { id } }) => ({ data: await loadAuthorProfile(queries, id) }),
  );

  typed.put(
    '/authors/:id',
    {
      schema: {
        summary:
          'Edit the profile and voice of an author. 409 if they have changed since version `base`',
        params: paramsSchema,
        body: personaEditRequestSchema,
        response: profileResponse,
      },
    },
    async ({ params: { id }, body, member }) => {
      await editAuthor(queries, member, id, body);
      return { data: await loadAuthorProfile(queries, id) };
    },
  );

  for (const event of ['accept', 'decline', 'reinstate'] as const)
    typed.post(
      `/authors/:id/${event}`,
      {
        schema: { summary: SUMMARIES[event], params: paramsSchema, response: emptyResponseSchemas },
      },
      async ({ params: { id }, member }, reply) => {
        await transitionAuthor(queries, member, id, event);
        return reply.code(204).send();
      },
    );

  typed.post(
    '/authors/:id/retire',
    {
      handlerTimeout: RETIREMENT_TIMEOUT,
      schema: {
        summary: 'Retire an author, and choose what happens to the articles',
        params: paramsSchema,
        body: authorRetirementRequestSchema,
        response: emptyResponseSchemas,
      },
    },
    async ({ params: { id }, body: { articles }, member }, reply) => {
      await transitionAuthor(queries, member, id, 'retire', articles);
      return reply.code(204).send();
    },
  );
}

const SUMMARIES = {
  accept: 'Accept a proposed persona',
  decline: 'Decline a proposed persona. Its name stays reserved',
  reinstate: 'Have a retired author write again',
} as const;
