import { queryOptions } from '@tanstack/react-query';
import type { ArticleIdentity } from '#domain/article.ts';
import type { FeedbackType } from '#domain/feedback.ts';
import { articleCall, get, put, remove } from '#web/lib/api.ts';

/** What a reader has said of an article, `null` for nothing. Asked once: from then on this page knows. */
export function feedbackQuery(reader: string, article: ArticleIdentity) {
  return queryOptions({
    queryKey: ['feedback', reader, article.id],
    queryFn: async ({ signal }) => {
      const { feedbackType } = await get<Answer>(articleCall(article, 'feedback'), {}, signal);
      return feedbackType;
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

interface Answer {
  feedbackType: FeedbackType | null;
}

/** Says this of an article instead of what was said before; `null` takes it back. Throws as calls do. */
export function saveFeedback(article: ArticleIdentity, feedbackType: FeedbackType | null) {
  const path = articleCall(article, 'feedback');
  return feedbackType ? put<void>(path, { feedbackType }) : remove<void>(path);
}
