import { queryOptions } from '@tanstack/react-query';
import type {
  ArticleComparison,
  ArticleFigures,
  ArticleOrder,
  AuthorFigures,
  CategoryFigures,
  FigureRange,
  FiguresOfDays,
} from '#domain/studio/figures.ts';
import { studioApi } from '../../lib/studio-api.ts';

/** The server counts anew once a minute. */
const GOOD_FOR = 60_000;

/** Whose days are on show; everybody's where neither is given. */
export interface Whose {
  author?: string | undefined;
  category?: string | undefined;
  /** The id of an article. */
  article?: string | undefined;
}

export const isOfAll = (whose: Whose) => !Object.values(whose).some(Boolean);

/** The dashboard of one author, or one article, alone. */
export function figuresPath(range: FigureRange, whose: Whose): string {
  const search = new URLSearchParams();
  if (range !== USUAL) search.set('days', String(range));
  for (const [name, value] of Object.entries(whose)) if (value) search.set(name, value);
  return search.size ? `/?${search}` : '/';
}

/** Days that are looked at unless others are chosen. */
export const USUAL: FigureRange = 28;

export const daysQuery = (range: FigureRange, whose: Whose) =>
  queryOptions({
    queryKey: ['figures', 'days', range, whose],
    queryFn: ({ signal }) =>
      studioApi.get<FiguresOfDays>('/figures/days', { range, ...whose }, signal),
    staleTime: GOOD_FOR,
    placeholderData: (before) => before,
  });

export const articlesQuery = (range: FigureRange, order: ArticleOrder, limit: number) =>
  queryOptions({
    queryKey: ['figures', 'articles', range, order, limit],
    queryFn: ({ signal }) =>
      studioApi.get<{ articles: ArticleFigures[] }>(
        '/figures/articles',
        { range, order, limit },
        signal,
      ),
    staleTime: GOOD_FOR,
    placeholderData: (before) => before,
  });

export const besideQuery = (range: FigureRange, id: string) =>
  queryOptions({
    queryKey: ['figures', 'article', range, id],
    queryFn: ({ signal }) =>
      studioApi.get<ArticleComparison>(`/figures/articles/${id}`, { range }, signal),
    staleTime: GOOD_FOR,
    placeholderData: (before) => (before?.article.id === id ? before : undefined),
  });

export const authorsQuery = (range: FigureRange) =>
  queryOptions({
    queryKey: ['figures', 'authors', range],
    queryFn: ({ signal }) =>
      studioApi.get<{ authors: AuthorFigures[] }>('/figures/authors', { range }, signal),
    staleTime: GOOD_FOR,
    placeholderData: (before) => before,
  });

export const categoriesQuery = (range: FigureRange) =>
  queryOptions({
    queryKey: ['figures', 'categories', range],
    queryFn: ({ signal }) =>
      studioApi.get<{ categories: CategoryFigures[] }>('/figures/categories', { range }, signal),
    staleTime: GOOD_FOR,
    placeholderData: (before) => before,
  });

/** Where figures can be had as a file. */
export function fileOf(
  what: 'days' | 'articles' | 'authors' | 'categories',
  query: Readonly<Record<string, string | number | undefined>>,
): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) search.set(name, String(value));
  return `/api/v1/studio/figures/${what}.csv?${search}`;
}
