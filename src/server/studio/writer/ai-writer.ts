import { BusyError } from '#server/platform/errors.ts';

/** A batch of prompts for the AI service. Each item gets one result. */
export interface PromptBatch {
  /** The system prompt that all items share. */
  system: string;
  /** The JSON schema of the results. */
  schema: Record<string, unknown>;
  /** The maximum number of tokens in each result. */
  maxOutputTokens: number;
  items: readonly { id: string; prompt: string }[];
}

/** A batch that the AI service has accepted, with its current state. */
export interface AiBatch {
  batchId: string;
  state: 'in_progress' | 'canceling' | 'ended';
  createdAt: Date;
  /** The time at which the AI service stops processing the batch. */
  expiresAt: Date;
  /** The total number of items in the batch. */
  itemCount: number;
}

export interface TokenUsageAndCost {
  inputTokens: number;
  outputTokens: number;
  /** The cost of the tokens in US dollars. */
  cost: number;
}

/** The AI service's result for one item. `usage` is undefined if the service reports an impossible number of tokens. */
export type BatchItemResult = { itemId: string } & (
  | { kind: 'message'; text: string; stopReason: string; usage: TokenUsageAndCost | undefined }
  | { kind: 'errored'; reason: string }
  | { kind: 'canceled' }
  | { kind: 'expired' }
);

/**
 * A client of an AI service that processes batches of prompts. Each call to the service throws
 * {@link TransientAiServiceError} if another attempt may succeed, and
 * {@link PermanentAiServiceError} otherwise. Implementations do not retry. The callers count failed
 * attempts in the database, so that the count survives a restart.
 */
export interface AiWriter {
  model: string;
  isDemonstration: boolean;
  /**
   * Lists the lowercase aliases of the authors for whom the demo writer has drafts. Only the demo writer defines this
   * method.
   */
  listDraftAuthors?: () => Promise<string[]>;
  submitBatch(batch: PromptBatch, signal: AbortSignal): Promise<AiBatch>;
  getBatch(batchId: string, signal: AbortSignal): Promise<AiBatch>;
  /** Asks the AI service to cancel a batch. Has no effect on a batch that has ended. */
  cancelBatch(batchId: string, signal: AbortSignal): Promise<void>;
  /** Streams the results of a batch that has ended, in any order. */
  streamResults(batchId: string, signal: AbortSignal): AsyncIterable<BatchItemResult>;
  /**
   * Lists the batches that were created since the given time, newest first. The list may include batches of other
   * Octavo installations that use the same account.
   */
  listBatchesSince(since: Date, signal: AbortSignal): AsyncIterable<AiBatch>;
  /** Estimates the cost of each item in US dollars, assuming that its result has `outputTokens` tokens. */
  estimateCosts(
    batch: Pick<PromptBatch, 'system' | 'items' | 'schema'>,
    outputTokens: number,
  ): number[];
}

/** Thrown if the AI service currently cannot process a call, but another attempt may succeed. */
export class TransientAiServiceError extends Error {
  override name = 'TransientAiServiceError';
  /** True if the service may have processed the call despite the error. */
  readonly mayHaveArrived: boolean;
  /** The number of seconds that the AI service asks clients to wait before another attempt. */
  readonly retryAfter: number | undefined;

  constructor(
    message: string,
    { mayHaveArrived, retryAfter }: { mayHaveArrived: boolean; retryAfter?: number | undefined },
  ) {
    super(message);
    this.mayHaveArrived = mayHaveArrived;
    this.retryAfter = retryAfter;
  }
}

/**
 * Thrown if the AI service rejects a call that would fail again unless the configuration or the call is changed. The
 * message is a sentence for editors.
 */
export class PermanentAiServiceError extends Error {
  override name = 'PermanentAiServiceError';
  /** True if the AI service reports that the batch does not exist. */
  readonly isNotFound: boolean;

  constructor(message: string, isNotFound = false) {
    super(message);
    this.isNotFound = isNotFound;
  }
}

/** The AI writer that the configuration selects, and the monthly budget for its requests. */
export interface AiWriterSetup {
  /** The configured AI writer. Undefined if no API key is configured and the demo writer is not available. */
  writer: AiWriter | undefined;
  /** A sentence for editors that names the missing setting. Undefined if there is an AI writer. */
  unavailableReason: string | undefined;
  /** The monthly budget for AI requests in US dollars. */
  monthlyBudget: number;
}

/**
 * The number of seconds after which a client may try again if no AI writer is configured. The delay is long, because an
 * operator must change the configuration first.
 */
const RETRY_AFTER_UNAVAILABLE = 3600;

/** Returns the AI writer. If there is none, throws {@link BusyError} with a sentence that names the missing setting. */
export function getAiWriterOrThrow({ writer, unavailableReason }: AiWriterSetup): AiWriter {
  if (writer) return writer;
  throw new BusyError(unavailableReason ?? 'No AI service is configured.', RETRY_AFTER_UNAVAILABLE);
}
