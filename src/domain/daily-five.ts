import type { ArticleMeta } from './article.ts';

/** Number of articles that a reader is offered each day. */
export const DAILY_FIVE_SIZE = 5;

/**
 * Reason why an article is one of a reader's daily five: by a followed author, on a chosen topic, from a subcategory in which
 * the reader finishes articles, bookmarked most by others, or from a category they have not seen for a while.
 */
export const DAILY_FIVE_REASONS = [
  'followed',
  'topic',
  'familiar',
  'popular',
  'unfamiliar',
] as const;
export type DailyFiveReason = (typeof DAILY_FIVE_REASONS)[number];

/** One of a reader's daily five articles. */
export interface DailyFiveArticle {
  article: ArticleMeta;
  reason: DailyFiveReason;
  /** True if the reader has finished the article. */
  isFinished: boolean;
}
