import type { ArticleIdentity } from '#domain/article.ts';
import { articleActionApiPath, sendDelete } from '#ui/lib/api.ts';
import { logAndReportError } from '#ui/lib/error-reports.ts';
import { showToast } from '#ui/toast.tsx';
import { historyCopy } from '#web/copy/history.ts';
import { removeCachedPersonalPayloads } from '#web/pages/payloads.ts';
import { finishedSet } from '#web/reader/finished-set.ts';
import { reloadReaderItemSet } from '#web/reader/reload-reader-set.ts';

/** Removes an article from the reading history. If this fails, shows a toast and resolves to false. */
export function removeFromHistory(article: ArticleIdentity): Promise<boolean> {
  return changeHistory(() => sendDelete(articleActionApiPath(article, 'reading')));
}

/** Removes all articles from the reading history. If this fails, shows a toast and resolves to false. */
export function clearHistory(): Promise<boolean> {
  return changeHistory(() => sendDelete('/history'));
}

async function changeHistory(send: () => Promise<unknown>): Promise<boolean> {
  try {
    await send();
  } catch (error) {
    logAndReportError(error, 'The history could not be changed');
    showToast({ kind: 'error', text: historyCopy.removeFailed });
    return false;
  }
  // Cached page payloads may still contain the removed articles, so the payloads are removed too.
  removeCachedPersonalPayloads();
  void reloadReaderItemSet(finishedSet);
  void import('#web/reader/saved-articles.ts').then(({ removeForgottenArticles }) =>
    removeForgottenArticles(),
  );
  return true;
}
