import { z } from 'zod';
import { ARTICLE_STATE_MACHINE } from '#domain/statuses/article-states.ts';
import { CONCERN_STATE_MACHINE, REVIEW_STATE_MACHINE } from '#domain/statuses/review-states.ts';
import { createUuidSchema } from '../ids.ts';

/** Kinds of concerns in an AI review, with their labels. */
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
  id: createUuidSchema(),
  articleId: createUuidSchema(),
  articleTitle: z.string(),
  authorAlias: z.string(),
  articleStatus: stateNameSchema(ARTICLE_STATE_MACHINE.states),
  status: reviewStatusSchema,
  /** True if the AI has not returned the requested review yet. */
  isAwaited: z.boolean(),
  /** ID of the latest AI request that asked for the review. */
  requestId: createUuidSchema(),
  /** Version of the manuscript that the AI reviewed; null until the AI has returned the review. */
  version: z.int().nullable(),
  /** Number of concerns by status. Statuses without concerns are omitted. */
  concerns: z.partialRecord(concernStatusSchema, z.int()),
  createdAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
});
export type ArticleReview = z.infer<typeof articleReviewSchema>;

export const concernSchema = z.object({
  id: createUuidSchema(),
  reviewId: createUuidSchema(),
  articleId: createUuidSchema(),
  kind: concernKindSchema,
  status: concernStatusSchema,
  /** Position of the passage in the manuscript, such as `introduction.0`, `keyPoints.1.takeaway` or `summary.3`. */
  path: z.string(),
  /**
   * The criticized passage. It is HTML with inline tags if it is a paragraph ({@link isParagraphPath}), and otherwise
   * plain text.
   */
  passage: z.string(),
  /** The AI's description of the problem, for the editor. */
  concern: z.string(),
  /** The text that replaces the passage, in the same format as `passage`; null if the passage was not replaced. */
  improved: z.string().nullable(),
  /** True if the manuscript still contains the passage unchanged. */
  stillStands: z.boolean(),
  /** ID of the AI request that is currently rewriting the passage; null if there is none. */
  improvingIn: createUuidSchema().nullable(),
});
export type Concern = z.infer<typeof concernSchema>;

/**
 * Returns true if the text at a position in a manuscript is a paragraph, which is HTML with inline tags. Other texts
 * are one line of plain text.
 */
export function isParagraphPath(path: string): boolean {
  return /^(?:introduction|conclusion)\.|\.paragraphs\./.test(path);
}

/**
 * Request to replace a passage that a concern in an AI review criticizes. `text` is the editor's new text. It is
 * omitted if the editor has already changed the passage in the manuscript.
 */
export const passageEditRequestSchema = z.strictObject({
  text: z.string().trim().min(1).max(6000).optional(),
});
