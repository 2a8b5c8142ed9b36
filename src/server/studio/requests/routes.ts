import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { uuid } from '#domain/ids.ts';
import {
  aiRequestItemSchema,
  aiRequestSchema,
  aiWriterStatusSchema,
  estimateSchema,
  newRequestSchema,
  REQUEST_TYPES,
  requestBodySchema,
  requestStatusSchema,
  retrySchema,
} from '#domain/studio/requests.ts';
import type { Queries } from '#server/platform/db/database.ts';
import {
  dataOf,
  dataPageOf,
  emptyResponses,
  errorSchema,
  pageParameters,
} from '#server/platform/http/schemas.ts';
import { getBudget } from './budget.ts';
import {
  type AiWriting,
  cancelRequest,
  createRequest,
  estimateRequest,
  retryRequest,
} from './create-request.ts';
import type { Kinds } from './request-kind.ts';
import { getRequestPage, getRequestWithItems } from './request-views.ts';

const PAGE = 25;
const params = z.object({ id: uuid('is not the id of a request') });
const requestResponse = dataOf(z.object({ request: aiRequestSchema }));

interface RequestOptions {
  queries: Queries;
  writing: AiWriting;
  kinds: Kinds;
}

/** What is asked of the AI service: made, watched, called off and asked again; and what it may cost. */
export function requestRoutes(
  app: FastifyInstance,
  { queries, writing, kinds }: RequestOptions,
): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();

  typed.get(
    '/writing',
    {
      schema: {
        summary: 'Who writes, and what may still be spent this month',
        response: { 200: dataOf(aiWriterStatusSchema), '4xx': errorSchema },
      },
    },
    async () => ({
      data: {
        isAvailable: writing.writer !== undefined,
        isDemonstration: writing.writer?.isDemonstration ?? false,
        draftsBy: (await writing.writer?.listDraftAuthors?.()) ?? null,
        model: writing.writer?.model ?? null,
        obstacle: writing.unavailableReason ?? null,
        budget: await getBudget(queries, writing.monthlyBudget),
      },
    }),
  );

  typed.get(
    '/requests',
    {
      schema: {
        summary: 'Requests, newest first',
        querystring: z.object({
          type: z.enum(REQUEST_TYPES).optional(),
          status: requestStatusSchema.optional(),
          ...pageParameters(PAGE),
        }),
        response: {
          200: dataPageOf({ requests: z.array(aiRequestSchema) }),
          '4xx': errorSchema,
        },
      },
    },
    async ({ query: { limit, nextToken, ...filters } }) => ({
      data: await getRequestPage(queries, filters, limit, nextToken),
    }),
  );

  typed.post(
    '/requests',
    {
      schema: {
        summary: 'Ask the AI for something; refused over the budget',
        body: requestBodySchema,
        response: { 201: requestResponse, '4xx': errorSchema, '5xx': errorSchema },
      },
    },
    async ({ body: { idempotencyKey, ...asked }, member }, reply) => {
      const kind = kinds[asked.type];
      const wanted = { asked, inputs: kind.toInputs(asked), idempotencyKey };
      const id = await queries.transaction((transaction) =>
        createRequest(transaction, writing, kind, member, wanted),
      );
      const { request } = await getRequestWithItems(queries, id);
      return reply.code(201).send({ data: { request } });
    },
  );

  typed.post(
    '/requests/estimate',
    {
      schema: {
        summary: 'What a request would take, before it is made',
        body: newRequestSchema,
        response: { 200: dataOf(estimateSchema), '4xx': errorSchema, '5xx': errorSchema },
      },
    },
    async ({ body, member }) => {
      const estimate = await estimateRequest(queries, writing, kinds[body.type], member, body);
      const { left } = await getBudget(queries, writing.monthlyBudget);
      return { data: { ...estimate, isWithinBudget: estimate.maxCost <= left } };
    },
  );

  typed.get(
    '/requests/:id',
    {
      schema: {
        summary: 'A request with its items',
        params,
        response: {
          200: dataOf(z.object({ request: aiRequestSchema, items: z.array(aiRequestItemSchema) })),
          '4xx': errorSchema,
        },
      },
    },
    async ({ params: { id } }) => ({ data: await getRequestWithItems(queries, id) }),
  );

  typed.post(
    '/requests/:id/cancel',
    {
      schema: {
        summary: 'Call a request off; what is answered by then is kept',
        params,
        response: emptyResponses,
      },
    },
    async ({ params: { id }, member }, reply) => {
      await cancelRequest(queries, member, id);
      return reply.code(204).send();
    },
  );

  typed.post(
    '/requests/:id/retry',
    {
      schema: {
        summary: 'Ask again for what a request did not get, or for some of it, by a new request',
        params,
        body: retrySchema,
        response: { 201: requestResponse, '4xx': errorSchema, '5xx': errorSchema },
      },
    },
    async ({ params: { id }, body: { itemIds }, member }, reply) => {
      const made = await retryRequest(queries, writing, kinds, member, id, itemIds);
      const { request } = await getRequestWithItems(queries, made);
      return reply.code(201).send({ data: { request } });
    },
  );
}
