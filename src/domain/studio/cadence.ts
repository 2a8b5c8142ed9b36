import { z } from 'zod';
import { uuid } from '../ids.ts';
import { aiRequestSchema, estimateSchema } from './requests.ts';

/** Goal of articles per week for each active author (spec 1). */
export const WEEKLY_ARTICLE_GOAL = 2;
/** Number of days. */
const WEEK = 7;
export const CADENCE_DAYS = { week: WEEK, month: 4 * WEEK } as const;

/** An author's cadence: recent publications compared with the goal. */
export const authorCadenceSchema = z.object({
  authorId: uuid(),
  alias: z.string(),
  /** Time of the author's last publication. */
  lastPublishedAt: z.iso.datetime().nullable(),
  publishedInWeek: z.int(),
  /** Publications in four weeks. */
  publishedInMonth: z.int(),
  /** Articles that are drafts or under review. */
  articlesUnderWay: z.int(),
  ideasPending: z.int(),
  ideasGenerating: z.int(),
  /** Requested ideas that have not arrived yet. */
  ideasAwaited: z.int(),
  /** Articles still needed for this week's goal. */
  missing: z.int(),
  /** Number of missing articles for which nothing is in progress. */
  gap: z.int(),
});
export type AuthorCadence = z.infer<typeof authorCadenceSchema>;

export const cadenceSchema = z.object({
  aim: z.int(),
  authors: z.array(authorCadenceSchema),
});

/** Author whose gaps to fill. Default: all authors. */
export const fillGapsRequestSchema = z.strictObject({
  authorIds: z.array(uuid()).min(1).max(100).optional(),
  thenReview: z.boolean().default(false),
});

/** Estimate of the requests that fill all authors' gaps. */
export const fillEstimateSchema = z.object({
  /** Number of articles to write from existing ideas. */
  articles: z.int(),
  /** Number of ideas to request, and the aliases of their authors. */
  ideas: z.int(),
  ideasBy: z.array(z.string()),
  ...estimateSchema.pick({ estimatedCost: true, maxCost: true, isWithinBudget: true }).shape,
  /** Requests that are not possible, with reasons, in sentences. */
  notes: z.array(z.string()),
});
export type FillEstimate = z.infer<typeof fillEstimateSchema>;

/** Result of filling the gaps. */
export const filledGapsSchema = z.object({
  /** At most one request for articles from existing ideas, and one for ideas of authors without any. */
  requests: z.array(aiRequestSchema),
  /** Requests that were not possible, with reasons, in sentences. */
  notes: z.array(z.string()),
});
