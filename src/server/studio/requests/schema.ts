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
import { keyText, moment } from '#server/platform/db/columns.ts';

/** What was asked of the AI service. It is staff's, and holds nothing of readers. */
export const writingRequests = pgTable(
  'writing_requests',
  {
    /** UUIDv7: in the order of time. */
    id: uuid().primaryKey(),
    type: text().$type<RequestType>().notNull(),
    status: text().$type<RequestStatus>().notNull(),
    /** As the editor asked it. */
    asked: jsonb().$type<NewRequest>().notNull(),
    model: text().notNull(),
    /** Version and hash of the prompt, and what of it each item is told first. */
    prompt: text().notNull(),
    promptHash: text('prompt_hash').notNull(),
    system: text().notNull(),
    /** What an answer has to look like, as the service was told. */
    answerSchema: jsonb('answer_schema').$type<Record<string, unknown>>().notNull(),
    askedById: uuid('asked_by_id'),
    askedByName: text('asked_by_name').notNull(),
    retryOf: uuid('retry_of').references((): AnyPgColumn => writingRequests.id),
    /** Chosen by the page that asked: under one key, one request is made. */
    idempotencyKey: uuid('idempotency_key').unique(),
    createdAt: moment('created_at').notNull().defaultNow(),
    endedAt: moment('ended_at'),
    estimatedCost: doublePrecision('estimated_cost').notNull(),
    /** Why it failed, or what keeps it. */
    note: text(),

    /** Its name at the service, once that is known. */
    serviceId: keyText('service_id').unique(),
    /** Whether it is certain that it is ours: a batch found again is, when its first answer is. */
    isCertain: boolean('is_certain').notNull().default(false),
    /** When it was last sent off, while nobody knows whether it arrived. */
    sentAt: moment('sent_at'),
    /** Batches that looked like it and are somebody else's. */
    notOurs: text('not_ours').array().notNull().default([]),
    cancelSent: boolean('cancel_sent').notNull().default(false),
    expiresAt: moment('expires_at'),
    /** Failures in a row of talking to the service. */
    failures: smallint().notNull().default(0),
    lookAt: moment('look_at').notNull().defaultNow(),
    /** Until when a process is at it, and its token: what it writes counts while the token is this one. */
    claimedUntil: moment('claimed_until'),
    claim: uuid(),
  },
  (table) => [
    index('writing_requests_to_look_at').on(table.status, table.lookAt),
    index('writing_requests_of_month').on(table.createdAt),
  ],
);

/** The answers a request asks for. */
export const requestItems = pgTable(
  'request_items',
  {
    /** What the service calls it too (`custom_id`). */
    id: uuid().primaryKey(),
    requestId: uuid('request_id')
      .notNull()
      .references(() => writingRequests.id),
    position: integer().notNull(),
    status: text().$type<ItemStatus>().notNull().default('pending'),
    subjectKind: text('subject_kind').$type<AiRequestItem['subject']['kind']>().notNull(),
    subjectId: uuid('subject_id'),
    subjectName: text('subject_name').notNull(),
    /** What its kind needs to ask for it again. */
    details: jsonb().$type<Record<string, unknown>>().notNull(),
    prompt: text().notNull(),
    /** US dollars kept back until it is answered: what it costs if the answer is as long as it may be. */
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
