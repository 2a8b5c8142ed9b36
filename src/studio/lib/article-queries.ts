import { queryOptions } from '@tanstack/react-query';
import type { ArticleListItem, EditorArticle } from '#domain/studio/admin-articles.ts';
import { studioApi } from './studio-api.ts';

/** Articles per response. About five responses load a library of 10,000. */
const PAGE_SIZE = 2000;

/** Every article, in the server's order. */
export const articlesQuery = queryOptions({
  queryKey: ['articles'],
  queryFn: async ({ signal }) => {
    const lines: ArticleListItem[] = [];
    let after: string | null = null;
    do {
      const page: { articles: ArticleListItem[]; after: string | null } = await studioApi.get(
        '/articles',
        { limit: PAGE_SIZE, after },
        signal,
      );
      lines.push(...page.articles);
      after = page.after;
    } while (after);
    return lines;
  },
});

/** Milliseconds during which a prefetched article is opened without fetching it again. */
export const ARTICLE_STALE_TIME = 5_000;

/**
 * Returns the query of one article for the editor. Unsaved text lives in the editor, so nothing refetches the article
 * while it is open.
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

/** Returns the path of the dashboard that shows one article's figures. */
export function articleFiguresPath(id: string): string {
  return `/?article=${id}`;
}

/** Returns the path of an article's editor. */
export function editorPath(id: string): string {
  return `/articles/${id}`;
}
