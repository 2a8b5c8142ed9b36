import type { z } from 'zod';
import type {
  AiRequestItem,
  NewRequest,
  RequestType,
  StoredObject,
} from '#domain/studio/requests.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { Doer } from '#server/studio/audit/service.ts';
import type { Prompt } from '#server/studio/prompts/load-prompt.ts';
import type { StoredItem, StoredRequest } from './repository.ts';

/** One thing that is wanted, before anything is known of what it is about. */
export interface RequestInput {
  /** Null for something there is nothing of yet. */
  subjectId: string | null;
  /** What is needed to ask for it again. */
  details?: Record<string, unknown>;
}

/** One thing to be asked of the service. */
export interface PreparedItem {
  subject: AiRequestItem['subject'];
  /** What the service is told of it, after the rules. */
  prompt: string;
}

/** A thing that is wanted, and the item of the request that asks for it. */
export interface NewItem extends RequestInput {
  itemId: string;
}

/** Where things are going to be asked for. */
export interface RequestContext {
  requestId: string;
  doer: Doer;
}

/** What was stored of an answer. */
export interface AppliedResult {
  outcomes: StoredObject[];
  /** What the automatic checks found, for whoever reads it next. */
  remarks?: string[];
}

/** An answer is of no use. Its message is a sentence for an editor. */
export class UnusableResultError extends Error {
  override name = 'Unusable';
}

/** A type of request: what it asks for, what has to come back, and what becomes of that. */
export interface RequestKind<Given = unknown> {
  type: RequestType;
  resultSchema: z.ZodType<Given>;
  /** Tokens an answer may have, and those it usually has. */
  maxOutputTokens: number;
  typicalOutputTokens: number;
  prompt(): Promise<Prompt>;
  toInputs(asked: NewRequest): RequestInput[];
  /**
   * Prepares all items of a request within the transaction that makes it, in their order: what they are about is in the
   * state of waiting from then on. Locks rows in the order of their ids, not of the items. Throws `ConflictError` or
   * `NotFoundError` when one of them cannot be asked for.
   */
  prepare(
    transaction: Queries,
    items: readonly NewItem[],
    place: RequestContext,
  ): Promise<PreparedItem[]>;
  /** Stores what an answer says. Throws {@link UnusableResultError}, and then nothing of it is stored. */
  applyResult(transaction: Queries, item: StoredItem, answer: Given): Promise<AppliedResult>;
  /** There will be no answer: what it is about waits no more. */
  release(transaction: Queries, item: StoredItem): Promise<void>;
  /** What follows when all its items have come to an end; a note for the editor, where there is something to say. */
  whenEnded?(
    transaction: Queries,
    request: StoredRequest,
    items: readonly StoredItem[],
  ): Promise<string | undefined>;
}

/** Every type there is. */
export type Kinds = Readonly<Record<RequestType, RequestKind>>;

/** Hides what a kind's answers are from whoever handles all of them: each is checked before it is stored. */
export function eraseResultType<Given>(kind: RequestKind<Given>): RequestKind {
  return kind as unknown as RequestKind;
}
