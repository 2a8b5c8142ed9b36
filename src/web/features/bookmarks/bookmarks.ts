import type { ArticleMeta } from '#domain/article.ts';
import { MESSAGES } from '#domain/messages.ts';
import { TIER_LIMITS } from '#domain/tiers.ts';
import { get, put, remove } from '#web/lib/api.ts';
import type { ArticleIdentity } from '#web/lib/intents.ts';
import type { ReaderSet } from '#web/lib/reader-sets.ts';

/** The articles a reader has bookmarked. */
export const bookmarks: ReaderSet<ArticleIdentity> = {
  name: 'bookmarks',
  load: async () => {
    const { metas } = await get<{ metas: ArticleMeta[] }>('/bookmarks', {
      limit: TIER_LIMITS.premium.bookmarks,
    });
    return metas;
  },
  change: ({ authorAlias, id }, isIn) => {
    const path = `/articles/${encodeURIComponent(authorAlias)}/${id}/bookmark`;
    return isIn ? put(path) : remove(path);
  },
  keyOf: ({ authorAlias, id }) => `${authorAlias}:${id}`,
  intentOf: ({ authorAlias, id }) => ({ action: 'bookmark', article: { authorAlias, id } }),
  room: { how: 'remove a bookmark', path: '/profile' },
  failed: MESSAGES.bookmarkFailed,
};
