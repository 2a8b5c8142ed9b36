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

/** One input of a new request. Each becomes an item, with a prompt and a result of its own. */
export interface RequestInput {
  /** The id of the author, idea, article or concern it is about; null when the result will create the subject. */
  subjectId: string | null;
  /** The rest of the input. It is stored, so that the item can be requested again. */
  details?: Record<string, unknown>;
}

/** A {@link RequestInput} with the id its item will have. */
export interface NewItem extends RequestInput {
  itemId: string;
}

/** An item that can be sent: its subject, and its prompt. */
export interface PreparedItem {
  subject: AiRequestItem['subject'];
  /** Follows the system prompt, which all items share. */
  prompt: string;
}

/** The request that items are prepared for. */
export interface RequestContext {
  requestId: string;
  actor: AuditActor;
}

/** The objects that a result created or changed. */
export interface AppliedResult {
  outcomes: StoredObject[];
  /** Findings of the automatic checks, for editors. */
  remarks?: string[];
}

/** A result cannot be used. The message is a sentence for editors. */
export class UnusableResultError extends Error {
  override name = 'UnusableResultError';
}

/** A type of request: its inputs, the shape of its results, and what a result changes. */
export interface RequestKind<Result = unknown> {
  type: RequestType;
  resultSchema: z.ZodType<Result>;
  /** The most tokens a result may have. */
  maxOutputTokens: number;
  /** The number of tokens a result usually has. */
  typicalOutputTokens: number;
  /** Returns one input for each item. */
  toInputs(asked: NewRequest): RequestInput[];
  /**
   * Prepares all items within the transaction that creates the request, in the order given, and marks their subjects as
   * waiting for a result. Locks rows in the order of their ids. Throws `ConflictError` or `NotFoundError` when an item
   * cannot be requested.
   */
  prepare(
    transaction: Queries,
    items: readonly NewItem[],
    context: RequestContext,
  ): Promise<PreparedItem[]>;
  /** Applies a result to its subject. Throws {@link UnusableResultError}, and then nothing is stored. */
  applyResult(transaction: Queries, item: StoredItem, result: Result): Promise<AppliedResult>;
  /** Releases the subject of an item that gets no result, so that it can be requested again. Omit it if nothing waits. */
  release?(transaction: Queries, item: StoredItem): Promise<void>;
  /** Returns the request that follows once all items have ended, if one does. */
  followUp?(asked: NewRequest, stored: readonly StoredObject[]): NewRequest | undefined;
}
