import { z } from 'zod';
import { uuidSchema } from '../ids.ts';
import { aiRequestEstimateSchema, aiRequestSchema } from './ai-requests.ts';

/** Target number of articles per week for each active author (spec 1). */
export const WEEKLY_ARTICLE_GOAL = 2;

/** An author's cadence: recent publications compared with the weekly goal. */
export const authorCadenceSchema = z.object({
  authorId: uuidSchema(),
  alias: z.string(),
  /** Time of the author's last publication. */
  lastPublishedAt: z.iso.datetime().nullable(),
  publishedInWeek: z.int(),
  /** Number of publications in the last four weeks. */
  publishedInMonth: z.int(),
  /** Number of articles that are drafts or under review. */
  articlesUnderWay: z.int(),
  ideasPending: z.int(),
  ideasGenerating: z.int(),
  /** Number of ideas that were requested from the AI and have not arrived yet. */
  ideasAwaited: z.int(),
  /** Number of articles still needed for this week's goal. */
  missing: z.int(),
  /**
   * Number of articles still needed for this week's goal, at least 0. Articles that are being written, are drafts or
   * are under review count as published.
   */
  gap: z.int(),
});
export type AuthorCadence = z.infer<typeof authorCadenceSchema>;

export const cadencePageSchema = z.object({
  aim: z.int(),
  /** Sum of the gaps of all authors, including the authors on other pages. */
  gap: z.int(),
  authors: z.array(authorCadenceSchema),
  nextToken: z.string().nullable(),
});

/**
 * Request to fill the gaps of authors who are behind the weekly goal. The AI writes articles from pending ideas, and
 * proposes new ideas if these are too few. `authorIds` defaults to all authors.
 */
export const gapFillRequestSchema = z.strictObject({
  authorIds: z.array(uuidSchema()).min(1).max(100).optional(),
  thenReview: z.boolean().default(false),
});

/** Estimate of the AI requests that are needed to fill the gaps of all authors. */
export const gapFillEstimateSchema = z.object({
  /** Number of articles to write from existing ideas. */
  articles: z.int(),
  /** Number of ideas to request. */
  ideas: z.int(),
  /** Aliases of the authors for whom ideas are requested if the gaps are filled now. */
  ideasBy: z.array(z.string()),
  ...aiRequestEstimateSchema.pick({ estimatedCost: true, maxCost: true, isWithinBudget: true })
    .shape,
  /** Sentences that say which requests are not possible, and why. */
  notes: z.array(z.string()),
});
export type GapFillEstimate = z.infer<typeof gapFillEstimateSchema>;

/** Result of a request to fill the gaps of authors. */
export const gapFillResultSchema = z.object({
  /** Created AI requests: at most one for articles from existing ideas, and at most one for new ideas. */
  requests: z.array(aiRequestSchema),
  /** Sentences that say which requests were not possible, and why. */
  notes: z.array(z.string()),
});
