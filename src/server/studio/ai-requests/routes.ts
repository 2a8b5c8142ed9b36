import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { createUuidSchema } from '#domain/ids.ts';
import {
  AI_REQUEST_TYPES,
  aiRequestEstimateSchema,
  aiRequestItemSchema,
  aiRequestRetryBodySchema,
  aiRequestSchema,
  aiRequestStatusSchema,
  aiRequestSubmissionStatusSchema,
  aiWriterStatusSchema,
  newAiRequestBodySchema,
  newAiRequestSchema,
} from '#domain/studio/ai-requests.ts';
import type { Queries } from '#server/platform/db/database.ts';
import {
  createDataResponseSchema,
  createPagedDataResponseSchema,
  createPageParameterSchemas,
  emptyResponseSchemas,
  errorResponseSchema,
} from '#server/platform/http/schemas.ts';
import type { AiWriterSetup } from '#server/studio/writer/ai-writer.ts';
import {
  checkAiRequestSubmission,
  SUBMISSION_CHECK_TIMEOUT_MILLISECONDS,
} from './check-ai-request-submission.ts';
import {
  createAiRequest,
  estimateAiRequestCost,
  getMonthlyBudgetStatus,
} from './create-request.ts';
import {
  abandonAiRequest,
  cancelAiRequest,
  replaceAiRequestOfUnknownOutcome,
  retryAiRequest,
} from './editor-actions.ts';
import { getAiRequestPage, getAiRequestWithItems } from './request-views.ts';

const PAGE_SIZE = 25;
const params = z.object({ id: createUuidSchema('is not the id of a request') });
const requestResponse = createDataResponseSchema(z.object({ request: aiRequestSchema }));

interface RequestOptions {
  queries: Queries;
  writing: AiWriterSetup;
}

/**
 * Registers the endpoints that list, create, estimate, cancel and retry AI requests. Also registers the endpoints for
 * requests that the AI service may or may not have received.
 */
export function aiRequestRoutes(app: FastifyInstance, options: RequestOptions): void {
  overviewRoutes(app, options);
  creationRoutes(app, options);
  singleRequestRoutes(app, options);
  unknownOutcomeRoutes(app, options);
}

function overviewRoutes(app: FastifyInstance, { queries, writing }: RequestOptions): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();

  typed.get(
    '/writing',
    {
      schema: {
        summary: 'The AI writer, and what is left of this month’s budget',
        response: {
          200: createDataResponseSchema(aiWriterStatusSchema),
          '4xx': errorResponseSchema,
        },
      },
    },
    async () => ({
      data: {
        isAvailable: writing.writer !== undefined,
        isDemonstration: writing.writer?.isDemonstration ?? false,
        draftsBy: (await writing.writer?.listDraftAuthors?.()) ?? null,
        model: writing.writer?.model ?? null,
        obstacle: writing.unavailableReason ?? null,
        budget: await getMonthlyBudgetStatus(queries, writing.monthlyBudget),
      },
    }),
  );

  typed.get(
    '/requests',
    {
      schema: {
        summary: 'Requests, newest first',
        querystring: z.object({
          type: z.enum(AI_REQUEST_TYPES).optional(),
          status: aiRequestStatusSchema.optional(),
          ...createPageParameterSchemas(PAGE_SIZE),
        }),
        response: {
          200: createPagedDataResponseSchema({ requests: z.array(aiRequestSchema) }),
          '4xx': errorResponseSchema,
        },
      },
    },
    async ({ query: { limit, nextToken, ...filters } }) => ({
      data: await getAiRequestPage(queries, filters, limit, nextToken),
    }),
  );
}

