import type { ArticleMeta } from '#domain/article.ts';
import { TIER_LIMITS } from '#domain/tiers.ts';
import { get } from '#ui/lib/api.ts';
import { type ShelfView, shelfQuery } from './shelf-address.ts';

/** All bookmarks of a view, in its order: in one answer, as many as anybody can have. Throws as {@link get} does. */
export async function allBookmarks(view: ShelfView): Promise<readonly ArticleMeta[]> {
  const query = { limit: TIER_LIMITS.premium.bookmarks, ...shelfQuery(view) };
  const { metas } = await get<{ metas: ArticleMeta[] }>('/bookmarks', query);
  return metas;
}
