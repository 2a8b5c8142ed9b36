import { useQuery } from '@tanstack/react-query';
import type { ArticleReview } from '#domain/studio/reviews.ts';
import { copy } from '../../copy.ts';
import { studioApi } from '../../lib/studio-api.ts';
import { useArticleEditor } from './article-editor.ts';

const words = copy.editor;

/** A review of the AI that nothing is decided about yet. */
interface OpenReview {
  id: string;
  /** How many of its concerns wait for a decision. */
  concerns: number;
}

/** The article's review while concerns of it wait for a decision. */
export function useOpenReview(): OpenReview | undefined {
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

/** So many concerns, in words. */
export function formatConcernCount(count: number): string {
  return count === 1 ? words.oneConcern : `${count} concerns`;
}
