import type { FeedbackType } from '#domain/feedback.ts';
import { createStoreResetAtSignOut } from './cache.ts';

/**
 * Feedback that this page has loaded, by the name that {@link toFeedbackName} returns; `null` if the reader gave none.
 */
export const loadedFeedback = createStoreResetAtSignOut<
  Readonly<Record<string, FeedbackType | null>>
>({});

export function storeFeedback(name: string, feedbackType: FeedbackType | null): void {
  loadedFeedback.set({ ...loadedFeedback.get(), [name]: feedbackType });
}

/** Returns the name of a reader's feedback on the article with the ID `id`. */
export function toFeedbackName(reader: string, id: string): string {
  return `${reader} ${id}`;
}
