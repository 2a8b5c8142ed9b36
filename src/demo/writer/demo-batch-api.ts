import { randomBytes } from 'node:crypto';
import { and, asc, desc, eq, isNull, lt } from 'drizzle-orm';
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Queries } from '#server/platform/db/database.ts';
import { answerRequest, type DemoAnswer, type DemoContent, detectKind } from './answer-request.ts';
import { type DemoRequest, demoBatchSchema } from './batch-schema.ts';
import { findPlannedFailure, getProcessingTime } from './planned-course.ts';
import { demoBatches } from './schema.ts';

export interface DemoApiOptions {
  queries: Queries;
  /** The key calls have to come with. */
  key: string;
  loadContent: () => Promise<DemoContent>;
  /** How many times faster than usual it is; tests do not wait. */
  speed?: number;
}

type StoredBatch = typeof demoBatches.$inferSelect;

/** Bytes of a call. */
const LARGEST_CALL = 32 * 1024 * 1024;
/** Milliseconds a batch is worked on for at most. */
const DAY = 24 * 60 * 60 * 1000;
/** Milliseconds until one that is called off is at rest. */
const STOPS_WITHIN = 1000;
/** Characters a token, roughly. */
const CHARACTERS_A_TOKEN = 4;

/**
 * The calls of Anthropic's Message Batches that the product makes, with their shapes and errors: an application of its
 * own, to be injected into, or to listen where the real library is tried over a network. A batch is in progress for some
 * seconds. What it will answer follows from what was asked and when, and is stored nowhere: a restart loses nothing.
 */
export function createDemoBatchApi({
  queries,
  key,
  loadContent: stock,
  speed: haste = 1,
}: DemoApiOptions): FastifyInstance {
  const api = fastify({ bodyLimit: LARGEST_CALL });
  api.addHook('onRequest', async (request, reply) => {
    if (request.headers.authorization === `Bearer ${key}`) return;
    return refuse(reply, 401, 'authentication_error', 'invalid API key');
  });
  api.setErrorHandler((error, _request, reply) =>
    refuse(reply, 500, 'api_error', error instanceof Error ? error.message : String(error)),
  );
  const find = async (id: string): Promise<StoredBatch | undefined> => {
    const [batch] = await queries.select().from(demoBatches).where(eq(demoBatches.id, id));
    return batch;
  };
  const shown = async (batch: StoredBatch) => {
    const { results, endedAt } = await courseOf(queries, batch, await stock(), haste);
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
  };

  api.post('/v1/messages/batches', async ({ body }, reply) => {
    const parsed = demoBatchSchema.safeParse(body);
    if (!parsed.success)
      return refuse(reply, 400, 'invalid_request_error', z.prettifyError(parsed.error));
    const id = `msgbatch_demo${randomBytes(12).toString('hex')}`;
    const { requests } = parsed.data;
    const [batch] = await queries.insert(demoBatches).values({ id, requests }).returning();
    return shown(batch!);
  });

  api.get('/v1/messages/batches', async ({ query }) => {
    const { after_id: after, limit = '20' } = query as { after_id?: string; limit?: string };
    const last = after ? await find(after) : undefined;
    const most = Math.min(Math.max(Number(limit) || 20, 1), 100);
    const rows = await queries
      .select()
      .from(demoBatches)
      .where(last && lt(demoBatches.createdAt, last.createdAt))
      .orderBy(desc(demoBatches.createdAt), desc(demoBatches.id))
      .limit(most + 1);
    const data = await Promise.all(rows.slice(0, most).map(shown));
    const [first_id, last_id] = [data[0]?.id ?? null, data.at(-1)?.id ?? null];
    return { data, has_more: rows.length > most, first_id, last_id };
  });

  api.get<{ Params: { id: string } }>('/v1/messages/batches/:id', async ({ params }, reply) => {
    const batch = await find(params.id);
    return batch ? shown(batch) : missing(reply);
  });

  api.post<{ Params: { id: string } }>(
    '/v1/messages/batches/:id/cancel',
    async ({ params: { id } }, reply) => {
      const batch = await find(id);
      if (!batch) return missing(reply);
      await queries
        .update(demoBatches)
        .set({ canceledAt: new Date() })
        .where(and(eq(demoBatches.id, id), isNull(demoBatches.canceledAt)));
      return shown((await find(id))!);
    },
  );

  api.get<{ Params: { id: string } }>(
    '/v1/messages/batches/:id/results',
    async ({ params }, reply) => {
      const batch = await find(params.id);
      if (!batch) return missing(reply);
      const { results } = await courseOf(queries, batch, await stock(), haste);
      const lines = results.map((result) => `${JSON.stringify(result)}\n`);
      return reply.type('application/x-jsonl').send(lines.join(''));
    },
  );

  return api;
}

/** How a batch goes: its results, and when they are there. */
async function courseOf(queries: Queries, batch: StoredBatch, stock: DemoContent, haste: number) {
  const { requests, createdAt, canceledAt } = batch;
  const earlier = await queries
    .select({ requests: demoBatches.requests })
    .from(demoBatches)
    .where(lt(demoBatches.createdAt, createdAt))
    .orderBy(asc(demoBatches.createdAt));
  const before = earlier.flatMap((each) => each.requests);
  const done = (request: DemoRequest) =>
    new Date(createdAt.getTime() + getProcessingTime(request, stock) / haste);
  const isCanceled = (request: DemoRequest) => canceledAt !== null && done(request) > canceledAt;
  const results = requests.map((request, at) => {
    const ofKind = requests
      .slice(0, at)
      .filter(({ params }) => detectKind(params) === detectKind(request.params));
    const answer =
      findPlannedFailure(request, before, stock) ?? answerRequest(request, stock, ofKind.length);
    const result = isCanceled(request) ? { type: 'canceled' } : resultOf(request, answer);
    return { custom_id: request.custom_id, result };
  });
  const last = Math.max(...requests.map((request) => done(request).getTime()));
  const stopped = canceledAt ? canceledAt.getTime() + STOPS_WITHIN / haste : last;
  return { results, endedAt: new Date(Math.min(last, stopped)) };
}

function resultOf({ params }: DemoRequest, answer: DemoAnswer) {
  if ('cannot' in answer)
    return {
      type: 'errored',
      error: { type: 'error', error: { type: 'api_error', message: answer.cannot } },
    };
  const text = JSON.stringify(answer.said);
  const asked = (params.system ?? '').length + params.messages[0].content.length;
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
        input_tokens: Math.ceil(asked / CHARACTERS_A_TOKEN),
        output_tokens: Math.ceil(text.length / CHARACTERS_A_TOKEN),
        service_tier: 'batch',
      },
    },
  };
}

function missing(reply: FastifyReply): FastifyReply {
  return refuse(reply, 404, 'not_found_error', 'There is no such batch.');
}

function refuse(reply: FastifyReply, status: number, type: string, message: string): FastifyReply {
  return reply.code(status).send({ type: 'error', error: { type, message } });
}
