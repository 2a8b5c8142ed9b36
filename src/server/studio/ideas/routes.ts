import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { createUuidSchema } from '#domain/ids.ts';
import {
  ideaChangeRequestSchema,
  ideaSchema,
  ideaSimilaritySchema,
  ideaStatusSchema,
  newIdeaRequestSchema,
} from '#domain/studio/ideas.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { readNewestFirstPage } from '#server/platform/db/page-token.ts';
import {
  createDataResponseSchema,
  createPagedDataResponseSchema,
  createPageParameterSchemas,
  emptyResponseSchemas,
  errorResponseSchema,
} from '#server/platform/http/schemas.ts';
import { compareWithExistingIdeas, findSimilarArticleIds } from './existing-ideas.ts';
import { listIdeas } from './repository.ts';
import { addIdea, changeIdea, findIdeaOfArticle, getIdea, removeIdea, toIdeas } from './service.ts';

const PAGE_SIZE = 50;
const paramsSchema = z.object({ id: createUuidSchema('is not the id of an idea') });
const ideaResponse = createDataResponseSchema(z.object({ idea: ideaSchema }));

/** Registers the endpoints that list, create, change and delete ideas for articles. */
export function ideaRoutes(app: FastifyInstance, queries: Queries): void {
  ideaListRoutes(app, queries);
  ideaCreationRoutes(app, queries);
  singleIdeaRoutes(app, queries);
}

function ideaListRoutes(app: FastifyInstance, queries: Queries): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();

  typed.get(
    '/ideas',
    {
      schema: {
        summary: 'List ideas, newest first',
        querystring: z.object({
          status: ideaStatusSchema.optional(),
          authorId: createUuidSchema().optional(),
          ...createPageParameterSchemas(PAGE_SIZE),
        }),
        response: {
          200: createPagedDataResponseSchema({ ideas: z.array(ideaSchema) }),
          '4xx': errorResponseSchema,
        },
      },
    },
    async ({ query: { limit, nextToken: token, ...filters } }) => {
      const context = `ideas ${filters.status ?? ''} ${filters.authorId ?? ''}`;
      const { page, nextToken } = await readNewestFirstPage(
        { context, limit, token },
        (maxRows, after) => listIdeas(queries, filters, maxRows, after),
      );
      return { data: { ideas: await toIdeas(queries, page), nextToken } };
    },
  );

  typed.get(
    '/articles/:id/idea',
    {
      schema: {
        summary: 'Get the idea that an article was written from, with its AI request',
        params: z.object({ id: createUuidSchema('is not the id of an article') }),
        response: {
          200: createDataResponseSchema(z.object({ idea: ideaSchema.nullable() })),
          '4xx': errorResponseSchema,
        },
      },
    },
    async ({ params: { id } }) => ({ data: { idea: await findIdeaOfArticle(queries, id) } }),
  );
}

function ideaCreationRoutes(app: FastifyInstance, queries: Queries): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();

  typed.post(
    '/ideas',
    {
      schema: {
        summary: 'Create an idea. A duplicate is rejected unless allowed',
        body: newIdeaRequestSchema,
        response: { 201: ideaResponse, '4xx': errorResponseSchema },
      },
    },
    async ({ body, member }, reply) =>
      reply.code(201).send({ data: { idea: await addIdea(queries, member, body) } }),
  );

  typed.post(
    '/ideas/similarity',
    {
      schema: {
        summary: 'Find the most similar idea before storing one',
        body: z.strictObject({
          title: z.string().max(200),
          thesis: z.string().max(1000),
          object: z.string().max(1000),
          /** The ID of the idea if it is already stored, so that the idea is not compared with itself. */
          except: createUuidSchema().optional(),
        }),
        response: {
          200: createDataResponseSchema(ideaSimilaritySchema),
          '4xx': errorResponseSchema,
        },
      },
    },
    async ({ body: { except, ...subject } }) => ({
      data: await compareWithExistingIdeas(
        queries,
        subject,
        await findSimilarArticleIds(queries, subject),
        except,
      ),
    }),
  );
}

function singleIdeaRoutes(app: FastifyInstance, queries: Queries): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();

  typed.get(
    '/ideas/:id',
    {
      schema: {
        summary: 'Get an idea of any status',
        params: paramsSchema,
        response: { 200: ideaResponse, '4xx': errorResponseSchema },
      },
    },
    async ({ params: { id } }) => ({ data: { idea: await getIdea(queries, id) } }),
  );

  typed.put(
    '/ideas/:id',
    {
      schema: {
        summary:
          'Change an idea that is not being written. 409 if it has changed since version `base`',
        params: paramsSchema,
        body: ideaChangeRequestSchema,
        response: { 200: ideaResponse, '4xx': errorResponseSchema },
      },
    },
    async ({ params: { id }, body, member }) => ({
      data: { idea: await changeIdea(queries, member, id, body) },
    }),
  );

  typed.delete(
    '/ideas/:id',
    {
      schema: {
        summary: 'Delete a pending idea',
        params: paramsSchema,
        response: emptyResponseSchemas,
      },
    },
    async ({ params: { id }, member }, reply) => {
      await removeIdea(queries, member, id);
      return reply.code(204).send();
    },
  );
}
