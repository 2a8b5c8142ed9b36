import { useEffect, useEffectEvent, useState } from 'react';
import type { ArticleIdentity } from '#domain/article.ts';
import type { FeedbackType } from '#domain/feedback.ts';
import { ERROR_MESSAGES } from '#domain/messages.ts';
import { ApiError } from '#ui/lib/api.ts';
import { showToast } from '#ui/toast.tsx';
import { consumeIntent } from '#web/reader/intents.ts';
import { promptSignIn } from '#web/reader/prompt.ts';
import { readCurrentReader, useReader } from '#web/reader/session.ts';
import { changeFeedback, ensureFeedbackLoaded, useLoadedFeedback } from './feedback.ts';

/** A reader's feedback on an article, the state of its last change, and a function that changes it. */
interface Feedback {
  /** The stored type of feedback, or `null` if there is none or it is not loaded yet. */
  chosen: FeedbackType | null;
  /** The type of feedback that was clicked most recently, or `undefined` once the server has responded. */
  pending: FeedbackType | undefined;
  /**
   * The most recent change on this page that the server has confirmed, or `undefined` if the feedback has changed again
   * since.
   */
  confirmedChange: FeedbackChange | undefined;
  /** Chooses a type of feedback, or removes the feedback if this type is already chosen (spec 4). */
  toggle: (type: FeedbackType) => void;
}

interface FeedbackChange {
  type: FeedbackType;
  isChosen: boolean;
}

/**
 * Loads the reader's feedback once `isNear` is true. Ignores failures. The page shows a change once the server has
 * confirmed it. A signed-out visitor is asked to sign in, and their feedback is sent when they return.
 */
export function useFeedback({ authorAlias, id }: ArticleIdentity, isNear: boolean): Feedback {
  const article = { authorAlias, id };
  const reader = useReader()?.id ?? '';
  const chosen = useLoadedFeedback(reader, article);
  const [pending, setPending] = useState<FeedbackChange>();
  const [lastConfirmed, setLastConfirmed] = useState<FeedbackChange>();

  const load = useEffectEvent(() => ensureFeedbackLoaded(reader, article));
  useEffect(() => {
    if (isNear && reader && id) load();
  }, [isNear, reader, id]);

  async function change(reader: string, next: FeedbackChange) {
    setPending(next);
    try {
      await changeFeedback(reader, article, next.isChosen ? next.type : null);
      setLastConfirmed(next);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401)
        promptSignInForFeedback(article, next.type);
      else showToast({ kind: 'error', text: ERROR_MESSAGES.feedbackFailed });
    }
    // If the reader has clicked another type in the meantime, the change to that type stays pending.
    setPending((current) => (current === next ? undefined : current));
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
    // Hides the confirmation if the loaded feedback no longer matches it. This happens if the reader changed the
    // feedback offline and the server later refused the change.
    confirmedChange:
      reader && lastConfirmed?.isChosen === (chosen === lastConfirmed?.type)
        ? lastConfirmed
        : undefined,
    toggle: (type) => {
      const signedIn = readCurrentReader();
      if (signedIn) change(signedIn.id, { type, isChosen: type !== chosen });
      else promptSignInForFeedback(article, type);
    },
  };
}

function promptSignInForFeedback(article: ArticleIdentity, feedbackType: FeedbackType): void {
  promptSignIn({ action: 'feedback', article, feedbackType });
}
