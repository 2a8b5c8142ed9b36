import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type {
  ArticleFigureSortColumn,
  ArticleFigures,
  ArticleFiguresWithGroupTotals,
  AuthorFigures,
  CategoryFigures,
  DailyFiguresReport,
  FigureColumnKey,
  FigureRange,
} from '#domain/studio/figures.ts';
import { studioApi } from '../../lib/studio-api.ts';

/**
 * Time in milliseconds during which loaded figures are fresh. The server caches figures for the same length of time.
 */
const FIGURES_STALE_TIME = 60_000;

/** The author, category or article whose figures are shown. If no field is set, the figures are for all articles. */
export interface FigureScope {
  author?: string | undefined;
  category?: string | undefined;
  /** ID of the article whose figures are shown. */
  article?: string | undefined;
}

export const includesAllArticles = (scope: FigureScope) => !Object.values(scope).some(Boolean);

/** Returns the path of the dashboard that shows the figures for a number of days and a {@link FigureScope}. */
export function dashboardScreenPath(range: FigureRange, scope: FigureScope): string {
  const search = new URLSearchParams();
  if (range !== DEFAULT_FIGURE_RANGE) search.set('days', String(range));
  for (const [name, value] of Object.entries(scope)) if (value) search.set(name, value);
  return search.size ? `/?${search}` : '/';
}

/** Default range of the figures in days. */
export const DEFAULT_FIGURE_RANGE: FigureRange = 28;

export const dailyFiguresQuery = (range: FigureRange, scope: FigureScope) =>
  queryOptions({
    queryKey: ['figures', 'days', range, scope],
    queryFn: ({ signal }) =>
      studioApi.get<DailyFiguresReport>('/figures/days', { range, ...scope }, signal),
    staleTime: FIGURES_STALE_TIME,
    placeholderData: (previous) => previous,
  });

export const articleFiguresQuery = (
  range: FigureRange,
  order: ArticleFigureSortColumn,
  limit: number,
) =>
  queryOptions({
    queryKey: ['figures', 'articles', range, order, limit],
    queryFn: ({ signal }) =>
      studioApi.get<{ articles: ArticleFigures[] }>(
        '/figures/articles',
        { range, order, limit },
        signal,
      ),
    staleTime: FIGURES_STALE_TIME,
    placeholderData: (previous) => previous,
  });

export const articleComparisonQuery = (range: FigureRange, id: string) =>
  queryOptions({
    queryKey: ['figures', 'article', range, id],
    queryFn: ({ signal }) =>
      studioApi.get<ArticleFiguresWithGroupTotals>(`/figures/articles/${id}`, { range }, signal),
    staleTime: FIGURES_STALE_TIME,
    placeholderData: (previous) => (previous?.article.id === id ? previous : undefined),
  });

interface AuthorFiguresPage {
  authors: AuthorFigures[];
  nextToken: string | null;
}

/** Returns the query for authors' figures in the given order. `limit` is the number of authors per page. */
export const authorFiguresQuery = (
  range: FigureRange,
  order: FigureColumnKey,
  limit = AUTHORS_PER_PAGE,
) =>
  infiniteQueryOptions({
    queryKey: ['figures', 'authors', range, order, limit],
    queryFn: ({ pageParam, signal }) =>
      studioApi.get<AuthorFiguresPage>(
        '/figures/authors',
        { range, order, limit, nextToken: pageParam },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextToken }: AuthorFiguresPage) => nextToken,
    staleTime: FIGURES_STALE_TIME,
    placeholderData: (previous) => previous,
  });
const AUTHORS_PER_PAGE = 100;

export const categoryFiguresQuery = (range: FigureRange) =>
  queryOptions({
    queryKey: ['figures', 'categories', range],
    queryFn: ({ signal }) =>
      studioApi.get<{ categories: CategoryFigures[] }>('/figures/categories', { range }, signal),
    staleTime: FIGURES_STALE_TIME,
    placeholderData: (previous) => previous,
  });

/** Returns the URL of a CSV file with figures. */
export function figuresCsvPath(
  table: 'days' | 'articles' | 'authors' | 'categories',
  query: Readonly<Record<string, string | number | undefined>>,
): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) search.set(name, String(value));
  return `/api/v1/studio/figures/${table}.csv?${search}`;
}
