import { z } from 'zod';
import {
  AI_REQUEST_ITEM_STATE_MACHINE,
  AI_REQUEST_STATE_MACHINE,
} from '#domain/statuses/ai-request-states.ts';
import { createUuidSchema } from '../ids.ts';

/** Types of requests to the AI service (spec 4, "Batch AI request type"). */
export const AI_REQUEST_TYPES = [
  'generate_authors',
  'generate_article_ideas',
  'generate_articles',
  'review_articles',
  'improve_articles',
] as const;
export type AiRequestType = (typeof AI_REQUEST_TYPES)[number];

export const AI_REQUEST_TYPE_LABELS: Readonly<Record<AiRequestType, string>> = {
  generate_authors: 'New personas',
  generate_article_ideas: 'Article ideas',
  generate_articles: 'Articles',
  review_articles: 'Reviews',
  improve_articles: 'Improvements',
};

/** Limits on the size of an AI request. They are low, because an editor has to read all of its results. */
export const AI_REQUEST_SIZE_LIMITS = {
  authors: 5,
  authorsWithIdeas: 30,
  ideasOfAuthor: 6,
  articles: 50,
  concerns: 100,
  wish: 500,
} as const;

const wishSchema = z.string().trim().max(AI_REQUEST_SIZE_LIMITS.wish).optional();
const idsSchema = (max: number) => z.array(createUuidSchema()).min(1).max(max);

const personasRequestSchema = z.strictObject({
  type: z.literal('generate_authors'),
  count: z.int().min(1).max(AI_REQUEST_SIZE_LIMITS.authors),
  /** Instructions from the editor to the AI. */
  wish: wishSchema,
});
const ideasRequestSchema = z.strictObject({
  type: z.literal('generate_article_ideas'),
  authors: z
    .array(
      z.strictObject({
        authorId: createUuidSchema(),
        count: z.int().min(1).max(AI_REQUEST_SIZE_LIMITS.ideasOfAuthor),
      }),
    )
    .min(1)
    .max(AI_REQUEST_SIZE_LIMITS.authorsWithIdeas),
  wish: wishSchema,
});
const articlesRequestSchema = z.strictObject({
  type: z.literal('generate_articles'),
  ideaIds: idsSchema(AI_REQUEST_SIZE_LIMITS.articles),
  /** True if the AI should review the articles once all of them are written. */
  thenReview: z.boolean().default(false),
});
const reviewsRequestSchema = z.strictObject({
  type: z.literal('review_articles'),
  articleIds: idsSchema(AI_REQUEST_SIZE_LIMITS.articles),
});
const improvementsRequestSchema = z.strictObject({
  type: z.literal('improve_articles'),
  concernIds: idsSchema(AI_REQUEST_SIZE_LIMITS.concerns),
});

/** The data that an editor submits to create an AI request. */
export const newAiRequestSchema = z.discriminatedUnion('type', [
  personasRequestSchema,
  ideasRequestSchema,
  articlesRequestSchema,
  reviewsRequestSchema,
  improvementsRequestSchema,
]);
export type NewAiRequest = z.output<typeof newAiRequestSchema>;

/**
 * Idempotency key that the studio's page generates. It prevents a repeated HTTP request from creating a second AI
 * request.
 */
const idempotencyKeyField = { idempotencyKey: createUuidSchema().optional() };
export const newAiRequestBodySchema = z.discriminatedUnion('type', [
  personasRequestSchema.extend(idempotencyKeyField),
  ideasRequestSchema.extend(idempotencyKeyField),
  articlesRequestSchema.extend(idempotencyKeyField),
  reviewsRequestSchema.extend(idempotencyKeyField),
  improvementsRequestSchema.extend(idempotencyKeyField),
]);

/** Request to retry the failed items of an AI request. `itemIds` defaults to all failed items. */
export const aiRequestRetryBodySchema = z.strictObject({
  itemIds: idsSchema(AI_REQUEST_SIZE_LIMITS.concerns).optional(),
});

const REQUEST_STATUSES = Object.keys(AI_REQUEST_STATE_MACHINE.states) as [
  keyof typeof AI_REQUEST_STATE_MACHINE.states,
];
const ITEM_STATUSES = Object.keys(AI_REQUEST_ITEM_STATE_MACHINE.states) as [
  keyof typeof AI_REQUEST_ITEM_STATE_MACHINE.states,
];
export const aiRequestStatusSchema = z.enum(REQUEST_STATUSES);

const usageFields = {
  inputTokens: z.int(),
  outputTokens: z.int(),
  /** Cost of the responses so far, in US dollars. */
  cost: z.number(),
};

