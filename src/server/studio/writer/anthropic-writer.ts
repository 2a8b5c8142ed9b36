import Anthropic from '@anthropic-ai/sdk';
import type {
  MessageBatch,
  MessageBatchIndividualResponse,
} from '@anthropic-ai/sdk/resources/messages/batches';
import { z } from 'zod';
import { toStorableJson } from '#domain/storable-json.ts';
import { getErrorMessage } from '#server/platform/get-error-message.ts';
import {
  type AiBatch,
  type AiWriter,
  type BatchItemResult,
  PermanentAiServiceError,
  type PromptBatch,
  type TokenUsageAndCost,
  TransientAiServiceError,
} from './ai-writer.ts';
import { BATCH_PRICE_FACTOR, CACHE_PRICE_FACTORS, PRICES_PER_MILLION_TOKENS } from './prices.ts';

export interface AnthropicOptions {
  apiKey: string;
  model: string;
  /** The base URL of the Anthropic API. Default: Anthropic's own server. */
  baseURL?: string | undefined;
  /** A replacement for the global `fetch` in tests. */
  fetch?: typeof fetch;
  isDemonstration?: boolean;
}

/** The maximum time, in milliseconds, before the response to an API call begins. */
const RESPONSE_TIMEOUT = 60_000;
/**
 * The assumed average number of characters per token. It is deliberately low for English, so that costs are not
 * underestimated.
 */
const CHARACTERS_PER_TOKEN = 3.5;
/** The page size when listing batches. */
const LIST_PAGE_SIZE = 100;

/** Creates an {@link AiWriter} that uses Anthropic's Message Batches API through the official library. */
export function createAnthropicWriter(options: AnthropicOptions): AiWriter {
  const { model, isDemonstration = false } = options;
  const { batches } = createClient(options).messages;
  return {
    model,
    isDemonstration,

    submitBatch: (batch, signal) =>
      translateErrors(async () => {
        const requests = toBatchRequests(model, batch);
        return toBatchState(await batches.create({ requests }, { signal }));
      }),

    getBatch: (batchId, signal) =>
      translateErrors(async () => toBatchState(await batches.retrieve(batchId, {}, { signal }))),

    cancelBatch: (batchId, signal) =>
      translateErrors(async () => {
        await batches.cancel(batchId, {}, { signal }).catch((error: unknown) => {
          // Anthropic responds with status 400 or 409 if the batch has already ended. This error is ignored, because
          // the next poll will report that the batch has ended.
          if (!(error instanceof Anthropic.APIError) || ![400, 409].includes(error.status ?? 0))
            throw error;
        });
      }),

    async *streamResults(batchId, signal) {
      const lines = await translateErrors(() => batches.results(batchId, {}, { signal }));
      for await (const line of translateErrorsOfEach(lines)) yield toBatchResult(line, model);
    },

    async *listBatchesSince(since, signal) {
      const pages = await translateErrors(() =>
        batches.list({ limit: LIST_PAGE_SIZE }, { signal }),
      );
      for await (const batch of translateErrorsOfEach(pages)) {
        const state = toBatchState(batch);
        if (state.createdAt < since) return;
        yield state;
      }
    },

    estimateCosts({ system, schema, items }, outputTokens) {
      const sharedLength = system.length + JSON.stringify(schema).length;
      return items.map(({ prompt }) => {
        const input = Math.ceil((sharedLength + prompt.length) / CHARACTERS_PER_TOKEN);
        return calculateUsage(model, { input, output: outputTokens }).cost;
      });
    },
  };
}

function createClient({ apiKey, baseURL, fetch }: AnthropicOptions): Anthropic {
  return new Anthropic({
    apiKey,
    // Null prevents Anthropic's library from reading a token from an environment variable.
    authToken: null,
    baseURL: baseURL ?? 'https://api.anthropic.com',
    ...(fetch && { fetch }),
    // Anthropic's library must not retry calls, because a retry could submit a batch twice.
    maxRetries: 0,
    timeout: RESPONSE_TIMEOUT,
    logLevel: 'off',
  });
}

function toBatchRequests(model: string, { system, schema, maxOutputTokens, items }: PromptBatch) {
  return items.map(({ id, prompt }) => ({
    custom_id: id,
    params: {
      model,
      max_tokens: maxOutputTokens,
      system,
      messages: [{ role: 'user' as const, content: prompt }],
      output_config: { format: { type: 'json_schema' as const, schema } },
    },
  }));
}

function toBatchState(batch: MessageBatch): AiBatch {
  const { processing, succeeded, errored, canceled, expired } = batch.request_counts;
  return {
    batchId: batch.id,
    state: batch.processing_status,
    createdAt: new Date(batch.created_at),
    expiresAt: new Date(batch.expires_at),
    itemCount: processing + succeeded + errored + canceled + expired,
  };
}

