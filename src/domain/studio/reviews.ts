import { z } from 'zod';
import { ARTICLE_STATES, CONCERN_STATES, REVIEW_STATES } from '#domain/statuses/machines.ts';
import { uuid } from '../ids.ts';

/** What can be wrong with a passage, and how it is called. */
export const CONCERN_KINDS = {
  framing: 'Framing',
  denominator: 'Denominator',
  negative: 'Negative',
  style: 'Style',
  unsourced: 'Unsourced',
} as const;
export type ConcernKind = keyof typeof CONCERN_KINDS;
const KINDS = Object.keys(CONCERN_KINDS) as [ConcernKind];
export const concernKindSchema = z.enum(KINDS);

const namesOf = <Name extends string>(states: Readonly<Record<Name, unknown>>) =>
  z.enum(Object.keys(states) as [Name]);
export const reviewStatusSchema = namesOf(REVIEW_STATES.states);
const concernStatusSchema = namesOf(CONCERN_STATES.states);

export const reviewSchema = z.object({
  id: uuid(),
  articleId: uuid(),
  articleTitle: z.string(),
  authorAlias: z.string(),
  articleStatus: namesOf(ARTICLE_STATES.states),
  status: reviewStatusSchema,
  /** It was asked for and is not there yet. */
  isAwaited: z.boolean(),
  /** The request that asks for it, or asked last. */
  requestId: uuid(),
  /** The version of the manuscript it is about; null until it is there. */
  version: z.int().nullable(),
  /** How many of its concerns are in each state; those in none are left out. */
  concerns: z.partialRecord(concernStatusSchema, z.int()),
  createdAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
});
export type ArticleReview = z.infer<typeof reviewSchema>;

export const concernSchema = z.object({
  id: uuid(),
  reviewId: uuid(),
  articleId: uuid(),
  kind: concernKindSchema,
  status: concernStatusSchema,
  /** Where it stood in the manuscript: `introduction.0`, `keyPoints.1.takeaway`, `summary.3`. */
  path: z.string(),
  /** As it stood: HTML with inline tags in a paragraph ({@link isParagraph}), otherwise plain text. */
  passage: z.string(),
  /** What is wrong with it, for an editor. */
  concern: z.string(),
  /** What it was exchanged for, as `passage`; null where nothing was. */
  improved: z.string().nullable(),
  /** Whether the passage still stands in the manuscript as it did. */
  stillStands: z.boolean(),
  /** The request that is to improve it, while it is in progress. */
  improvingIn: uuid().nullable(),
});
export type Concern = z.infer<typeof concernSchema>;

/** Whether what stands at a path of a manuscript is HTML with inline tags; otherwise it is one line of plain text. */
export function isParagraph(path: string): boolean {
  return /^(?:introduction|conclusion)\.|\.paragraphs\./.test(path);
}

/** What an editor makes of a passage; absent: it was changed in the manuscript already. */
export const concernEditSchema = z.strictObject({
  text: z.string().trim().min(1).max(6000).optional(),
});
