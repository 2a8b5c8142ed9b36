import { z } from 'zod';
import { uuid } from '../ids.ts';
import { aiRequestSchema, estimateSchema } from './requests.ts';

/** Articles a week each active author aims at (spec 1). */
export const WEEKLY_ARTICLE_GOAL = 2;
/** Days. */
const WEEK = 7;
export const CADENCE_DAYS = { week: WEEK, month: 4 * WEEK } as const;

/** How an author keeps to the aim. */
export const authorCadenceSchema = z.object({
  authorId: uuid(),
  alias: z.string(),
  /** When something of theirs was published last. */
  lastPublishedAt: z.iso.datetime().nullable(),
  publishedInWeek: z.int(),
  /** In four weeks. */
  publishedInMonth: z.int(),
  /** Articles that are a draft, or under review. */
  articlesUnderWay: z.int(),
  ideasPending: z.int(),
  ideasGenerating: z.int(),
  /** Ideas that were asked for and are not there yet. */
  ideasAwaited: z.int(),
  /** Articles still to be published for this week's aim. */
  missing: z.int(),
  /** Of these, how many nothing is under way for. */
  gap: z.int(),
});
export type AuthorCadence = z.infer<typeof authorCadenceSchema>;

export const cadenceSchema = z.object({
  aim: z.int(),
  authors: z.array(authorCadenceSchema),
});

/** Whose gaps to fill; absent: everybody's. */
export const fillGapsSchema = z.strictObject({
  authorIds: z.array(uuid()).min(1).max(100).optional(),
  thenReview: z.boolean().default(false),
});

/** What filling everybody's gaps would ask for. */
export const fillEstimateSchema = z.object({
  /** Articles to be written of ideas there are. */
  articles: z.int(),
  /** Ideas to be asked for, and the aliases of their authors. */
  ideas: z.int(),
  ideasBy: z.array(z.string()),
  ...estimateSchema.pick({ estimatedCost: true, maxCost: true, isWithinBudget: true }).shape,
  /** What cannot be asked for and why, in sentences. */
  notes: z.array(z.string()),
});
export type FillEstimate = z.infer<typeof fillEstimateSchema>;

/** What filling the gaps came to. */
export const filledGapsSchema = z.object({
  /** At most one for articles, of ideas that wait, and one for ideas, of those who have none. */
  requests: z.array(aiRequestSchema),
  /** What could not be asked for and why, in sentences. */
  notes: z.array(z.string()),
});
