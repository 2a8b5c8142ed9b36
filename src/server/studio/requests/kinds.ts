import type { z } from 'zod';
import type { NewRequest, Outcome, RequestItem, RequestType } from '#domain/studio/requests.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { Doer } from '#server/studio/audit/service.ts';
import type { Prompt } from '#server/studio/prompts/service.ts';
import type { StoredItem, StoredRequest } from './repository.ts';

/** One thing that is wanted, before anything is known of what it is about. */
export interface Want {
  /** Null for something there is nothing of yet. */
  subjectId: string | null;
  /** What is needed to ask for it again. */
  details?: Record<string, unknown>;
}

/** One thing to be asked of the service. */
export interface Preparation {
  subject: RequestItem['subject'];
  /** What the service is told of it, after the rules. */
  prompt: string;
}

/** A thing that is wanted, and the item of the request that asks for it. */
export interface WantedItem extends Want {
  itemId: string;
}

/** Where things are going to be asked for. */
export interface Place {
  requestId: string;
  doer: Doer;
}

/** What was stored of an answer. */
export interface Stored {
  outcomes: Outcome[];
  /** What the automatic checks found, for whoever reads it next. */
  remarks?: string[];
}

/** An answer is of no use. Its message is a sentence for an editor. */
export class Unusable extends Error {
  override name = 'Unusable';
}

/** A type of request: what it asks for, what has to come back, and what becomes of that. */
export interface RequestKind<Given = unknown> {
  type: RequestType;
  answer: z.ZodType<Given>;
  /** Tokens an answer may have, and those it usually has. */
  longest: number;
  typical: number;
  prompt(): Promise<Prompt>;
  wantsOf(asked: NewRequest): Want[];
  /**
   * Prepares all items of a request within the transaction that makes it, in their order: what they are about is in the
   * state of waiting from then on. Locks rows in the order of their ids, not of the items. Throws `ConflictError` or
   * `NotFoundError` when one of them cannot be asked for.
   */
  prepare(transaction: Queries, items: readonly WantedItem[], place: Place): Promise<Preparation[]>;
  /** Stores what an answer says. Throws {@link Unusable}, and then nothing of it is stored. */
  store(transaction: Queries, item: StoredItem, answer: Given): Promise<Stored>;
  /** There will be no answer: what it is about waits no more. */
  giveBack(transaction: Queries, item: StoredItem): Promise<void>;
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
export function anyKind<Given>(kind: RequestKind<Given>): RequestKind {
  return kind as unknown as RequestKind;
}
