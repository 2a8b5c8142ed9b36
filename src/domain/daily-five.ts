import type { ArticleMeta } from './article.ts';

/** Number of articles that a reader is offered each day. */
export const DAILY_FIVE_SIZE = 5;

/**
 * Reasons why an article is one of a reader's daily five. `followed`: the reader follows its author; `topic`: the
 * reader has chosen its category as a topic; `familiar`: the reader finishes articles of its subcategory; `popular`:
 * other readers bookmark it most; `unfamiliar`: no article of its category was offered to the reader recently.
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
