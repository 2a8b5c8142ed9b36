import type { ArticleIdentity } from '#domain/article.ts';
import { ERROR_MESSAGES } from '#domain/messages.ts';
import { articleActionApiPath, sendDelete, sendGet, sendPut } from '#ui/lib/api.ts';
import { sharedControlsCopy } from '#web/copy/shared-controls.ts';
import type { ReaderItemSet } from '#web/reader/reader-sets.ts';

/** The set of articles that a reader has bookmarked. */
export const bookmarkSet: ReaderItemSet<ArticleIdentity> = {
  name: 'bookmarks',
  load: async () => {
    const { ids } = await sendGet<{ ids: string[] }>('/bookmarks/ids');
    return ids;
  },
  change: (article, isIn) => {
    const path = articleActionApiPath(article, 'bookmark');
    return isIn ? sendPut(path) : sendDelete(path);
  },
  keyOf: ({ authorAlias, id }) => `${authorAlias}:${id}`,
  toIntent: ({ authorAlias, id }) => ({ action: 'bookmark', article: { authorAlias, id } }),
  removeItemsLink: { label: sharedControlsCopy.unbookmark, path: '/profile' },
  failureMessage: ERROR_MESSAGES.bookmarkFailed,
};
