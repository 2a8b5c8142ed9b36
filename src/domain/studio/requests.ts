import { z } from 'zod';
import { ITEM_STATES, REQUEST_STATES } from '#domain/statuses/machines.ts';
import { uuid } from '../ids.ts';

/** Types of requests to the AI service (spec 4, "Batch AI request type"). */
export const REQUEST_TYPES = [
  'generate_authors',
  'generate_article_ideas',
  'generate_articles',
  'review_articles',
  'improve_articles',
] as const;
export type RequestType = (typeof REQUEST_TYPES)[number];

export const REQUEST_TYPE_LABELS: Readonly<Record<RequestType, string>> = {
  generate_authors: 'New personas',
  generate_article_ideas: 'Article ideas',
  generate_articles: 'Articles',
  review_articles: 'Reviews',
  improve_articles: 'Improvements',
};

/** Maximum size of a request, since an editor has to read the results. */
export const REQUEST_LIMITS = {
  authors: 5,
  authorsWithIdeas: 30,
  ideasOfAuthor: 6,
  articles: 50,
  concerns: 100,
  wish: 500,
} as const;

const wish = z.string().trim().max(REQUEST_LIMITS.wish).optional();
const ids = (most: number) => z.array(uuid()).min(1).max(most);

const personas = z.strictObject({
  type: z.literal('generate_authors'),
  count: z.int().min(1).max(REQUEST_LIMITS.authors),
  /** The editor's instructions. */
  wish,
});
const ideas = z.strictObject({
  type: z.literal('generate_article_ideas'),
  authors: z
    .array(
      z.strictObject({
        authorId: uuid(),
        count: z.int().min(1).max(REQUEST_LIMITS.ideasOfAuthor),
      }),
    )
    .min(1)
    .max(REQUEST_LIMITS.authorsWithIdeas),
  wish,
});
const drafts = z.strictObject({
  type: z.literal('generate_articles'),
  ideaIds: ids(REQUEST_LIMITS.articles),
  /** True if the AI reviews each article after all are written. */
  thenReview: z.boolean().default(false),
});
const reviews = z.strictObject({
  type: z.literal('review_articles'),
  articleIds: ids(REQUEST_LIMITS.articles),
});
const improvements = z.strictObject({
  type: z.literal('improve_articles'),
  concernIds: ids(REQUEST_LIMITS.concerns),
});

/** An editor's request. */
export const newRequestSchema = z.discriminatedUnion('type', [
  personas,
  ideas,
  drafts,
  reviews,
  improvements,
]);
export type NewRequest = z.output<typeof newRequestSchema>;

/** Chosen by the page, so that a repeated request is created once. */
const own = { idempotencyKey: uuid().optional() };
export const requestBodySchema = z.discriminatedUnion('type', [
  personas.extend(own),
  ideas.extend(own),
  drafts.extend(own),
  reviews.extend(own),
  improvements.extend(own),
]);

/** Repeats the failed items of a request. Default: all of them. */
export const retrySchema = z.strictObject({
  itemIds: ids(REQUEST_LIMITS.concerns).optional(),
});

const REQUEST_STATUSES = Object.keys(REQUEST_STATES.states) as [keyof typeof REQUEST_STATES.states];
const ITEM_STATUSES = Object.keys(ITEM_STATES.states) as [keyof typeof ITEM_STATES.states];
export const requestStatusSchema = z.enum(REQUEST_STATUSES);

const usageFields = {
  inputTokens: z.int(),
  outputTokens: z.int(),
  /** Cost of the responses so far, in US dollars. */
  cost: z.number(),
};

