import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  cadencePageSchema,
  gapFillEstimateSchema,
  gapFillRequestSchema,
  gapFillResultSchema,
  WEEKLY_ARTICLE_GOAL,
} from '#domain/studio/cadence.ts';
import type { Database } from '#server/platform/db/database.ts';
import {
  createDataResponseSchema,
  createPageParameterSchemas,
  errorResponseSchema,
} from '#server/platform/http/schemas.ts';
import { getAiRequestWithItems } from '#server/studio/ai-requests/request-views.ts';
import type { AiWriterSetup } from '#server/studio/writer/ai-writer.ts';
import { estimateCadenceGapFill, fillCadenceGaps, listCadencePage } from './fill-gaps.ts';

const PAGE_SIZE = 100;

interface CadenceOptions {
  database: Database;
  writing: AiWriterSetup;
}

/**
 * The timeout, in milliseconds, of a call that requests missing articles and ideas. It is long, because one call may
 * create AI requests for dozens of authors.
 */
const FILL_TIMEOUT = 20_000;

/**
 * Registers the endpoints that compare each author's publications with the weekly goal. Also registers the endpoints
 * that request missing articles and ideas from the AI.
 */
export function cadenceRoutes(app: FastifyInstance, { database, writing }: CadenceOptions): void {
  const { queries } = database;
  const typed = app.withTypeProvider<ZodTypeProvider>();

  typed.get(
    '/cadence',
    {
      schema: {
        summary:
          'List active authors against the goal of two articles a week, furthest behind first',
        querystring: z.object(createPageParameterSchemas(PAGE_SIZE, PAGE_SIZE)),
        response: { 200: createDataResponseSchema(cadencePageSchema), '4xx': errorResponseSchema },
      },
    },
    async ({ query: { limit, nextToken } }) => ({
      data: { aim: WEEKLY_ARTICLE_GOAL, ...(await listCadencePage(queries, limit, nextToken)) },
    }),
  );

  typed.get(
    '/cadence/fill',
    {
      schema: {
        summary: 'Estimate what filling all gaps would request and cost',
        response: {
          200: createDataResponseSchema(gapFillEstimateSchema),
          '4xx': errorResponseSchema,
          '5xx': errorResponseSchema,
        },
      },
    },
    async ({ member }) => ({ data: await estimateCadenceGapFill(queries, writing, member) }),
  );

  typed.post(
    '/cadence/fill',
    {
      handlerTimeout: FILL_TIMEOUT,
      schema: {
        summary: 'Request the articles that authors need to reach their goal, within the budget',
        body: gapFillRequestSchema,
        response: {
          201: createDataResponseSchema(gapFillResultSchema),
          '4xx': errorResponseSchema,
          '5xx': errorResponseSchema,
        },
      },
    },
    async ({ body, member }, reply) => {
      const { requestIds, notes } = await fillCadenceGaps(database, writing, member, body);
      const created = await Promise.all(requestIds.map((id) => getAiRequestWithItems(queries, id)));
      const requests = created.map(({ request }) => request);
      return reply.code(201).send({ data: { requests, notes } });
    },
  );
}
