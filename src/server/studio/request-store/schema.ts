import {
  type AnyPgColumn,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ItemStatus, RequestStatus } from '#domain/statuses/machines.ts';
import type {
  AiRequestItem,
  NewRequest,
  RequestType,
  StoredObject,
} from '#domain/studio/requests.ts';
import { bytewiseText, timestampColumn } from '#server/platform/db/columns.ts';

/** Requests to the AI service. They belong to the staff and contain no readers' data. */
export const writingRequests = pgTable(
  'writing_requests',
  {
    /** UUIDv7, so ids sort by creation time. */
    id: uuid().primaryKey(),
    type: text().$type<RequestType>().notNull(),
    status: text().$type<RequestStatus>().notNull(),
    /** The request as the editor submitted it. */
    asked: jsonb().$type<NewRequest>().notNull(),
    model: text().notNull(),
    /** The prompt's version, the hash of its text, and the system prompt that every item shares. */
    prompt: text().notNull(),
    promptHash: text('prompt_hash').notNull(),
    system: text().notNull(),
    /** The JSON schema that results must match, as sent to the service. */
    answerSchema: jsonb('answer_schema').$type<Record<string, unknown>>().notNull(),
    askedById: uuid('asked_by_id'),
    askedByName: text('asked_by_name').notNull(),
    retryOf: uuid('retry_of').references((): AnyPgColumn => writingRequests.id),
    /** Chosen by the page that sent it: at most one request is created for each key. */
    idempotencyKey: uuid('idempotency_key').unique(),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
    endedAt: timestampColumn('ended_at'),
    estimatedCost: doublePrecision('estimated_cost').notNull(),
    /** Reason for its failure or delay, as a sentence for editors. */
    note: text(),

    /** The id of its batch at the service, once the service has confirmed it. */
    batchId: bytewiseText('service_id').unique(),
    /** When it was sent; stored before the attempt, and removed when the service certainly did not take it. */
    sentAt: timestampColumn('sent_at'),
    /**
     * Set when nothing shows whether the service took what was sent at `sentAt`: the connection broke, the service failed,
     * or the process stopped. `note` then has the cause. An editor decides what happens next; nothing is sent until then.
     */
    outcomeUnknownAt: timestampColumn('outcome_unknown_at'),
    cancelSent: boolean('cancel_sent').notNull().default(false),
    expiresAt: timestampColumn('expires_at'),
    /** Failed calls to the service in a row. */
    failures: smallint().notNull().default(0),
    pollAt: timestampColumn('look_at').notNull().defaultNow(),
    /** While a worker holds the claim, only updates that name its token (`claim`) are stored. */
    claimedUntil: timestampColumn('claimed_until'),
    claim: uuid(),
  },
  (table) => [
    index('writing_requests_to_look_at').on(table.status, table.pollAt),
    index('writing_requests_of_month').on(table.createdAt),
  ],
);

/** The items of a request: one prompt and one result each. */
export const requestItems = pgTable(
  'request_items',
  {
    /** Also its `custom_id` at the service. */
    id: uuid().primaryKey(),
    requestId: uuid('request_id')
      .notNull()
      .references(() => writingRequests.id),
    position: integer().notNull(),
    status: text().$type<ItemStatus>().notNull().default('pending'),
    subjectKind: text('subject_kind').$type<AiRequestItem['subject']['kind']>().notNull(),
    subjectId: uuid('subject_id'),
    subjectName: text('subject_name').notNull(),
    /** The rest of its input, so that it can be requested again. */
    details: jsonb().$type<Record<string, unknown>>().notNull(),
    prompt: text().notNull(),
    /** US dollars reserved until its result is stored: the cost of a result of the greatest length. */
    estimate: doublePrecision().notNull(),
    reason: text(),
    outcomes: jsonb().$type<StoredObject[]>().notNull().default([]),
    remarks: jsonb().$type<string[]>().notNull().default([]),
    inputTokens: integer('input_tokens').notNull().default(0),
    outputTokens: integer('output_tokens').notNull().default(0),
    cost: doublePrecision().notNull().default(0),
    retriedIn: uuid('retried_in').references(() => writingRequests.id),
  },
  (table) => [
    index('request_items_of_request').on(table.requestId, table.position),
    index('request_items_of_subject').on(table.subjectId, table.status),
  ],
);
