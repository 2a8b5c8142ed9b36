import type { ArticleStatus } from '#domain/statuses/article-states.ts';
import type { StatusTone } from '../ui/badge.tsx';

/** Badge color of each article status. Articles under review have the color for pending work. */
export const ARTICLE_STATUS_TONES: Readonly<Record<ArticleStatus, StatusTone>> = {
  draft: 'quiet',
  ai_review: 'waiting',
  human_review: 'waiting',
  published: 'good',
  archived: 'quiet',
};
