import type { ArticleIdentity, ArticleMeta } from '#domain/article.ts';
import { MESSAGES } from '#domain/messages.ts';
import { TIER_LIMITS } from '#domain/tiers.ts';
import { articleCall, get, put, remove } from '#web/lib/api.ts';
import type { ReaderSet } from '#web/reader/sets.ts';

/** The articles a reader has bookmarked. */
export const bookmarks: ReaderSet<ArticleIdentity> = {
  name: 'bookmarks',
  load: async () => {
    const { metas } = await get<{ metas: ArticleMeta[] }>('/bookmarks', {
      limit: TIER_LIMITS.premium.bookmarks,
    });
    return metas;
  },
  change: (article, isIn) => {
    const path = articleCall(article, 'bookmark');
    return isIn ? put(path) : remove(path);
  },
  keyOf: ({ authorAlias, id }) => `${authorAlias}:${id}`,
  intentOf: ({ authorAlias, id }) => ({ action: 'bookmark', article: { authorAlias, id } }),
  room: { how: 'remove a bookmark', path: '/profile' },
  failed: MESSAGES.bookmarkFailed,
};
