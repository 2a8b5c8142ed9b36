import { randomBytes } from 'node:crypto';
import { and, asc, desc, eq, isNull, lt, type SQL, sql } from 'drizzle-orm';
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Queries } from '#server/platform/db/database.ts';
import { getErrorMessage } from '#server/platform/get-error-message.ts';
import { type DemoRequest, demoBatchBodySchema } from './batch-schema.ts';
import { findPlannedFailure, getProcessingTime } from './planned-failures.ts';
import {
  createRequestOutcome,
  type DemoContent,
  type DemoRequestOutcome,
  detectRequestKind,
} from './request-outcome.ts';
import { demoBatches } from './schema.ts';

export interface DemoBatchApiOptions {
  queries: Queries;
  /** The API key that every call must contain. */
  key: string;
  loadContent: () => Promise<DemoContent>;
  /** The factor by which the simulated processing is accelerated. */
  speed: number;
}

type StoredBatch = typeof demoBatches.$inferSelect;

/** The maximum size of a request body in bytes. */
const MAX_BODY_SIZE = 32 * 1024 * 1024;
/** The number of milliseconds until a batch expires. */
const DAY = 24 * 60 * 60 * 1000;
/** The number of milliseconds between a request to cancel a batch and the end of the batch. */
const CANCELLATION_TIME = 1000;
/** The approximate number of characters per token. The API uses it to compute the token usage that it reports. */
const CHARACTERS_PER_TOKEN = 4;

/**
 * Creates an application that implements the parts of Anthropic's Message Batches API that Octavo calls. Responses and
 * errors have Anthropic's format. Processing a batch takes a few seconds. The results are not stored. Each time a
 * client reads them, they are computed from the batch's requests, creation time and cancellation time, so they remain
 * available after a restart.
 */
export function createDemoBatchApi({
  queries,
  key,
  loadContent,
  speed,
}: DemoBatchApiOptions): FastifyInstance {
  const api = fastify({ bodyLimit: MAX_BODY_SIZE });
  api.addHook('onRequest', async (request, reply) => {
    if (request.headers.authorization === `Bearer ${key}`) return;
    return sendError(reply, 401, 'authentication_error', 'invalid API key');
  });
  api.setErrorHandler((error, _request, reply) =>
    sendError(reply, 500, 'api_error', getErrorMessage(error)),
  );
  const findBatch = async (id: string): Promise<StoredBatch | undefined> => {
    const [batch] = await queries.select().from(demoBatches).where(eq(demoBatches.id, id));
    return batch;
  };
  const resolve = async (batch: StoredBatch) =>
    resolveBatch(queries, batch, await loadContent(), speed);
  const toResponse = async (batch: StoredBatch) => toMessageBatch(batch, await resolve(batch));

  api.post('/v1/messages/batches', async ({ body }, reply) => {
    const parsed = demoBatchBodySchema.safeParse(body);
    if (!parsed.success)
      return sendError(reply, 400, 'invalid_request_error', z.prettifyError(parsed.error));
    const id = `msgbatch_demo${randomBytes(12).toString('hex')}`;
    const { requests } = parsed.data;
    const [batch] = await queries.insert(demoBatches).values({ id, requests }).returning();
    return toResponse(batch!);
  });

  api.get('/v1/messages/batches', async ({ query }) => {
    const { after_id: afterId, limit = '20' } = query as { after_id?: string; limit?: string };
    const max = Math.min(Math.max(Number(limit) || 20, 1), 100);
    const rows = await queries
      .select()
      .from(demoBatches)
      .where(afterId ? isListedAfter(afterId) : undefined)
      .orderBy(desc(demoBatches.createdAt), desc(demoBatches.id))
      .limit(max + 1);
    const data = await Promise.all(rows.slice(0, max).map(toResponse));
    const [first_id, last_id] = [data[0]?.id ?? null, data.at(-1)?.id ?? null];
    return { data, has_more: rows.length > max, first_id, last_id };
  });

  api.get<{ Params: { id: string } }>('/v1/messages/batches/:id', async ({ params }, reply) => {
    const batch = await findBatch(params.id);
    return batch ? toResponse(batch) : sendNotFound(reply);
  });

  api.post<{ Params: { id: string } }>(
    '/v1/messages/batches/:id/cancel',
    async ({ params: { id } }, reply) => {
      const batch = await findBatch(id);
      if (!batch) return sendNotFound(reply);
      await queries
        .update(demoBatches)
        .set({ canceledAt: new Date() })
        .where(and(eq(demoBatches.id, id), isNull(demoBatches.canceledAt)));
      return toResponse((await findBatch(id))!);
    },
  );

  api.get<{ Params: { id: string } }>(
    '/v1/messages/batches/:id/results',
    async ({ params }, reply) => {
      const batch = await findBatch(params.id);
      if (!batch) return sendNotFound(reply);
      const { results } = await resolve(batch);
      const lines = results.map((result) => `${JSON.stringify(result)}\n`);
      return reply.type('application/x-jsonl').send(lines.join(''));
    },
  );

  return api;
}