/** A batch of items that an editor requested from the AI service. */
export const aiRequestSchema = z.object({
  id: uuid(),
  type: z.enum(REQUEST_TYPES),
  status: requestStatusSchema,
  /** The status's internal name (spec 4): PROCESSING, COMPLETED, CANCELLED, FAILED, EXPIRED. */
  internalStatus: z.string(),
  /** True once the service has accepted it. */
  isTaken: z.boolean(),
  model: z.string(),
  /** Version of the prompt, such as `generate_articles/v1+rules/v2`, and a hash of its text. */
  prompt: z.string(),
  promptHash: z.string(),
  /** Name of the editor, or Octavo. */
  askedBy: z.string(),
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  /** Number of items by status, without zeros. */
  items: z.partialRecord(z.enum(ITEM_STATUSES), z.int()),
  /** Estimated cost when it was created, in US dollars. */
  estimatedCost: z.number(),
  ...usageFields,
  /** Reason for its failure or delay, in a sentence. */
  note: z.string().nullable(),
  /** Set while nothing shows whether the service received it, and an editor has to decide what happens next. */
  unknownOutcome: z
    .object({
      sentAt: z.iso.datetime(),
      /** The cause, in a sentence. */
      cause: z.string().nullable(),
      /** Maximum cost in US dollars, if the service received the request. */
      maxCost: z.number(),
    })
    .nullable(),
  /** The request whose failed items this one repeats. */
  retryOf: uuid().nullable(),
});
export type AiRequest = z.infer<typeof aiRequestSchema>;

/**
 * The result of checking whether the service received a request: it did; it has a batch in progress that may be this
 * request's; or it has none.
 */
export const submissionCheckSchema = z.enum(['received', 'possiblyInProgress', 'notFound']);
export type SubmissionCheck = z.infer<typeof submissionCheckSchema>;

/** Kinds of subjects and results. */
const REQUEST_SUBJECTS = ['persona', 'author', 'idea', 'article', 'concern'] as const;
export const storedObjectSchema = z.object({
  kind: z.enum(['author', 'idea', 'article', 'review', 'concern']),
  id: uuid(),
  name: z.string(),
});
export type StoredObject = z.infer<typeof storedObjectSchema>;

/** An item of a request. */
export const aiRequestItemSchema = z.object({
  id: uuid(),
  status: z.enum(ITEM_STATUSES),
  /** Subject of the item; a new persona has no id yet. */
  subject: z.object({
    kind: z.enum(REQUEST_SUBJECTS),
    id: uuid().nullable(),
    name: z.string(),
  }),
  /** Reason for a missing result, in a sentence. */
  reason: z.string().nullable(),
  /** Objects stored from the result. */
  outcomes: z.array(storedObjectSchema),
  /** Findings of automatic checks, for the next reader. */
  remarks: z.array(z.string()),
  ...usageFields,
  /** The request that repeats it. */
  retriedIn: uuid().nullable(),
});
export type AiRequestItem = z.infer<typeof aiRequestItemSchema>;

/** The AI writer and the remaining budget of the month. */
export const aiWriterStatusSchema = z.object({
  isAvailable: z.boolean(),
  /** True for the demo: ready-made drafts, no charges; costs are estimates for the configured model. */
  isDemonstration: z.boolean(),
  /** Aliases, in lower case, of the authors with demo drafts; null if a model writes. */
  draftsBy: z.array(z.string()).nullable(),
  model: z.string().nullable(),
  /** Missing configuration that prevents requests; null if there is none. */
  obstacle: z.string().nullable(),
  budget: z.object({
    /** Month in UTC, such as `2026-11`. */
    month: z.string(),
    /** US dollars. */
    limit: z.number(),
    /** Cost of received responses. */
    spent: z.number(),
    /** Maximum cost of requests in progress. */
    reserved: z.number(),
    /** Remaining budget, at least 0. */
    left: z.number(),
  }),
});
export type AiWriterStatus = z.infer<typeof aiWriterStatusSchema>;

/** Estimate of a request before it is created. */
export const estimateSchema = z.object({
  items: z.int(),
  estimatedCost: z.number(),
  /** Maximum cost in US dollars, which the budget must cover. */
  maxCost: z.number(),
  isWithinBudget: z.boolean(),
});
export type Estimate = z.infer<typeof estimateSchema>;
