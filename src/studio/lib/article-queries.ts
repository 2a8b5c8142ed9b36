import { queryOptions } from '@tanstack/react-query';
import type { ArticleListItem, EditorArticle } from '#domain/studio/admin-articles.ts';
import { studioApi } from './studio-api.ts';

/** Lines that come with one answer: some five of them make a library of 10,000. */
const PAGE_SIZE = 2000;

/** Every article there is, in the order the server has them. */
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

/** Milliseconds for which an article that was fetched ahead is taken as it came. */
export const ARTICLE_STALE_TIME = 5_000;

/** An article on the desk. What is being written lives in the editor, not here: nothing may fetch it anew meanwhile. */
export function articleQuery(id: string) {
  return queryOptions({
    queryKey: ['article', id],
    queryFn: ({ signal }) => studioApi.get<EditorArticle>(`/articles/${id}`, {}, signal),
    staleTime: ARTICLE_STALE_TIME,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** Where it is told what readers do with an article. */
export function articleFiguresPath(id: string): string {
  return `/?article=${id}`;
}

/** Where an article is edited. */
export function editorPath(id: string): string {
  return `/articles/${id}`;
}
