import { BusyError } from '#server/platform/errors.ts';

/** What is asked of a model at once, one message an item. */
export interface Batch {
  /** What every item is told first: the rules. */
  system: string;
  /** What an answer looks like, as a JSON schema. */
  schema: Record<string, unknown>;
  /** Tokens an answer may have. */
  maxOutputTokens: number;
  items: readonly { id: string; prompt: string }[];
}

/** How a batch is getting on at the service. */
export interface BatchState {
  batchId: string;
  state: 'in_progress' | 'canceling' | 'ended';
  createdAt: Date;
  /** When the service stops working on it. */
  expiresAt: Date;
  /** Items it has, whatever their state. */
  itemCount: number;
}

export interface Usage {
  inputTokens: number;
  outputTokens: number;
  /** US dollars. */
  cost: number;
}

/** What became of an item of a batch. */
export type BatchResult = {
  itemId: string;
} /** `usage`: undefined where the service gives no possible figures. */ & (
  | { kind: 'message'; text: string; stopReason: string; usage: Usage | undefined }
  | { kind: 'errored'; reason: string }
  | { kind: 'canceled' }
  | { kind: 'expired' }
);

/**
 * The service that writes. What it cannot do for now throws {@link TransientError}, what it will not do {@link PermanentError}.
 * Nothing is tried twice here: whoever calls keeps count of attempts where a restart does not lose it.
 */
export interface AiWriter {
  model: string;
  isDemonstration: boolean;
  /** Returns the lower-case aliases of the authors the demonstration has drafts by. Absent where a model writes. */
  listDraftAuthors?: () => Promise<string[]>;
  submitBatch(batch: Batch, signal: AbortSignal): Promise<BatchState>;
  getBatch(serviceId: string, signal: AbortSignal): Promise<BatchState>;
  /** Asks the service to stop; one that has ended already stays as it is. */
  cancelBatch(serviceId: string, signal: AbortSignal): Promise<void>;
  /** Streams the answers of a batch that has ended, in no promised order. */
  streamResults(serviceId: string, signal: AbortSignal): AsyncIterable<BatchResult>;
  /** What was submitted since, newest first, by whoever shares the account. */
  listBatchesSince(since: Date, signal: AbortSignal): AsyncIterable<BatchState>;
  /** Estimates what each item of a batch costs, in US dollars, if its answer has so many tokens. */
  estimateCosts(batch: Pick<Batch, 'system' | 'items' | 'schema'>, answerTokens: number): number[];
}

/** The service cannot answer for now: to be tried again. */
export class TransientError extends Error {
  override name = 'WriterAway';
  /** Whether what was sent may have arrived all the same. */
  readonly mayHaveArrived: boolean;
  /** Seconds the service asks for. */
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

/** The service says no, and will again until something changes. Its message is a sentence for an editor. */
export class PermanentError extends Error {
  override name = 'WriterRefusal';
  /** Whether what was asked about is not there. */
  readonly isNotFound: boolean;

  constructor(message: string, isMissing = false) {
    super(message);
    this.isNotFound = isMissing;
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
