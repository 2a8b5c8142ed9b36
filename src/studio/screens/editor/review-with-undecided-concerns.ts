import { useQuery } from '@tanstack/react-query';
import type { ArticleReview } from '#domain/studio/reviews.ts';
import { copy } from '../../copy.ts';
import { studioApi } from '../../lib/studio-api.ts';
import { useArticleEditor } from './article-editor.ts';

const words = copy.editor;

/** An article's open AI review. */
interface OpenReview {
  id: string;
  /** Number of undecided concerns. */
  concerns: number;
}

/** Returns the article's open AI review, or `undefined` if the article has no open review with undecided concerns. */
export function useReviewWithUndecidedConcerns(): OpenReview | undefined {
  const { id } = useArticleEditor();
  const { data } = useQuery({
    queryKey: ['reviews', 'of', id],
    queryFn: ({ signal }) =>
      studioApi.get<{ reviews: ArticleReview[] }>('/reviews', { articleId: id, limit: 1 }, signal),
  });
  const review = data?.reviews[0];
  const concerns = review?.concerns.pending_action ?? 0;
  if (!review || review.decidedAt || !concerns) return undefined;
  return { id: review.id, concerns };
}

/** Formats a number of concerns, such as "1 concern" or "3 concerns". */
export function formatConcernCount(count: number): string {
  return count === 1 ? words.oneConcern : `${count} concerns`;
}
