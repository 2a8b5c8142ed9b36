import type { ArticleMeta } from '#domain/article.ts';
import { TIER_LIMITS } from '#domain/tiers.ts';
import { get } from '#ui/lib/api.ts';
import { type BookmarksView, bookmarksQuery } from './bookmarks-url.ts';

/** Fetches all bookmarks of a view in one response, in its order. Throws like {@link get}. */
export async function fetchAllBookmarks(view: BookmarksView): Promise<readonly ArticleMeta[]> {
  const query = { limit: TIER_LIMITS.premium.bookmarks, ...bookmarksQuery(view) };
  const { metas } = await get<{ metas: ArticleMeta[] }>('/bookmarks', query);
  return metas;
}
