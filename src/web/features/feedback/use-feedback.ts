import { useEffect, useEffectEvent, useState } from 'react';
import type { ArticleIdentity } from '#domain/article.ts';
import type { FeedbackType } from '#domain/feedback.ts';
import { MESSAGES } from '#domain/messages.ts';
import { ApiError } from '#ui/lib/api.ts';
import { showToast } from '#ui/toast.tsx';
import { consumeIntent } from '#web/reader/intents.ts';
import { promptSignIn } from '#web/reader/prompt.ts';
import { currentReader, useReader } from '#web/reader/session.ts';
import { changeFeedback, loadFeedback, useStoredFeedback } from './feedback.ts';

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
  const reader = useReader()?.id ?? '';
  const chosen = useStoredFeedback(reader, article);
  const [pending, setPending] = useState<FeedbackChange>();
  const [done, setDone] = useState<FeedbackChange>();

  const ask = useEffectEvent(() => loadFeedback(reader, article));
  useEffect(() => {
    if (isNear && reader && id) ask();
  }, [isNear, reader, id]);

  async function change(reader: string, next: FeedbackChange) {
    setPending(next);
    try {
      await changeFeedback(reader, article, next.isChosen ? next.type : null);
      setDone(next);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) askFirst(article, next.type);
      else showToast({ kind: 'error', text: MESSAGES.feedbackFailed });
    }
    // Another may have been pressed since.
    setPending((last) => (last === next ? undefined : last));
  }

  const resume = useEffectEvent(() => {
    const intent = consumeIntent('feedback');
    if (intent?.article.id === id) change(reader, { type: intent.feedbackType, isChosen: true });
  });
  useEffect(() => {
    if (reader && id) resume();
  }, [reader, id]);

  return {
    chosen,
    pending: pending?.type,
    done: reader ? done : undefined,
    press: (type) => {
      const signedIn = currentReader();
      if (signedIn) change(signedIn.id, { type, isChosen: type !== chosen });
      else askFirst(article, type);
    },
  };
}

function askFirst(article: ArticleIdentity, feedbackType: FeedbackType): void {
  promptSignIn({ action: 'feedback', article, feedbackType });
}
