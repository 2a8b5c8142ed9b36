import { useEffect } from 'react';
import type { ArticleIdentity } from '#domain/article.ts';
import type { Line } from '#domain/lines.ts';
import { MAX_PAGE_SIZE } from '#domain/paging.ts';
import { ApiError, articleActionApiPath, sendGet, sendPut } from '#ui/lib/api.ts';
import { useStore } from '#ui/lib/store.ts';
import { showToast } from '#ui/toast.tsx';
import { linesCopy } from '#web/copy/lines.ts';
import { removeCachedPersonalPayloads } from '#web/pages/payloads.ts';
import { createStoreResetAtSignOut } from '#web/reader/cache.ts';
import { promptSignIn, showLimitDialog } from '#web/reader/prompt.ts';
import { readCurrentReader, useReader } from '#web/reader/session.ts';
import { removeLine } from './change-line.ts';

/**
 * The IDs of the kept lines that this page knows. The keys consist of the reader's ID, the article's ID and the text.
 * They contain the reader's ID because another reader may sign in without a sign-out, and only a sign-out resets the
 * store.
 */
const keptLines = createStoreResetAtSignOut<ReadonlyMap<string, string>>(new Map());

const keyOf = (reader: string, { id }: { id: string }, text: string) => `${reader} ${id} ${text}`;

/**
 * Loads the lines that the reader has kept from an article. Returns a function that finds the ID of the kept line with
 * a given text. The function returns `undefined` if the reader has not kept this text.
 */
export function useKeptLineLookup(article: ArticleIdentity): (text: string) => string | undefined {
  const reader = useReader()?.id;
  const kept = useStore(keptLines);
  const { id } = article;
  useEffect(() => {
    if (!reader) return;
    sendGet<{ lines: Line[] }>('/lines', { article: id, limit: MAX_PAGE_SIZE }).then(
      ({ lines }) => add(reader, lines),
      // Without the list, kept lines are shown as if they were not kept. Keeping them again changes nothing.
      () => {},
    );
  }, [id, reader]);
  return (text) => (reader ? kept.get(keyOf(reader, article, text)) : undefined);
}

/**
 * Keeps a passage of an article as a line. If that fails, shows a toast, the sign-in prompt or the limit dialog, and
 * resolves to false.
 */
export async function keepLine(article: ArticleIdentity, text: string): Promise<boolean> {
  try {
    const reader = readCurrentReader()?.id;
    if (!reader) throw new ApiError(401, 'Signed out');
    add(reader, [await sendPut<Line>(articleActionApiPath(article, 'lines'), { text })]);
  } catch (error) {
    const status = error instanceof ApiError ? error.status : undefined;
    if (status === 401) promptSignIn({ action: 'keep', article: identify(article), text });
    else if (status === 403)
      showLimitDialog((error as ApiError).message, {
        label: linesCopy.removeSome,
        path: '/profile/lines',
      });
    else
      showToast({
        kind: 'error',
        text: status === 400 ? linesCopy.notInArticle : linesCopy.keepFailed,
      });
    return false;
  }
  removeCachedPersonalPayloads();
  return true;
}

/** Removes a kept line. Shows a toast and resolves to false if this fails. */
export async function unkeepLine(id: string): Promise<boolean> {
  if (!(await removeLine(id))) return false;
  keptLines.set(new Map([...keptLines.get()].filter(([, known]) => known !== id)));
  return true;
}

const identify = ({ authorAlias, id }: ArticleIdentity) => ({ authorAlias, id });

/** Adds a reader's lines, unless the reader has signed out since they were requested. */
function add(reader: string, lines: readonly Line[]): void {
  if (readCurrentReader()?.id !== reader) return;
  const added = lines.map(({ article, text, id }) => [keyOf(reader, article, text), id] as const);
  keptLines.set(new Map([...keptLines.get(), ...added]));
}