/** A request that an editor sends to the AI service: a batch of items, each with its own prompt and result. */
export const aiRequestSchema = z.object({
  id: createUuidSchema(),
  type: z.enum(AI_REQUEST_TYPES),
  status: aiRequestStatusSchema,
  /** Internal name of the status (spec 4): PROCESSING, COMPLETED, CANCELLED, FAILED, EXPIRED. */
  internalStatus: z.string(),
  /** True once the AI service has accepted the request. */
  isTaken: z.boolean(),
  model: z.string(),
  /** Version of the prompt, such as `generate_articles/v1+rules/v2`. */
  prompt: z.string(),
  /** Hash of the prompt's text. */
  promptHash: z.string(),
  /** Name of the editor who created the request, or "Octavo" for a request created automatically. */
  askedBy: z.string(),
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  /** Number of items by status. Statuses without items are omitted. */
  items: z.partialRecord(z.enum(ITEM_STATUSES), z.int()),
  /** Cost in US dollars that was estimated when the request was created. */
  estimatedCost: z.number(),
  ...usageFields,
  /** One sentence that says why the request failed or is delayed; null if neither is the case. */
  note: z.string().nullable(),
  /**
   * Details of a request with an unknown outcome: it is unknown whether the AI service received it. An editor has to
   * decide what to do. Null for all other requests.
   */
  unknownOutcome: z
    .object({
      sentAt: z.iso.datetime(),
      /** One sentence that says why the outcome is unknown; null if no cause was recorded. */
      cause: z.string().nullable(),
      /** Maximum cost in US dollars if the service has received the request. */
      maxCost: z.number(),
    })
    .nullable(),
  /** ID of the AI request whose failed items this request retries; null if it is not a retry. */
  retryOf: createUuidSchema().nullable(),
});
export type AiRequest = z.infer<typeof aiRequestSchema>;

/**
 * Result of checking whether the AI service received a request. `received`: the service received it.
 * `possiblyInProgress`: the service is processing a batch that could be this request. `notFound`: the service has no
 * batch that could be this request.
 */
export const aiRequestSubmissionStatusSchema = z.enum([
  'received',
  'possiblyInProgress',
  'notFound',
]);
export type AiRequestSubmissionStatus = z.infer<typeof aiRequestSubmissionStatusSchema>;

/** Kinds of objects that an item of an AI request can relate to. */
const REQUEST_SUBJECTS = ['persona', 'author', 'idea', 'article', 'concern'] as const;
/** An object that was created from the result of an AI request and stored in the database. */
export const storedResultObjectSchema = z.object({
  kind: z.enum(['author', 'idea', 'article', 'review', 'concern']),
  id: createUuidSchema(),
  name: z.string(),
});
export type StoredResultObject = z.infer<typeof storedResultObjectSchema>;

/** An item of an AI request: one prompt and its result. */
export const aiRequestItemSchema = z.object({
  id: createUuidSchema(),
  status: z.enum(ITEM_STATUSES),
  /** The object that the item relates to. Its ID is null for a new persona, which has no ID yet. */
  subject: z.object({
    kind: z.enum(REQUEST_SUBJECTS),
    id: createUuidSchema().nullable(),
    name: z.string(),
  }),
  /** One sentence that says why the item has no result; null if the item has a result or is in progress. */
  reason: z.string().nullable(),
  /** Objects stored from the item's result. */
  outcomes: z.array(storedResultObjectSchema),
  /** Findings of automatic checks of the result. They are hints for the editor who reads it. */
  remarks: z.array(z.string()),
  ...usageFields,
  /** ID of the AI request that retries the item; null if there is none. */
  retriedIn: createUuidSchema().nullable(),
});
export type AiRequestItem = z.infer<typeof aiRequestItemSchema>;

/** Status of the AI service that writes for the studio, and of the monthly budget for it. */
export const aiWriterStatusSchema = z.object({
  isAvailable: z.boolean(),
  /**
   * True if the demo replaces the AI service. The demo returns ready-made drafts free of charge. Its costs are
   * estimates for the configured model.
   */
  isDemonstration: z.boolean(),
  /** Aliases, in lower case, of the authors for whom the demo has drafts; null if a real model is used. */
  draftsBy: z.array(z.string()).nullable(),
  model: z.string().nullable(),
  /** One sentence that says which configuration is missing for AI requests; null if nothing is missing. */
  obstacle: z.string().nullable(),
  budget: z.object({
    /** Month of the budget in UTC, such as `2026-11`. */
    month: z.string(),
    /** Budget of the month, in US dollars. */
    limit: z.number(),
    /** Cost of the responses received in the month, in US dollars. */
    spent: z.number(),
    /** Maximum cost of the requests in progress, in US dollars. */
    reserved: z.number(),
    /** Remaining budget in US dollars, at least 0. */
    left: z.number(),
  }),
});
export type AiWriterStatus = z.infer<typeof aiWriterStatusSchema>;

/** An estimate of the size and cost of an AI request, made before the request is created. */
export const aiRequestEstimateSchema = z.object({
  items: z.int(),
  estimatedCost: z.number(),
  /** Maximum cost in US dollars, which the budget must cover. */
  maxCost: z.number(),
  isWithinBudget: z.boolean(),
});
export type AiRequestEstimate = z.infer<typeof aiRequestEstimateSchema>;
