import type { ArticleIdentity } from '#domain/article.ts';
import type { FeedbackType } from '#domain/feedback.ts';
import { articleApiPath, get, put, remove } from '#ui/lib/api.ts';
import { useStore } from '#web/lib/store.ts';
import { createReaderStore } from '#web/reader/cache.ts';

/** Loaded feedback by reader and article; `null` if the reader gave none. */
const said = createReaderStore<Readonly<Record<string, FeedbackType | null>>>({});
/** Load requests in progress, by reader and article. */
const questions = new Map<string, AbortController>();
/** The last change, which must complete before the next one is sent. */
let lastChange: Promise<void> = Promise.resolve();

/** Returns a reader's feedback on an article; `null` if they gave none, or until it is loaded. */
export function useStoredFeedback(reader: string, article: ArticleIdentity): FeedbackType | null {
  return useStore(said)[nameOf(reader, article)] ?? null;
}

/** Loads a reader's feedback on an article once. Ignores failures. */
export async function loadFeedback(reader: string, article: ArticleIdentity): Promise<void> {
  const name = nameOf(reader, article);
  if (said.get()[name] === undefined && !questions.has(name)) await ask(reader, article);
}

/**
 * Replaces a reader's feedback on an article; `null` removes it. Changes are sent one after the other, so that the last
 * one wins. Throws like {@link put}.
 */
export function changeFeedback(
  reader: string,
  article: ArticleIdentity,
  feedbackType: FeedbackType | null,
): Promise<void> {
  const name = nameOf(reader, article);
  const change = lastChange.then(async () => {
    // A pending load might return the feedback from before this change.
    questions.get(name)?.abort();
    await save(article, feedbackType);
    questions.get(name)?.abort();
    hold(name, feedbackType);
  });
  lastChange = change.catch(() => {
    // The server may have applied the change although the request failed, so the feedback is loaded again.
    ask(reader, article);
  });
  return change;
}

async function ask(reader: string, article: ArticleIdentity): Promise<void> {
  const name = nameOf(reader, article);
  const question = new AbortController();
  questions.set(name, question);
  try {
    const path = articleApiPath(article, 'feedback');
    const { feedbackType } = await get<Answer>(path, {}, question.signal);
    hold(name, feedbackType);
  } catch {
    // After a failure, no feedback is shown.
  } finally {
    if (questions.get(name) === question) questions.delete(name);
  }
}

interface Answer {
  feedbackType: FeedbackType | null;
}

function save(article: ArticleIdentity, feedbackType: FeedbackType | null): Promise<void> {
  const path = articleApiPath(article, 'feedback');
  return feedbackType ? put<void>(path, { feedbackType }) : remove<void>(path);
}

function hold(name: string, feedbackType: FeedbackType | null): void {
  said.set({ ...said.get(), [name]: feedbackType });
}

function nameOf(reader: string, { id }: ArticleIdentity): string {
  return `${reader} ${id}`;
}