/** Returns an SQL condition for the batches that follow the batch with the given ID in a list sorted newest first. */
function isListedAfter(id: string): SQL {
  return sql`(${demoBatches.createdAt}, ${demoBatches.id}) < (
    SELECT created_at, id FROM demo_batches WHERE id = ${id})`;
}

/** Returns a batch's results and the time at which the batch ends. */
async function resolveBatch(
  queries: Queries,
  batch: StoredBatch,
  content: DemoContent,
  speed: number,
) {
  const { requests, createdAt, canceledAt } = batch;
  const earlierBatches = await queries
    .select({ requests: demoBatches.requests })
    .from(demoBatches)
    .where(lt(demoBatches.createdAt, createdAt))
    .orderBy(asc(demoBatches.createdAt));
  const earlierRequests = earlierBatches.flatMap((each) => each.requests);
  const getEndTime = (request: DemoRequest) =>
    new Date(createdAt.getTime() + getProcessingTime(request, content) / speed);
  const isCanceled = (request: DemoRequest) =>
    canceledAt !== null && getEndTime(request) > canceledAt;
  const results = requests.map((request, index) => {
    const precedingOfKind = requests
      .slice(0, index)
      .filter(({ params }) => detectRequestKind(params) === detectRequestKind(request.params));
    const outcome =
      findPlannedFailure(request, earlierRequests, content) ??
      createRequestOutcome(request, content, precedingOfKind.length);
    const result = isCanceled(request) ? { type: 'canceled' } : toResult(request, outcome);
    return { custom_id: request.custom_id, result };
  });
  const lastEndTime = Math.max(...requests.map((request) => getEndTime(request).getTime()));
  const cancellationTime = canceledAt
    ? canceledAt.getTime() + CANCELLATION_TIME / speed
    : lastEndTime;
  return { results, endedAt: new Date(Math.min(lastEndTime, cancellationTime)) };
}

/** Returns a batch in Anthropic's format. */
function toMessageBatch(
  batch: StoredBatch,
  { results, endedAt }: Awaited<ReturnType<typeof resolveBatch>>,
) {
  const hasEnded = endedAt.getTime() <= Date.now();
  const count = (type: string) =>
    hasEnded ? results.filter(({ result }) => result.type === type).length : 0;
  return {
    id: batch.id,
    type: 'message_batch',
    processing_status: hasEnded ? 'ended' : batch.canceledAt ? 'canceling' : 'in_progress',
    request_counts: {
      processing: hasEnded ? 0 : batch.requests.length,
      succeeded: count('succeeded'),
      errored: count('errored'),
      canceled: count('canceled'),
      expired: 0,
    },
    created_at: batch.createdAt.toISOString(),
    expires_at: new Date(batch.createdAt.getTime() + DAY).toISOString(),
    ended_at: hasEnded ? endedAt.toISOString() : null,
    cancel_initiated_at: batch.canceledAt?.toISOString() ?? null,
    archived_at: null,
    results_url: hasEnded ? `/v1/messages/batches/${batch.id}/results` : null,
  };
}

function toResult({ params }: DemoRequest, outcome: DemoRequestOutcome) {
  if ('failure' in outcome)
    return {
      type: 'errored',
      error: { type: 'error', error: { type: 'api_error', message: outcome.failure } },
    };
  const text = JSON.stringify(outcome.result);
  const promptLength = (params.system ?? '').length + params.messages[0].content.length;
  return {
    type: 'succeeded',
    message: {
      id: `msg_demo${randomBytes(12).toString('hex')}`,
      type: 'message',
      role: 'assistant',
      model: params.model,
      content: [{ type: 'text', text }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: {
        input_tokens: Math.ceil(promptLength / CHARACTERS_PER_TOKEN),
        output_tokens: Math.ceil(text.length / CHARACTERS_PER_TOKEN),
        service_tier: 'batch',
      },
    },
  };
}

function sendNotFound(reply: FastifyReply): FastifyReply {
  return sendError(reply, 404, 'not_found_error', 'There is no such batch.');
}

function sendError(
  reply: FastifyReply,
  status: number,
  type: string,
  message: string,
): FastifyReply {
  return reply.code(status).send({ type: 'error', error: { type, message } });
}
