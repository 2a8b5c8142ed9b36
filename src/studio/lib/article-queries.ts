import { queryOptions } from '@tanstack/react-query';
import type { EditorArticle, StudioArticleListItem } from '#domain/studio/admin-articles.ts';
import { studioApi } from './studio-api.ts';

/** Number of articles per response. This is the maximum that the server allows. */
const PAGE_SIZE = 2000;

/** Query for all articles, in the server's order. */
export const allArticlesQuery = queryOptions({
  queryKey: ['articles'],
  queryFn: async ({ signal }) => {
    const articles: StudioArticleListItem[] = [];
    let after: string | null = null;
    do {
      const page: { articles: StudioArticleListItem[]; after: string | null } = await studioApi.get(
        '/articles',
        { limit: PAGE_SIZE, after },
        signal,
      );
      articles.push(...page.articles);
      after = page.after;
    } while (after);
    return articles;
  },
});

/**
 * Time in milliseconds during which a prefetched article is fresh. The article editor opens a fresh article without
 * another request.
 */
export const ARTICLE_STALE_TIME = 5_000;

/**
 * Returns the query for loading an article into the article editor. The article is never refetched while it is open,
 * because a response could replace unsaved text.
 */
export function articleQuery(id: string) {
  return queryOptions({
    queryKey: ['article', id],
    queryFn: ({ signal }) => studioApi.get<EditorArticle>(`/articles/${id}`, {}, signal),
    staleTime: ARTICLE_STALE_TIME,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** Returns the path of the dashboard that shows an article's statistics. */
export function articleDashboardPath(id: string): string {
  return `/?article=${id}`;
}

/** Returns the path of an article's editor. */
export function articleEditorPath(id: string): string {
  return `/articles/${id}`;
}
