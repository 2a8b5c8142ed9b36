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
import { promptSignIn, showPlanLimitDialog } from '#web/reader/prompt.ts';
import { readCurrentReader, useReader } from '#web/reader/session.ts';
import { removeLineOnServer } from './change-line.ts';

/**
 * The IDs of the reader's kept lines (saved passages), as far as this page knows them. Each key consists of the
 * reader's ID, the article's ID and the line's text. The reader's ID is necessary, because only signing out resets the
 * store, and another reader may sign in before the previous one has signed out.
 */
const keptLines = createStoreResetAtSignOut<ReadonlyMap<string, string>>(new Map());

const toKey = (reader: string, { id }: { id: string }, text: string) => `${reader} ${id} ${text}`;

/** A change to the kept lines: a line that was added, or the ID of a line that was removed. */
type KeptLineChange =
  | { id: string; articleId: string; text: string }
  | { id: string; text?: never };

/**
 * Number of changes to {@link keptLines}, not counting loads. If it changes during a request, the response may be
 * outdated.
 */
let changeCount = 0;

function replaceKeptLines(lines: Iterable<readonly [key: string, id: string]>): void {
  changeCount++;
  keptLines.set(new Map(lines));
}

/** Functions that reload the kept lines of the articles on this page. */
const reloadFunctions = new Set<() => void>();

/** The cache key for the most recent change to the kept lines. Other tabs watch this key to apply the change. */
const LAST_CHANGE = 'lines';

/**
 * Loads the passages that the reader has kept from an article. Returns a function that finds the ID of a kept passage
 * by its text. This function returns `undefined` if the passage is not kept. Applies changes from other tabs, and loads
 * the passages again when the page is restored from the back-forward cache.
 */
export function useKeptLineLookup(article: ArticleIdentity): (text: string) => string | undefined {
  const reader = useReader()?.id;
  const lineIds = useStore(keptLines);
  const { id } = article;
  useEffect(() => {
    if (!reader) return;
    const load = () => loadKeptLines(reader, id);
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && load();
    reloadFunctions.add(load);
    const unwatch = watchCachedValueInOtherTabs(LAST_CHANGE, () => {
      const change = readCachedValue<KeptLineChange>(LAST_CHANGE, reader);
      if (change) applyChange(reader, change.value);
    });
    addEventListener('pageshow', onPageShow);
    load();
    return () => {
      unwatch();
      reloadFunctions.delete(load);
      removeEventListener('pageshow', onPageShow);
    };
  }, [id, reader]);
  return (text) => (reader ? lineIds.get(toKey(reader, article, text)) : undefined);
}

/**
 * Loads the passages that a reader has kept from an article. If this fails, kept passages are shown as not kept.
 * Keeping one of them again has no effect.
 */
async function loadKeptLines(reader: string, articleId: string): Promise<void> {
  const query = { article: articleId, limit: MAX_PAGE_SIZE };
  const changeCountBefore = changeCount;
  const page = await sendGet<{ lines: KeptLine[]; nextToken: string | null }>(
    '/lines',
    query,
  ).catch(() => undefined);
  if (!page || readCurrentReader()?.id !== reader) return;
  // If a change was made during the request, the response may not contain it.
  if (changeCount !== changeCountBefore) return loadKeptLines(reader, articleId);
  // If the response has all kept lines of the article, a line that it lacks was removed in another tab or on another
  // device. If there are more pages (`nextToken`), the line may be on a later page.
  const mayBeOnLaterPage = (key: string) =>
    Boolean(page.nextToken) || !key.startsWith(`${reader} ${articleId} `);
  const retained = [...keptLines.get()].filter(([key]) => mayBeOnLaterPage(key));
  const loaded = page.lines.map(
    ({ article, text, id }) => [toKey(reader, article, text), id] as const,
  );
  keptLines.set(new Map([...retained, ...loaded]));
}

/** A link to the page on which readers can remove kept lines to get below the limit of their plan. */
export const REMOVE_LINES_LINK = { label: linesCopy.removeSome, path: '/profile/lines' };

