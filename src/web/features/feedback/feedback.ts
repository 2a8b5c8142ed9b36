import type { ArticleIdentity } from '#domain/article.ts';
import type { FeedbackType } from '#domain/feedback.ts';
import { articleActionApiPath, sendDelete, sendGet, sendPut } from '#ui/lib/api.ts';
import { useStore } from '#ui/lib/store.ts';
import { createStoreResetAtSignOut } from '#web/reader/cache.ts';

/** The loaded feedback, by reader ID and article ID. `null` means that the reader has given none. */
const loadedFeedback = createStoreResetAtSignOut<Readonly<Record<string, FeedbackType | null>>>({});
/** The abort controllers for the pending requests that load feedback, by reader ID and article ID. */
const pendingRequests = new Map<string, AbortController>();
/** Settles when the most recent feedback change has completed or failed. The next change is sent only then. */
let lastChange: Promise<void> = Promise.resolve();

/** Returns a reader's feedback on an article, or `null` if there is none or it is not loaded yet. */
export function useLoadedFeedback(reader: string, article: ArticleIdentity): FeedbackType | null {
  return useStore(loadedFeedback)[createKey(reader, article)] ?? null;
}

/** Loads a reader's feedback on an article, unless it is already loaded. Ignores failures. */
export async function ensureFeedbackLoaded(
  reader: string,
  article: ArticleIdentity,
): Promise<void> {
  const key = createKey(reader, article);
  if (loadedFeedback.get()[key] === undefined && !pendingRequests.has(key))
    await fetchFeedback(reader, article);
}

/** Loads a reader's feedback on an article again, if this page has already loaded it. Ignores failures. */
export async function reloadFeedbackIfLoaded(
  reader: string,
  article: ArticleIdentity,
): Promise<void> {
  const key = createKey(reader, article);
  if (loadedFeedback.get()[key] === undefined) return;
  pendingRequests.get(key)?.abort();
  await fetchFeedback(reader, article);
}

/**
 * Changes a reader's feedback on an article, or removes it if `feedbackType` is `null`. Changes are sent one after the
 * other, so that the last change wins. Rejects if the API request fails.
 */
export function changeFeedback(
  reader: string,
  article: ArticleIdentity,
  feedbackType: FeedbackType | null,
): Promise<void> {
  const key = createKey(reader, article);
  const change = lastChange.then(async () => {
    // A pending request might return the feedback from before this change, so it is aborted.
    pendingRequests.get(key)?.abort();
    await sendFeedback(article, feedbackType);
    pendingRequests.get(key)?.abort();
    storeFeedback(key, feedbackType);
  });
  lastChange = change.catch(() => {
    // The server may have applied the change even though the request has failed, so the feedback is loaded again.
    fetchFeedback(reader, article);
  });
  return change;
}

async function fetchFeedback(reader: string, article: ArticleIdentity): Promise<void> {
  const key = createKey(reader, article);
  const pendingRequest = new AbortController();
  pendingRequests.set(key, pendingRequest);
  try {
    const path = articleActionApiPath(article, 'feedback');
    const { feedbackType } = await sendGet<FeedbackResponse>(path, {}, pendingRequest.signal);
    storeFeedback(key, feedbackType);
  } catch {
    // If the request fails, no error is shown, and the feedback that is already loaded stays.
  } finally {
    if (pendingRequests.get(key) === pendingRequest) pendingRequests.delete(key);
  }
}

interface FeedbackResponse {
  feedbackType: FeedbackType | null;
}

function sendFeedback(article: ArticleIdentity, feedbackType: FeedbackType | null): Promise<void> {
  const path = articleActionApiPath(article, 'feedback');
  return feedbackType ? sendPut<void>(path, { feedbackType }) : sendDelete<void>(path);
}

function storeFeedback(key: string, feedbackType: FeedbackType | null): void {
  loadedFeedback.set({ ...loadedFeedback.get(), [key]: feedbackType });
}

function createKey(reader: string, { id }: ArticleIdentity): string {
  return `${reader} ${id}`;
}
