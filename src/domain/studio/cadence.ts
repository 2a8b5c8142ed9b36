import { z } from 'zod';
import { createUuidSchema } from '../ids.ts';
import { aiRequestEstimateSchema, aiRequestSchema } from './ai-requests.ts';

/** Target number of articles per week for each active author (spec 1). */
export const WEEKLY_ARTICLE_GOAL = 2;

/** An author's cadence: how many articles the author has published recently, compared with the weekly goal. */
export const authorCadenceSchema = z.object({
  authorId: createUuidSchema(),
  alias: z.string(),
  /** Time of the author's last publication. */
  lastPublishedAt: z.iso.datetime().nullable(),
  publishedInWeek: z.int(),
  /** Number of articles that the author has published in the last four weeks. */
  publishedInMonth: z.int(),
  /** Number of articles that are not published yet, because they are drafts or under review. */
  articlesUnderWay: z.int(),
  ideasPending: z.int(),
  ideasGenerating: z.int(),
  /** Number of ideas that were requested from the AI but have not arrived yet. */
  ideasAwaited: z.int(),
  /**
   * Number of articles by which the author is behind the weekly goal: the goal minus the publications in the last seven
   * days, at least 0.
   */
  missing: z.int(),
  /**
   * Number of articles that still have to be started to reach the weekly goal, at least 0. Unlike `missing`, this
   * number treats articles that are being written, are drafts or are under review as if they were published.
   */
  gap: z.int(),
});
export type AuthorCadence = z.infer<typeof authorCadenceSchema>;

export const cadencePageSchema = z.object({
  aim: z.int(),
  /**
   * Number of articles that still have to be started for all authors to reach the weekly goal. Includes authors on
   * other pages of the list.
   */
  gap: z.int(),
  authors: z.array(authorCadenceSchema),
  nextToken: z.string().nullable(),
});

/**
 * Request for the AI to write the articles that authors still need to reach the weekly goal. The AI writes them from
 * pending ideas, and proposes new ideas if there are not enough. `authorIds` defaults to all authors.
 */
export const gapFillRequestSchema = z.strictObject({
  authorIds: z.array(createUuidSchema()).min(1).max(100).optional(),
  thenReview: z.boolean().default(false),
});

/** An estimate of the AI requests that are needed for all authors to reach the weekly goal. */
export const gapFillEstimateSchema = z.object({
  /** Number of articles to write from existing ideas. */
  articles: z.int(),
  /** Number of ideas to request. */
  ideas: z.int(),
  /** Aliases of the authors for whom new ideas would be requested. */
  ideasBy: z.array(z.string()),
  ...aiRequestEstimateSchema.pick({ estimatedCost: true, maxCost: true, isWithinBudget: true })
    .shape,
  /** Sentences that explain which AI requests are not possible, and why. */
  notes: z.array(z.string()),
});
export type GapFillEstimate = z.infer<typeof gapFillEstimateSchema>;

/** Result of a request for the AI to write the articles that authors still need to reach the weekly goal. */
export const gapFillResultSchema = z.object({
  /** The created AI requests: at most one for articles from existing ideas, and at most one for new ideas. */
  requests: z.array(aiRequestSchema),
  /** Sentences that explain which AI requests were not possible, and why. */
  notes: z.array(z.string()),
});
