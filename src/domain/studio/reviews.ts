import { z } from 'zod';
import { ARTICLE_STATE_MACHINE } from '#domain/statuses/article-states.ts';
import { CONCERN_STATE_MACHINE, REVIEW_STATE_MACHINE } from '#domain/statuses/review-states.ts';
import { uuidSchema } from '../ids.ts';

/** Kinds of review concerns, with labels. */
export const CONCERN_KIND_LABELS = {
  framing: 'Framing',
  denominator: 'Denominator',
  negative: 'Negative',
  style: 'Style',
  unsourced: 'Unsourced',
} as const;
export type ConcernKind = keyof typeof CONCERN_KIND_LABELS;
const CONCERN_KINDS = Object.keys(CONCERN_KIND_LABELS) as [ConcernKind];
export const concernKindSchema = z.enum(CONCERN_KINDS);

const stateNameSchema = <Name extends string>(states: Readonly<Record<Name, unknown>>) =>
  z.enum(Object.keys(states) as [Name]);
export const reviewStatusSchema = stateNameSchema(REVIEW_STATE_MACHINE.states);
const concernStatusSchema = stateNameSchema(CONCERN_STATE_MACHINE.states);

export const articleReviewSchema = z.object({
  id: uuidSchema(),
  articleId: uuidSchema(),
  articleTitle: z.string(),
  authorAlias: z.string(),
  articleStatus: stateNameSchema(ARTICLE_STATE_MACHINE.states),
  status: reviewStatusSchema,
  /** True if the review was requested and has not arrived yet. */
  isAwaited: z.boolean(),
  /** ID of the latest AI request for the review. */
  requestId: uuidSchema(),
  /** Version of the manuscript that was reviewed; null until the review arrives. */
  version: z.int().nullable(),
  /** Number of concerns by status. Statuses without concerns are omitted. */
  concerns: z.partialRecord(concernStatusSchema, z.int()),
  createdAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
});
export type ArticleReview = z.infer<typeof articleReviewSchema>;

export const concernSchema = z.object({
  id: uuidSchema(),
  reviewId: uuidSchema(),
  articleId: uuidSchema(),
  kind: concernKindSchema,
  status: concernStatusSchema,
  /** Position of the passage in the manuscript: `introduction.0`, `keyPoints.1.takeaway`, `summary.3`. */
  path: z.string(),
  /**
   * Reviewed passage: HTML with inline tags if it is a paragraph ({@link isParagraphPath}), otherwise plain text.
   */
  passage: z.string(),
  /** Description of the problem, for an editor. */
  concern: z.string(),
  /** Replacement for the passage, in the format of `passage`; null if the passage was not replaced. */
  improved: z.string().nullable(),
  /** True if the manuscript still contains the passage unchanged. */
  stillStands: z.boolean(),
  /** ID of the AI request that is currently improving the passage; null if there is none. */
  improvingIn: uuidSchema().nullable(),
});
export type Concern = z.infer<typeof concernSchema>;

/**
 * Returns true if the text at a position of a manuscript is HTML with inline tags. Returns false if it is one line of
 * plain text.
 */
export function isParagraphPath(path: string): boolean {
  return /^(?:introduction|conclusion)\.|\.paragraphs\./.test(path);
}

/**
 * Request to replace a passage with an editor's text. `text` is omitted if the editor has already changed the
 * manuscript.
 */
export const passageEditRequestSchema = z.strictObject({
  text: z.string().trim().min(1).max(6000).optional(),
});
