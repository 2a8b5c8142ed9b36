import { useEffect } from 'react';
import type { ArticleIdentity } from '#domain/article.ts';
import type { Line } from '#domain/lines.ts';
import { MAX_PAGE_SIZE } from '#domain/paging.ts';
import { ApiError, articleActionApiPath, sendGet, sendPut } from '#ui/lib/api.ts';
import { useStore } from '#ui/lib/store.ts';
import { showToast } from '#ui/toast.tsx';
import { linesCopy } from '#web/copy/lines.ts';
import { removeCachedPersonalPayloads } from '#web/pages/payloads.ts';
import {
  cacheValue,
  createStoreResetAtSignOut,
  readCachedValue,
  watchCachedValueInOtherTabs,
} from '#web/reader/cache.ts';
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

/** A line that was kept in this or another tab, or the ID of a line that was removed. */
type KeptLineChange =
  | { id: string; articleId: string; text: string }
  | { id: string; text?: never };

/** Name under which the browser caches the last change of a line, from which other tabs learn of it. */
const LAST_CHANGE = 'lines';

/**
 * Loads the lines that the reader has kept from an article. Returns a function that finds the ID of the kept line with
 * a given text. The function returns `undefined` if the reader has not kept this text. Follows changes in other tabs,
 * and loads the lines again when the page returns from the back-forward cache.
 */
export function useKeptLineLookup(article: ArticleIdentity): (text: string) => string | undefined {
  const reader = useReader()?.id;
  const kept = useStore(keptLines);
  const { id } = article;
  useEffect(() => {
    if (!reader) return;
    const load = () => loadKeptLines(reader, id);
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && load();
    const unwatch = watchCachedValueInOtherTabs(LAST_CHANGE, () => {
      const change = readCachedValue<KeptLineChange>(LAST_CHANGE, reader);
      if (change) apply(reader, change.value);
    });
    addEventListener('pageshow', onPageShow);
    load();
    return () => {
      unwatch();
      removeEventListener('pageshow', onPageShow);
    };
  }, [id, reader]);
  return (text) => (reader ? kept.get(keyOf(reader, article, text)) : undefined);
}

/**
 * Loads the lines that a reader has kept from an article. If that fails, kept lines are shown as if they were not kept.
 * Keeping them again changes nothing.
 */
async function loadKeptLines(reader: string, articleId: string): Promise<void> {
  const query = { article: articleId, limit: MAX_PAGE_SIZE };
  const page = await sendGet<{ lines: Line[]; nextToken: string | null }>('/lines', query).catch(
    () => undefined,
  );
  if (!page || readCurrentReader()?.id !== reader) return;
  // A line that is missing was removed, unless it may be on a later page.
  const isLater = (key: string) =>
    Boolean(page.nextToken) || !key.startsWith(`${reader} ${articleId} `);
  const others = [...keptLines.get()].filter(([key]) => isLater(key));
  const loaded = page.lines.map(
    ({ article, text, id }) => [keyOf(reader, article, text), id] as const,
  );
  keptLines.set(new Map([...others, ...loaded]));
}

/**
 * Keeps a passage of an article as a line. If that fails, shows a toast, the sign-in prompt or the limit dialog, and
 * resolves to false.
 */
export async function keepLine(article: ArticleIdentity, text: string): Promise<boolean> {
  try {
    const reader = readCurrentReader()?.id;
    if (!reader) throw new ApiError(401, 'Signed out');
    const line = await sendPut<Line>(articleActionApiPath(article, 'lines'), { text });
    applyAndShare({ id: line.id, articleId: article.id, text: line.text });
  } catch (error) {
    const status = error instanceof ApiError ? error.status : undefined;
    if (status === 401) promptSignIn({ action: 'keep', article: identify(article), text });
    else if (status === 403) showLimitDialog((error as ApiError).message, REMOVE_SOME);
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
  applyAndShare({ id });
  return true;
}

/**
 * Restores a line that was removed. If that fails, shows a toast or the limit dialog, and resolves to false.
 */
export async function restoreLine({ id, article, text }: Line): Promise<boolean> {
  try {
    await sendPut(`/lines/${id}`);
  } catch (error) {
    const { status, message } = error instanceof ApiError ? error : { status: 0, message: '' };
    if (status === 403) showLimitDialog(message, REMOVE_SOME);
    else if (status === 404) showToast({ kind: 'error', text: linesCopy.notRestorable });
    else showToast({ kind: 'error', text: linesCopy.restoreFailed });
    return false;
  }
  applyAndShare({ id, articleId: article.id, text });
  removeCachedPersonalPayloads();
  return true;
}

const REMOVE_SOME = { label: linesCopy.removeSome, path: '/profile/lines' };
const identify = ({ authorAlias, id }: ArticleIdentity) => ({ authorAlias, id });

/** Applies a change to this page and shares it with other tabs, unless the reader has signed out since. */
function applyAndShare(change: KeptLineChange): void {
  const reader = readCurrentReader()?.id;
  if (!reader) return;
  apply(reader, change);
  cacheValue(LAST_CHANGE, reader, change);
}

function apply(reader: string, change: KeptLineChange): void {
  const others = [...keptLines.get()].filter(([, id]) => id !== change.id);
  keptLines.set(
    new Map(
      change.text === undefined
        ? others
        : [...others, [keyOf(reader, { id: change.articleId }, change.text), change.id]],
    ),
  );
}
