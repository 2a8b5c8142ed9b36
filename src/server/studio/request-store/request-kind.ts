import type { z } from 'zod';
import type {
  AiRequestItem,
  NewRequest,
  RequestType,
  StoredObject,
} from '#domain/studio/requests.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { AuditActor } from '#server/studio/audit/service.ts';
import type { StoredItem } from './repository.ts';

/** An input of a new request. It becomes one item of the request, with its own prompt and result. */
export interface RequestInput {
  /** ID of the author, idea, article or concern that the input is about. Null if the result creates its subject. */
  subjectId: string | null;
  /** The remaining fields of the input. They are stored, so that the item can be requested again. */
  details?: Record<string, unknown>;
}

/** A {@link RequestInput} with the ID of the item it becomes. */
export interface NewItem extends RequestInput {
  itemId: string;
}

/** The subject and prompt of an item that is ready to be sent. */
export interface PreparedItem {
  subject: AiRequestItem['subject'];
  /** Prompt of the item. It follows the system prompt, which all items share. */
  prompt: string;
}

/** The request that items are prepared for, and its actor. */
export interface RequestContext {
  requestId: string;
  actor: AuditActor;
}

/** The objects that a result created or changed, with remarks for editors. */
export interface AppliedResult {
  outcomes: StoredObject[];
  /** Findings of the automatic checks, as sentences for editors. */
  remarks?: string[];
}

/** A result cannot be used. The message is a sentence for editors. */
export class UnusableResultError extends Error {
  override name = 'UnusableResultError';
}

/** A type of AI request: its inputs, the schema of its results, and the changes that a result makes. */
export interface RequestKind<Result = unknown> {
  type: RequestType;
  resultSchema: z.ZodType<Result>;
  /** Maximum number of tokens in a result. */
  maxOutputTokens: number;
  /** Typical number of tokens in a result, used to estimate the cost. */
  typicalOutputTokens: number;
  /** Converts a request to one input per item. */
  toInputs(asked: NewRequest): RequestInput[];
  /**
   * Prepares the items of a request in the given order, within the transaction that creates the request. Marks their
   * subjects as waiting for a result. Locks rows in the order of their IDs. Throws `ConflictError` or `NotFoundError`
   * if an item cannot be requested.
   */
  prepare(
    transaction: Queries,
    items: readonly NewItem[],
    context: RequestContext,
  ): Promise<PreparedItem[]>;
  /**
   * Applies a result to its subject. Throws {@link UnusableResultError} if the result cannot be used; then nothing is
   * stored.
   */
  applyResult(transaction: Queries, item: StoredItem, result: Result): Promise<AppliedResult>;
  /**
   * Releases the subject of an item that ends without a result, so that it can be requested again. Omitted by types
   * whose subjects are not marked as waiting.
   */
  release?(transaction: Queries, item: StoredItem): Promise<void>;
  /** Returns the request that follows once all items have ended, or `undefined` if none follows. */
  followUp?(asked: NewRequest, stored: readonly StoredObject[]): NewRequest | undefined;
}