function toBatchResult(
  { custom_id: itemId, result }: MessageBatchIndividualResponse,
  model: string,
): BatchItemResult {
  switch (result.type) {
    case 'succeeded': {
      const { content, stop_reason, usage } = result.message;
      return {
        itemId,
        kind: 'message',
        text: content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
        stopReason: stop_reason ?? 'end_turn',
        usage: parseUsage(model, usage),
      };
    }
    case 'errored':
      return {
        itemId,
        kind: 'errored',
        reason: toStorableJson(result.error.error.message),
      };
    default:
      return { itemId, kind: result.type };
  }
}

/** A schema for a token count. The maximum exceeds the number of tokens that any model can read or write. */
const tokenCountSchema = z.int().min(0).max(100_000_000);
const usageSchema = z.object({
  input_tokens: tokenCountSchema,
  output_tokens: tokenCountSchema,
  cache_creation_input_tokens: tokenCountSchema.nullish(),
  cache_read_input_tokens: tokenCountSchema.nullish(),
});

/**
 * Parses the token usage that the AI service reports. Returns `undefined` if a reported count is missing or impossible.
 */
function parseUsage(model: string, reported: unknown): TokenUsageAndCost | undefined {
  const { data } = usageSchema.safeParse(reported);
  if (!data) return undefined;
  return calculateUsage(model, {
    input: data.input_tokens,
    output: data.output_tokens,
    cacheWrites: data.cache_creation_input_tokens,
    cacheReads: data.cache_read_input_tokens,
  });
}

interface TokenCounts {
  input: number;
  output: number;
  cacheWrites?: number | null | undefined;
  cacheReads?: number | null | undefined;
}

const MILLION = 1_000_000;

/**
 * Returns the token usage and the cost of an item in a batch. If the price table does not contain the model, the
 * highest price is used, so that the budget is not exceeded.
 */
function calculateUsage(
  model: string,
  { input, output, cacheWrites, cacheReads }: TokenCounts,
): TokenUsageAndCost {
  const [writes, reads] = [cacheWrites ?? 0, cacheReads ?? 0];
  const [, price] =
    PRICES_PER_MILLION_TOKENS.find(([name]) => model.startsWith(name)) ??
    PRICES_PER_MILLION_TOKENS[0]!;
  const weightedInput =
    input + CACHE_PRICE_FACTORS.write * writes + CACHE_PRICE_FACTORS.read * reads;
  const cost =
    (BATCH_PRICE_FACTOR * (weightedInput * price.input + output * price.output)) / MILLION;
  return { inputTokens: input + writes + reads, outputTokens: output, cost };
}

/**
 * Runs a call to Anthropic's library, and converts its errors to {@link TransientAiServiceError} or {@link
 * PermanentAiServiceError}.
 */
async function translateErrors<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Anthropic.APIUserAbortError) throw error;
    if (
      error instanceof Anthropic.APIConnectionError ||
      !(error instanceof Anthropic.AnthropicError)
    )
      throw new TransientAiServiceError(
        `The AI service cannot be reached: ${getErrorMessage(error)}`,
        {
          mayHaveArrived: wasConnected(error),
        },
      );
    if (!(error instanceof Anthropic.APIError))
      throw new TransientAiServiceError(`The AI service is not ready: ${getErrorMessage(error)}`, {
        mayHaveArrived: true,
      });
    throw toDomainError(error);
  }
}

/** Codes of errors that occur before a connection is established, and so before anything has been sent. */
const NO_CONNECTION_CODES: readonly unknown[] = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
];

function wasConnected(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && NO_CONNECTION_CODES.includes(cause.code)) return false;
  return true;
}

/** Yields the elements of an async iterable, and converts its errors as {@link translateErrors} does. */
async function* translateErrorsOfEach<Each>(iterable: AsyncIterable<Each>): AsyncIterable<Each> {
  const iterator = iterable[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await translateErrors(() => iterator.next());
      if (done) return;
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}

/** The HTTP statuses with which an overloaded AI service rejects a call without processing it. */
const OVERLOADED_STATUSES: readonly number[] = [429, 529];

function toDomainError(error: InstanceType<typeof Anthropic.APIError>): Error {
  const { status = 0, headers, apiMessage } = error;
  const detail = toStorableJson(apiMessage ?? `it answered ${status}`);
  if (OVERLOADED_STATUSES.includes(status))
    return new TransientAiServiceError(`The AI service has too much to do: ${detail}`, {
      mayHaveArrived: false,
      retryAfter: parseRetryAfter(headers?.get('retry-after')),
    });
  if (status >= 500 || status === 408)
    return new TransientAiServiceError(`The AI service is in trouble: ${detail}`, {
      mayHaveArrived: true,
    });
  if (status === 401 || status === 403)
    return new PermanentAiServiceError(
      `The AI service does not accept ANTHROPIC_API_KEY: ${detail}`,
    );
  return new PermanentAiServiceError(`The AI service refuses this: ${detail}`, status === 404);
}

function parseRetryAfter(header: string | null | undefined): number | undefined {
  const seconds = Number(header);
  return header && seconds >= 0 ? seconds : undefined;
}
