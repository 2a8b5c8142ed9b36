import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ArticleIdentity } from '#domain/article.ts';
import type { FeedbackType } from '#domain/feedback.ts';
import { MESSAGES } from '#domain/messages.ts';
import { ApiError } from '#web/lib/api.ts';
import { takeIntent } from '#web/reader/intents.ts';
import { askToSignIn } from '#web/reader/prompt.ts';
import { currentReader, useReader } from '#web/reader/session.ts';
import { showToast } from '#web/ui/toast.tsx';
import { feedbackQuery, saveFeedback } from './feedback.ts';

/** What a reader says of an article, and how they change it. */
interface Feedback {
  /** What the server has; `null` for nothing, or while that is not known. */
  chosen: FeedbackType | null;
  /** What has been pressed, until the server answers. */
  pending: FeedbackType | undefined;
  /** What the reader has done here; nothing before they did. */
  done: FeedbackChange | undefined;
  /** Chooses a type instead of the one before; pressed again, it is taken back (spec 4). */
  press: (type: FeedbackType) => void;
}

interface FeedbackChange {
  type: FeedbackType;
  isChosen: boolean;
}

/**
 * Loads what the reader has said once the block `isNear`; a failure of that is silent. A press changes
 * nothing here until the server has said yes; signed out, it asks to sign in, and is done on coming back.
 */
export function useFeedback({ authorAlias, id }: ArticleIdentity, isNear: boolean): Feedback {
  const article = { authorAlias, id };
  const reader = useReader();
  const queries = useQueryClient();
  const query = feedbackQuery(reader?.id ?? '', article);
  const { data: chosen = null } = useQuery({ ...query, enabled: isNear && !!reader });
  const [done, setDone] = useState<FeedbackChange>();

  const { mutate, isPending, variables } = useMutation({
    // One after the other, so that the last press has the last word.
    scope: { id: `feedback ${id}` },
    networkMode: 'always',
    mutationFn: async ({ type, isChosen }: FeedbackChange) => {
      // An answer still on its way would speak of before.
      await queries.cancelQueries(query);
      await saveFeedback(article, isChosen ? type : null);
    },
    onSuccess: (_, change) => {
      queries.setQueryData(query.queryKey, change.isChosen ? change.type : null);
      setDone(change);
    },
    onError: (error, { type }) => {
      if (error instanceof ApiError && error.status === 401) askFirst(article, type);
      else showToast({ kind: 'error', text: MESSAGES.feedbackFailed });
      // It may have arrived all the same.
      queries.invalidateQueries(query);
    },
  });

  useEffect(() => {
    const intent = reader && takeIntent('feedback');
    if (intent?.article.id === id) mutate({ type: intent.feedbackType, isChosen: true });
  }, [reader, id, mutate]);

  return {
    chosen,
    pending: isPending ? variables.type : undefined,
    done: reader ? done : undefined,
    press: (type) =>
      currentReader() ? mutate({ type, isChosen: type !== chosen }) : askFirst(article, type),
  };
}

function askFirst(article: ArticleIdentity, feedbackType: FeedbackType): void {
  askToSignIn({ action: 'feedback', article, feedbackType });
}
