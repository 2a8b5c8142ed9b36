import type { ArticleMeta } from '#domain/article.ts';
import { TIER_BENEFITS } from '#domain/tiers.ts';
import { sendGet } from '#ui/lib/api.ts';
import { type BookmarksView, createBookmarksQueryParameters } from './bookmarks-url.ts';

/**
 * Fetches all bookmarked articles that match the filter and the search query of `view`, in the order of `view`. Rejects
 * if the API request fails.
 */
export async function fetchAllBookmarksOfView(
  view: BookmarksView,
): Promise<readonly ArticleMeta[]> {
  const query = { limit: TIER_BENEFITS.premium.bookmarks, ...createBookmarksQueryParameters(view) };
  const { metas } = await sendGet<{ metas: ArticleMeta[] }>('/bookmarks', query);
  return metas;
}