function creationRoutes(app: FastifyInstance, { queries, writing }: RequestOptions): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();

  typed.post(
    '/requests',
    {
      schema: {
        summary: 'Create an AI request. Refused if it would exceed the budget',
        body: newAiRequestBodySchema,
        response: { 201: requestResponse, '4xx': errorResponseSchema, '5xx': errorResponseSchema },
      },
    },
    async ({ body: { idempotencyKey, ...asked }, member }, reply) => {
      const id = await queries.transaction((transaction) =>
        createAiRequest(transaction, writing, member, { asked, idempotencyKey }),
      );
      const { request } = await getAiRequestWithItems(queries, id);
      return reply.code(201).send({ data: { request } });
    },
  );

  typed.post(
    '/requests/estimate',
    {
      schema: {
        summary: 'Estimate what a request would cost',
        body: newAiRequestSchema,
        response: {
          200: createDataResponseSchema(aiRequestEstimateSchema),
          '4xx': errorResponseSchema,
          '5xx': errorResponseSchema,
        },
      },
    },
    async ({ body, member }) => {
      const estimate = await estimateAiRequestCost(queries, writing, member, body);
      const { left } = await getMonthlyBudgetStatus(queries, writing.monthlyBudget);
      return { data: { ...estimate, isWithinBudget: estimate.maxCost <= left } };
    },
  );
}

function singleRequestRoutes(app: FastifyInstance, { queries, writing }: RequestOptions): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();

  typed.get(
    '/requests/:id',
    {
      schema: {
        summary: 'A request with its items',
        params,
        response: {
          200: createDataResponseSchema(
            z.object({ request: aiRequestSchema, items: z.array(aiRequestItemSchema) }),
          ),
          '4xx': errorResponseSchema,
        },
      },
    },
    async ({ params: { id } }) => ({ data: await getAiRequestWithItems(queries, id) }),
  );

  typed.post(
    '/requests/:id/cancel',
    {
      schema: {
        summary: 'Cancel a request. Results that arrive before that are stored',
        params,
        response: emptyResponseSchemas,
      },
    },
    async ({ params: { id }, member }, reply) => {
      await cancelAiRequest(queries, member, id);
      return reply.code(204).send();
    },
  );

  typed.post(
    '/requests/:id/retry',
    {
      schema: {
        summary: 'Request again, in a new request, the items without a result, or some of them',
        params,
        body: aiRequestRetryBodySchema,
        response: { 201: requestResponse, '4xx': errorResponseSchema, '5xx': errorResponseSchema },
      },
    },
    async ({ params: { id }, body: { itemIds }, member }, reply) => {
      const newId = await retryAiRequest(queries, writing, member, id, itemIds);
      const { request } = await getAiRequestWithItems(queries, newId);
      return reply.code(201).send({ data: { request } });
    },
  );
}

function unknownOutcomeRoutes(app: FastifyInstance, { queries, writing }: RequestOptions): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();

  typed.post(
    '/requests/:id/check',
    {
      // The route's timeout is longer than the check's own timeout, so that the client gets the check's error message,
      // which explains what happened.
      handlerTimeout: SUBMISSION_CHECK_TIMEOUT_MILLISECONDS + 2000,
      schema: {
        summary: 'Check whether the AI service received a request whose outcome is unknown',
        params,
        response: {
          200: createDataResponseSchema(z.object({ result: aiRequestSubmissionStatusSchema })),
          '4xx': errorResponseSchema,
          '5xx': errorResponseSchema,
        },
      },
    },
    async ({ params: { id }, member }) => ({
      data: { result: await checkAiRequestSubmission(queries, writing, member, id) },
    }),
  );

  typed.post(
    '/requests/:id/send-again',
    {
      schema: {
        summary: 'Give up a request whose outcome is unknown, and send it again as a new request',
        params,
        response: { 201: requestResponse, '4xx': errorResponseSchema, '5xx': errorResponseSchema },
      },
    },
    async ({ params: { id }, member }, reply) => {
      const newId = await replaceAiRequestOfUnknownOutcome(queries, writing, member, id);
      const { request } = await getAiRequestWithItems(queries, newId);
      return reply.code(201).send({ data: { request } });
    },
  );

  typed.post(
    '/requests/:id/give-up',
    {
      schema: {
        summary: 'Give up a request whose outcome is unknown; its cost stays counted',
        params,
        response: emptyResponseSchemas,
      },
    },
    async ({ params: { id }, member }, reply) => {
      await abandonAiRequest(queries, writing, member, id);
      return reply.code(204).send();
    },
  );
}
