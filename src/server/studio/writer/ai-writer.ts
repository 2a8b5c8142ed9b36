import { BusyError } from '#server/platform/errors.ts';

/** Prompts that are submitted together. Each item gets one result. */
export interface Batch {
  /** The system prompt of every item. */
  system: string;
  /** The JSON schema of every result. */
  schema: Record<string, unknown>;
  /** The most tokens a result may have. */
  maxOutputTokens: number;
  items: readonly { id: string; prompt: string }[];
}

/** The state of a batch at the service. */
export interface BatchState {
  batchId: string;
  state: 'in_progress' | 'canceling' | 'ended';
  createdAt: Date;
  /** Time at which the service gives it up. */
  expiresAt: Date;
  /** The number of its items in any state. */
  itemCount: number;
}

export interface Usage {
  inputTokens: number;
  outputTokens: number;
  /** US dollars. */
  cost: number;
}

/** The result of an item. `usage` is undefined if the service states impossible figures. */
export type BatchResult = { itemId: string } & (
  | { kind: 'message'; text: string; stopReason: string; usage: Usage | undefined }
  | { kind: 'errored'; reason: string }
  | { kind: 'canceled' }
  | { kind: 'expired' }
);

/**
 * A service that writes. Every call throws {@link TransientError} when another attempt may succeed, and
 * {@link PermanentError} otherwise. Nothing is retried here: attempts are counted where a restart does not lose them.
 */
export interface AiWriter {
  model: string;
  isDemonstration: boolean;
  /** Lists, in lower case, the aliases of authors that the demonstration has drafts by. Absent when a model writes. */
  listDraftAuthors?: () => Promise<string[]>;
  submitBatch(batch: Batch, signal: AbortSignal): Promise<BatchState>;
  getBatch(batchId: string, signal: AbortSignal): Promise<BatchState>;
  /** Asks the service to stop. A batch that has ended stays as it is. */
  cancelBatch(batchId: string, signal: AbortSignal): Promise<void>;
  /** Streams the results of a batch that has ended, in any order. */
  streamResults(batchId: string, signal: AbortSignal): AsyncIterable<BatchResult>;
  /** Lists the batches of the account created since a time, newest first. Others may share the account. */
  listBatchesSince(since: Date, signal: AbortSignal): AsyncIterable<BatchState>;
  /** Estimates, in US dollars, what each item of a batch costs if its result has a number of tokens. */
  estimateCosts(batch: Pick<Batch, 'system' | 'items' | 'schema'>, outputTokens: number): number[];
}

/** The service cannot respond at present. Another attempt may succeed. */
export class TransientError extends Error {
  override name = 'TransientError';
  /** True if the service may have done what it was asked, although it did not say so. */
  readonly mayHaveArrived: boolean;
  /** Seconds that the service asks to wait. */
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

/** The service refuses, and will refuse again until something changes. The message is a sentence for editors. */
export class PermanentError extends Error {
  override name = 'PermanentError';
  /** True if the service does not know the batch. */
  readonly isNotFound: boolean;

  constructor(message: string, isNotFound = false) {
    super(message);
    this.isNotFound = isNotFound;
  }
}

/** The AI writer that the configuration chose, and its budget. */
export interface AiWriting {
  /** Undefined when no API key is configured and the demonstration is not allowed. */
  writer: AiWriter | undefined;
  /** The setting that is missing, as a sentence. */
  unavailableReason: string | undefined;
  /** US dollars. */
  monthlyBudget: number;
}

/** Seconds. Nothing changes until somebody configures the service. */
const RETRY_AFTER_UNAVAILABLE = 3600;

/** Returns the writer. Throws {@link BusyError}, which names the missing setting, when there is none. */
export function requireWriter({ writer, unavailableReason }: AiWriting): AiWriter {
  if (writer) return writer;
  throw new BusyError(unavailableReason ?? 'Nobody is there to write.', RETRY_AFTER_UNAVAILABLE);
}
