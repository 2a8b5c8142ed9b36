import { z } from 'zod';
import { ITEM_STATES, REQUEST_STATES } from '#domain/statuses/machines.ts';
import { uuid } from '../ids.ts';

/** What can be asked of the AI service (spec 4, "Batch AI request type"). */
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

/** How much one request may ask for: an editor has to read what comes of it. */
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
  /** What the editor has in mind, in their own words. */
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
  /** Has the AI review each of them as soon as all are written. */
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

/** What an editor asks for. */
export const newRequestSchema = z.discriminatedUnion('type', [
  personas,
  ideas,
  drafts,
  reviews,
  improvements,
]);
export type NewRequest = z.output<typeof newRequestSchema>;

/** Chosen by the page that asks: sent twice under one key, a request is made once. */
const own = { idempotencyKey: uuid().optional() };
export const requestBodySchema = z.discriminatedUnion('type', [
  personas.extend(own),
  ideas.extend(own),
  drafts.extend(own),
  reviews.extend(own),
  improvements.extend(own),
]);

/** Asks again for what a request did not get; absent: for all of it. */
export const retrySchema = z.strictObject({
  itemIds: ids(REQUEST_LIMITS.concerns).optional(),
});

const REQUEST_STATUSES = Object.keys(REQUEST_STATES.states) as [keyof typeof REQUEST_STATES.states];
const ITEM_STATUSES = Object.keys(ITEM_STATES.states) as [keyof typeof ITEM_STATES.states];
export const requestStatusSchema = z.enum(REQUEST_STATUSES);

const usageFields = {
  inputTokens: z.int(),
  outputTokens: z.int(),
  /** US dollars, for what was answered so far. */
  cost: z.number(),
};

/** What an editor asked of the AI service at once. */
export const aiRequestSchema = z.object({
  id: uuid(),
  type: z.enum(REQUEST_TYPES),
  status: requestStatusSchema,
  /** The name the status pairs with (spec 4): PROCESSING, COMPLETED, CANCELLED, FAILED, EXPIRED. */
  internalStatus: z.string(),
  /** Whether the service has taken it; until then it is on its way. */
  isTaken: z.boolean(),
  model: z.string(),
  /** Which version of the prompt made it, as `generate_articles/v1+rules/v2`, and the hash of its text. */
  prompt: z.string(),
  promptHash: z.string(),
  /** Who asked: a name, or Octavo. */
  askedBy: z.string(),
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  /** How many of its items are in each state; those in none are left out. */
  items: z.partialRecord(z.enum(ITEM_STATUSES), z.int()),
  /** US dollars it was thought to cost when it was made. */
  estimatedCost: z.number(),
  ...usageFields,
  /** Why it failed, or what delays it, in a sentence. */
  note: z.string().nullable(),
  /** Set while nothing shows whether the service received it, and an editor has to decide what happens next. */
  unknownOutcome: z
    .object({
      sentAt: z.iso.datetime(),
      /** What happened, in a sentence. */
      cause: z.string().nullable(),
      /** US dollars the service charges at most, if it received the request. */
      maxCost: z.number(),
    })
    .nullable(),
  /** The request whose bad items this one asks for again. */
  retryOf: uuid().nullable(),
});
export type AiRequest = z.infer<typeof aiRequestSchema>;

/**
 * The result of checking whether the service received a request: it did; it has a batch in progress that may be this
 * request's; or it has none.
 */
export const submissionCheckSchema = z.enum(['received', 'possiblyInProgress', 'notFound']);
export type SubmissionCheck = z.infer<typeof submissionCheckSchema>;

/** What something is about, or what became of it. */
const REQUEST_SUBJECTS = ['persona', 'author', 'idea', 'article', 'concern'] as const;
export const storedObjectSchema = z.object({
  kind: z.enum(['author', 'idea', 'article', 'review', 'concern']),
  id: uuid(),
  name: z.string(),
});
export type StoredObject = z.infer<typeof storedObjectSchema>;

/** One of the answers a request asks for. */
export const aiRequestItemSchema = z.object({
  id: uuid(),
  status: z.enum(ITEM_STATUSES),
  /** What it is about: of a new persona there is nothing yet, and no id. */
  subject: z.object({
    kind: z.enum(REQUEST_SUBJECTS),
    id: uuid().nullable(),
    name: z.string(),
  }),
  /** Why there is nothing of it, in a sentence. */
  reason: z.string().nullable(),
  /** What was stored of it. */
  outcomes: z.array(storedObjectSchema),
  /** What the automatic checks found in it, for whoever reads it next. */
  remarks: z.array(z.string()),
  ...usageFields,
  /** The request that asks for it again. */
  retriedIn: uuid().nullable(),
});
export type AiRequestItem = z.infer<typeof aiRequestItemSchema>;

/** Who writes, and what may still be spent this month. */
export const aiWriterStatusSchema = z.object({
  isAvailable: z.boolean(),
  /** Ready-made drafts are handed out, and no money moves; costs are what the model would take. */
  isDemonstration: z.boolean(),
  /** The lower-case aliases of the authors the demonstration has drafts by; null where a model writes. */
  draftsBy: z.array(z.string()).nullable(),
  model: z.string().nullable(),
  /** What to set for requests to be possible; null where they are. */
  obstacle: z.string().nullable(),
  budget: z.object({
    /** As `2026-11`, in UTC. */
    month: z.string(),
    /** US dollars. */
    limit: z.number(),
    /** For what was answered. */
    spent: z.number(),
    /** For what is in progress: what its answers cost if they are as long as they may be. */
    reserved: z.number(),
    /** What is left, never below nought. */
    left: z.number(),
  }),
});
export type AiWriterStatus = z.infer<typeof aiWriterStatusSchema>;

/** What a request would take, before it is made. */
export const estimateSchema = z.object({
  items: z.int(),
  estimatedCost: z.number(),
  /** US dollars it costs at most: what the budget has to have left. */
  maxCost: z.number(),
  isWithinBudget: z.boolean(),
});
export type Estimate = z.infer<typeof estimateSchema>;
