import type { ArticleMeta } from './article.ts';

/** Number of articles that Octavo recommends to a reader each day. */
export const DAILY_FIVE_SIZE = 5;

/**
 * Reasons for recommending an article as one of a reader's five articles of the day. `followed`: the reader follows its
 * author. `topic`: the reader has chosen its category as a topic. `familiar`: the reader has finished articles in its
 * subcategory, or at least in its category. `popular`: it is among the articles that readers bookmark most.
 * `unfamiliar`: no article in its category was recommended to the reader recently. If no article fits one of the other
 * reasons, an article is recommended with the reason `unfamiliar` instead.
 */
export const DAILY_FIVE_REASONS = [
  'followed',
  'topic',
  'familiar',
  'popular',
  'unfamiliar',
] as const;
export type DailyFiveReason = (typeof DAILY_FIVE_REASONS)[number];

/** One of the five articles that are recommended to a reader on a given day. */
export interface DailyFiveArticle {
  article: ArticleMeta;
  reason: DailyFiveReason;
  /** True if the reader has finished the article. */
  isFinished: boolean;
}
