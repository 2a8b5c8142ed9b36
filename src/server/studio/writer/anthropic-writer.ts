import Anthropic from '@anthropic-ai/sdk';
import type {
  MessageBatch,
  MessageBatchIndividualResponse,
} from '@anthropic-ai/sdk/resources/messages/batches';
import { z } from 'zod';
import { toStorable } from '#domain/storable-text.ts';
import {
  type AiWriter,
  type BatchResult,
  type BatchState,
  PermanentError,
  TransientError,
  type Usage,
} from './ai-writer.ts';
import { calculateUsage } from './prices.ts';

export interface AnthropicOptions {
  apiKey: string;
  model: string;
  /** Where the service is; its own address by default. */
  baseURL?: string | undefined;
  /** How it is reached; over the network by default. */
  fetch?: typeof fetch;
  isDemonstration?: boolean;
}

/** Milliseconds until the head of an answer has to be there. */
const PATIENCE = 60_000;
/** Characters of English a token, on the low side. */
const CHARACTERS_A_TOKEN = 3.5;
/** Batches a page of the list has at most. */
const LIST_PAGE = 100;

/** Anthropic's Message Batches, through the official library. */
export function createAnthropicWriter({
  apiKey,
  model,
  baseURL,
  fetch,
  isDemonstration = false,
}: AnthropicOptions): AiWriter {
  const client = new Anthropic({
    apiKey,
    // Nothing of the environment but what is configured here.
    authToken: null,
    baseURL: baseURL ?? 'https://api.anthropic.com',
    ...(fetch && { fetch }),
    // A submission that is tried again by the library may be there twice.
    maxRetries: 0,
    timeout: PATIENCE,
    logLevel: 'off',
  });
  const { batches } = client.messages;
  return {
    model,
    isDemonstration,

    submitBatch({ system, schema, maxOutputTokens: longest, items }, signal) {
      const requests = items.map(({ id, prompt }) => ({
        custom_id: id,
        params: {
          model,
          max_tokens: longest,
          system,
          messages: [{ role: 'user' as const, content: prompt }],
          output_config: { format: { type: 'json_schema' as const, schema } },
        },
      }));
      return told(async () => stateOf(await batches.create({ requests }, { signal })));
    },

    getBatch: (serviceId, signal) =>
      told(async () => stateOf(await batches.retrieve(serviceId, {}, { signal }))),

    cancelBatch: (serviceId, signal) =>
      told(async () => {
        await batches.cancel(serviceId, {}, { signal }).catch((error: unknown) => {
          // It has ended meanwhile, which the next look finds.
          if (!(error instanceof Anthropic.APIError) || ![400, 409].includes(error.status ?? 0))
            throw error;
        });
      }),

    async *streamResults(serviceId, signal) {
      const lines = await told(() => batches.results(serviceId, {}, { signal }));
      for await (const line of toldEach(lines)) yield answerOf(line, model);
    },

    async *listBatchesSince(since, signal) {
      const pages = await told(() => batches.list({ limit: LIST_PAGE }, { signal }));
      for await (const batch of toldEach(pages)) {
        const state = stateOf(batch);
        if (state.createdAt < since) return;
        yield state;
      }
    },

    estimateCosts({ system, schema, items }, answerTokens) {
      const shared = system.length + JSON.stringify(schema).length;
      return items.map(({ prompt }) => {
        const input = Math.ceil((shared + prompt.length) / CHARACTERS_A_TOKEN);
        return calculateUsage(model, { input, output: answerTokens }).cost;
      });
    },
  };
}

function stateOf(batch: MessageBatch): BatchState {
  const { processing, succeeded, errored, canceled, expired } = batch.request_counts;
  return {
    batchId: batch.id,
    state: batch.processing_status,
    createdAt: new Date(batch.created_at),
    expiresAt: new Date(batch.expires_at),
    itemCount: processing + succeeded + errored + canceled + expired,
  };
}

function answerOf(
  { custom_id: itemId, result }: MessageBatchIndividualResponse,
  model: string,
): BatchResult {
  switch (result.type) {
    case 'succeeded': {
      const { content, stop_reason, usage } = result.message;
      return {
        itemId,
        kind: 'message',
        text: content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
        stopReason: stop_reason ?? 'end_turn',
        usage: statedUsage(model, usage),
      };
    }
    case 'errored':
      return { itemId, kind: 'errored', reason: toStorable(result.error.error.message) };
    default:
      return { itemId, kind: result.type };
  }
}

/** Tokens of one kind that an answer can have: more than any model takes or gives. */
const tokens = z.int().min(0).max(100_000_000);
const usageSchema = z.object({
  input_tokens: tokens,
  output_tokens: tokens,
  cache_creation_input_tokens: tokens.nullish(),
  cache_read_input_tokens: tokens.nullish(),
});

/** What the service says an answer took; `undefined` where that cannot be. */
function statedUsage(model: string, stated: unknown): Usage | undefined {
  const { data } = usageSchema.safeParse(stated);
  if (!data) return undefined;
  return calculateUsage(model, {
    input: data.input_tokens,
    output: data.output_tokens,
    cacheWrites: data.cache_creation_input_tokens,
    cacheReads: data.cache_read_input_tokens,
  });
}

/** What the library throws, as what it means for us. */
async function told<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Anthropic.APIUserAbortError) throw error;
    if (
      error instanceof Anthropic.APIConnectionError ||
      !(error instanceof Anthropic.AnthropicError)
    )
      throw away(`The AI service cannot be reached: ${messageOf(error)}`, {
        mayHaveArrived: wasConnected(error),
      });
    if (!(error instanceof Anthropic.APIError))
      throw away(`The AI service is not ready: ${messageOf(error)}`, { mayHaveArrived: true });
    throw meaningOf(error);
  }
}

/** What says that there was no connection to send anything over. */
const UNCONNECTED: readonly unknown[] = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
];

function wasConnected(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && UNCONNECTED.includes(cause.code)) return false;
  return true;
}

/** The same of what comes one by one. */
async function* toldEach<Each>(things: AsyncIterable<Each>): AsyncIterable<Each> {
  const each = things[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await told(() => each.next());
      if (done) return;
      yield value;
    }
  } finally {
    await each.return?.();
  }
}

/** The service says so when it has too much to do; nothing of what was sent is begun then. */
const TURNED_AWAY: readonly number[] = [429, 529];

function meaningOf(error: InstanceType<typeof Anthropic.APIError>): Error {
  const { status = 0, headers, apiMessage } = error;
  const said = toStorable(apiMessage ?? `it answered ${status}`);
  if (TURNED_AWAY.includes(status))
    return away(`The AI service has too much to do: ${said}`, {
      mayHaveArrived: false,
      retryAfter: secondsIn(headers?.get('retry-after')),
    });
  if (status >= 500 || status === 408)
    return away(`The AI service is in trouble: ${said}`, { mayHaveArrived: true });
  if (status === 401 || status === 403)
    return new PermanentError(`The AI service does not accept ANTHROPIC_API_KEY: ${said}`);
  return new PermanentError(`The AI service refuses this: ${said}`, status === 404);
}

function away(
  message: string,
  how: ConstructorParameters<typeof TransientError>[1],
): TransientError {
  return new TransientError(message, how);
}

function secondsIn(header: string | null | undefined): number | undefined {
  const seconds = Number(header);
  return header && seconds >= 0 ? seconds : undefined;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
