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
import type { AiRequestItemStatus, AiRequestStatus } from '#domain/statuses/ai-request-states.ts';
import type {
  AiRequestItem,
  AiRequestType,
  NewAiRequest,
  StoredResultObject,
} from '#domain/studio/ai-requests.ts';
import { bytewiseTextColumn, timestampColumn } from '#server/platform/db/columns.ts';

/**
 * The requests to the AI service. Some are made by studio members, others by Octavo itself, such as the review that
 * follows once an article has been written. They contain no personal data of readers.
 */
export const aiRequests = pgTable(
  'writing_requests',
  {
    /** A UUIDv7. IDs of this kind sort by creation time. */
    id: uuid().primaryKey(),
    type: text().$type<AiRequestType>().notNull(),
    status: text().$type<AiRequestStatus>().notNull(),
    /** The request as the editor submitted it. */
    asked: jsonb().$type<NewAiRequest>().notNull(),
    model: text().notNull(),
    /** The version of the prompt. */
    prompt: text().notNull(),
    /** The hash of the prompt's text. */
    promptHash: text('prompt_hash').notNull(),
    /** The system prompt that all items share. */
    system: text().notNull(),
    /** The JSON schema for the results, as it was sent to the AI service. */
    answerSchema: jsonb('answer_schema').$type<Record<string, unknown>>().notNull(),
    askedById: uuid('asked_by_id'),
    askedByName: text('asked_by_name').notNull(),
    retryOf: uuid('retry_of').references((): AnyPgColumn => aiRequests.id),
    /** A UUID that the web page chose when it submitted the request. At most one request is created for each UUID. */
    idempotencyKey: uuid('idempotency_key').unique(),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
    endedAt: timestampColumn('ended_at'),
    estimatedCost: doublePrecision('estimated_cost').notNull(),
    /** The reason for the request's failure or delay, as a sentence for editors. */
    note: text(),

    /** The ID of the request's batch at the AI service. Null until the service has confirmed the batch. */
    batchId: bytewiseTextColumn('service_id').unique(),
    /**
     * The time at which the request was sent to the AI service. It is stored right before the request is sent, and
     * cleared if the service definitely did not accept the request.
     */
    sentAt: timestampColumn('sent_at'),
    /**
     * The time at which it became unknown whether the AI service received the request, because the connection broke,
     * the service failed or the process stopped. `note` explains the cause. The request is sent again only if an editor
     * decides to send it again.
     */
    outcomeUnknownAt: timestampColumn('outcome_unknown_at'),
    cancelSent: boolean('cancel_sent').notNull().default(false),
    expiresAt: timestampColumn('expires_at'),
    /** The number of consecutive failed calls to the AI service. */
    failures: smallint().notNull().default(0),
    pollAt: timestampColumn('look_at').notNull().defaultNow(),
    /**
     * The time at which a worker's claim on the request expires. `claim` contains the claim's fencing token. A worker
     * can update the request only while `claim` contains the worker's own token.
     */
    claimedUntil: timestampColumn('claimed_until'),
    claim: uuid(),
  },
  (table) => [
    index('writing_requests_to_look_at').on(table.status, table.pollAt),
    index('writing_requests_of_month').on(table.createdAt),
  ],
);

/** The items of AI requests. Each item has one prompt and one result. */
export const aiRequestItems = pgTable(
  'request_items',
  {
    /** The ID of the item. It is also the `custom_id` of the item at the AI service. */
    id: uuid().primaryKey(),
    requestId: uuid('request_id')
      .notNull()
      .references(() => aiRequests.id),
    position: integer().notNull(),
    status: text().$type<AiRequestItemStatus>().notNull().default('pending'),
    subjectKind: text('subject_kind').$type<AiRequestItem['subject']['kind']>().notNull(),
    subjectId: uuid('subject_id'),
    subjectName: text('subject_name').notNull(),
    /** The fields of the item's input except the subject. They are stored so that the item can be requested again. */
    details: jsonb().$type<Record<string, unknown>>().notNull(),
    prompt: text().notNull(),
    /**
     * The amount in US dollars that is reserved until the result is stored. It is the cost of a result with the maximum
     * length.
     */
    estimate: doublePrecision().notNull(),
    reason: text(),
    outcomes: jsonb().$type<StoredResultObject[]>().notNull().default([]),
    remarks: jsonb().$type<string[]>().notNull().default([]),
    inputTokens: integer('input_tokens').notNull().default(0),
    outputTokens: integer('output_tokens').notNull().default(0),
    cost: doublePrecision().notNull().default(0),
    retriedIn: uuid('retried_in').references(() => aiRequests.id),
  },
  (table) => [
    index('request_items_of_request').on(table.requestId, table.position),
    index('request_items_of_subject').on(table.subjectId, table.status),
  ],
);