/**
 * The fields of a kept line that a page needs. `isWaiting` is true if the service worker has stored the line, and will
 * send it to the server later.
 */
interface KeptLine extends Pick<Line, 'id' | 'text'> {
  article: Pick<Line['article'], 'id'>;
  isWaiting?: boolean;
}

/**
 * Keeps a passage from an article, and shows a toast. If this fails, shows an error message, the sign-in prompt or the
 * limit dialog instead.
 */
export async function keepLine(article: ArticleIdentity, text: string): Promise<void> {
  try {
    const reader = readCurrentReader()?.id;
    if (!reader) throw new ApiError(401, 'Signed out');
    const line = await sendPut<KeptLine>(articleActionApiPath(article, 'lines'), { text });
    applyAndShare({ id: line.id, articleId: article.id, text: line.text });
    // This toast says that the passage is in the reader's profile. A passage that was kept offline is not there yet, so
    // a different toast appears for it (`layout/show-outbox-results.ts`).
    if (!line.isWaiting) showToast({ kind: 'success', text: linesCopy.keptToast });
  } catch (error) {
    const status = error instanceof ApiError ? error.status : undefined;
    if (status === 401) promptSignIn({ action: 'keep', article: toIdentity(article), text });
    else if (status === 403) showPlanLimitDialog((error as ApiError).message, REMOVE_LINES_LINK);
    else
      showToast({
        kind: 'error',
        text: status === 400 ? linesCopy.notInArticle : linesCopy.keepFailed,
      });
    return;
  }
  removeCachedPersonalPayloads();
}

/**
 * Removes a kept line on the server, on this page and in other tabs. If this fails, shows a toast and resolves to
 * false.
 */
export async function removeKeptLine(id: string): Promise<boolean> {
  if (!(await removeLineOnServer(id))) return false;
  applyAndShare({ id });
  return true;
}

/** Restores a kept line that was removed. If this fails, shows a toast or the limit dialog, and resolves to false. */
export async function restoreLine({ id, article, text }: Line): Promise<boolean> {
  try {
    await sendPut(`/lines/${id}`);
  } catch (error) {
    const { status, message } = error instanceof ApiError ? error : { status: 0, message: '' };
    if (status === 403) showPlanLimitDialog(message, REMOVE_LINES_LINK);
    else if (status === 404) showToast({ kind: 'error', text: linesCopy.notRestorable });
    else showToast({ kind: 'error', text: linesCopy.restoreFailed });
    return false;
  }
  applyAndShare({ id, articleId: article.id, text });
  removeCachedPersonalPayloads();
  return true;
}

const toIdentity = ({ authorAlias, id }: ArticleIdentity) => ({ authorAlias, id });

/** Applies a change to this page and to other tabs, unless the reader has signed out in the meantime. */
function applyAndShare(change: KeptLineChange): void {
  const reader = readCurrentReader()?.id;
  if (!reader) return;
  applyChange(reader, change);
  cacheValue(LAST_CHANGE, reader, change);
}

function applyChange(reader: string, change: KeptLineChange): void {
  const retained = [...keptLines.get()].filter(([, id]) => id !== change.id);
  replaceKeptLines(
    change.text === undefined
      ? retained
      : [...retained, [toKey(reader, { id: change.articleId }, change.text), change.id]],
  );
}

/**
 * Shows lines as not kept, after the server has refused to store them. Reloads the kept lines of the articles on this
 * page.
 */
export function showLinesAsNotKept(ids: readonly string[]): void {
  replaceKeptLines([...keptLines.get()].filter(([, id]) => !ids.includes(id)));
  for (const reload of reloadFunctions) reload();
}

/** Replaces a line's temporary ID with the ID from the server, after the line was kept offline. */
export function replaceLineId(before: string, after: string): void {
  replaceKeptLines(
    [...keptLines.get()].map(([key, id]) => [key, id === before ? after : id] as const),
  );
}
