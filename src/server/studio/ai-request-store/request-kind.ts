import type { z } from 'zod';
import type {
  AiRequestItem,
  AiRequestType,
  NewAiRequest,
  StoredResultObject,
} from '#domain/studio/ai-requests.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { AuditActor } from '#server/studio/audit/service.ts';
import type { StoredAiRequestItem } from './repository.ts';

/** An input for a new AI request. The input becomes an item of the request, with its own prompt and result. */
export interface AiRequestItemInput {
  /**
   * The ID of the author, idea, article or concern that the input is about. Null if the result will create that object.
   */
  subjectId: string | null;
  /** The fields of the input other than `subjectId`. They are stored so that the item can be requested again. */
  details?: Record<string, unknown>;
}

/** An input with the ID of the item that will be created from the input. */
export interface AiRequestItemInputWithId extends AiRequestItemInput {
  itemId: string;
}

/** An item that can be sent to the AI service: its prompt, and the object that it is about. */
export interface PreparedAiRequestItem {
  subject: AiRequestItem['subject'];
  /** The prompt for this item. It is sent after the system prompt, which all items share. */
  prompt: string;
}

/** The ID of the AI request whose items are being prepared, and the member who makes the request. */
export interface AiRequestIdAndActor {
  requestId: string;
  actor: AuditActor;
}

/** The objects that the result of an AI request created or changed, with remarks for editors. */
export interface StoredObjectsAndRemarks {
  outcomes: StoredResultObject[];
  /** Findings from the automatic checks on the result, as sentences for editors. */
  remarks?: string[];
}

/** Thrown if the result of an AI request cannot be used. The message is a sentence for editors. */
export class UnusableResultError extends Error {
  override name = 'UnusableResultError';
}

/**
 * A type of AI request. It defines the inputs of a request, the schema of the results, and the changes that a result
 * makes.
 */
export interface AiRequestDefinition<Result = unknown> {
  type: AiRequestType;
  resultSchema: z.ZodType<Result>;
  /** The maximum length of a result in tokens. */
  maxOutputTokens: number;
  /** The typical length of a result in tokens, used to estimate the cost. */
  typicalOutputTokens: number;
  /** Returns the inputs of a new request, one for each item. */
  toInputs(asked: NewAiRequest): AiRequestItemInput[];
  /**
   * Prepares the items of a request in the given order, within the transaction that creates the request. Marks the
   * items' subjects, such as ideas, as waiting for a result. Locks rows in the order of their IDs. Throws
   * `ConflictError` or `NotFoundError` if an item cannot be requested.
   */
  prepare(
    transaction: Queries,
    items: readonly AiRequestItemInputWithId[],
    context: AiRequestIdAndActor,
  ): Promise<PreparedAiRequestItem[]>;
  /**
   * Stores the changes that a result makes. Throws {@link UnusableResultError}, and stores nothing, if the result
   * cannot be used.
   */
  applyResult(
    transaction: Queries,
    item: StoredAiRequestItem,
    result: Result,
  ): Promise<StoredObjectsAndRemarks>;
  /**
   * Releases an item's subject, so that it can be requested again. Called if the item ends without a result. Omitted by
   * request types that do not mark subjects as waiting.
   */
  release?(transaction: Queries, item: StoredAiRequestItem): Promise<void>;
  /** Returns the AI request that should follow when all items have ended. Returns `undefined` if none should follow. */
  followUp?(asked: NewAiRequest, stored: readonly StoredResultObject[]): NewAiRequest | undefined;
}
