import type { ArticleIdentity } from '#domain/article.ts';
import type { FeedbackType } from '#domain/feedback.ts';
import { articleApiPath, get, put, remove } from '#ui/lib/api.ts';
import { useStore } from '#web/lib/store.ts';
import { createReaderStore } from '#web/reader/cache.ts';

/** What has been said, by reader and article; `null` for nothing. Asked once: from then on this page knows. */
const said = createReaderStore<Readonly<Record<string, FeedbackType | null>>>({});
/** Questions on their way, by reader and article. */
const questions = new Map<string, AbortController>();
/** The change that was asked for last; the next one waits for it. */
let lastChange: Promise<void> = Promise.resolve();

/** What a reader has said of an article: `null` for nothing, or while that is not known. */
export function useStoredFeedback(reader: string, article: ArticleIdentity): FeedbackType | null {
  return useStore(said)[nameOf(reader, article)] ?? null;
}

/** Asks what a reader has said of an article, unless this page knows. A failure is silent. */
export async function loadFeedback(reader: string, article: ArticleIdentity): Promise<void> {
  const name = nameOf(reader, article);
  if (said.get()[name] === undefined && !questions.has(name)) await ask(reader, article);
}

/**
 * Says this of an article instead of what was said before; `null` takes it back. Changes are made one after the
 * other, so that the last has the last word. Throws as calls do.
 */
export function changeFeedback(
  reader: string,
  article: ArticleIdentity,
  feedbackType: FeedbackType | null,
): Promise<void> {
  const name = nameOf(reader, article);
  const change = lastChange.then(async () => {
    // An answer still on its way would speak of before; so may one that was asked for meanwhile.
    questions.get(name)?.abort();
    await save(article, feedbackType);
    questions.get(name)?.abort();
    hold(name, feedbackType);
  });
  lastChange = change.catch(() => {
    // It may have arrived all the same.
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
    // Then it looks as if nothing had been said.
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
