import type { ArticleMeta } from '#domain/article.ts';
import {
  CATEGORIES,
  categoryOf,
  isCategory,
  isSubcategory,
  subcategoryOf,
} from '#domain/categories.ts';
import { exploreTitle } from '#domain/explore-title.ts';
import type { ArticleFilters, PageHead } from '#domain/page.ts';
import { PAGE_SIZES, SEARCH_QUERY_MAX } from '#domain/paging.ts';
import { listWithAuthors } from '#server/catalogue/articles/service.ts';
import { listAuthors, mapByAlias } from '#server/catalogue/authors/service.ts';
import { findByQuery } from '#server/catalogue/search/service.ts';
import type { ContentKey } from '#server/platform/db/content-changes.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { lastChanged, page, payload, type Resolution, redirect } from './resolution.ts';

/** The articles, by filter or by search. */
export async function resolveArticles(queries: Queries, url: URL): Promise<Resolution> {
  const filters = readFilters(url.searchParams);
  const query = (url.searchParams.get('q') ?? '').trim().slice(0, SEARCH_QUERY_MAX);
  if (!filters) return redirect('/articles', new URL('/articles', url), false);
  const timestamp = await lastChanged(queries);
  const head = headOfArticles(filters, query);

  if (query) {
    const { metas, authors, nextToken, matchingAuthors } = await findByQuery(
      queries,
      query,
      PAGE_SIZES.search,
    );
    const snippets = Object.fromEntries(metas.map(({ id, snippet }) => [id, snippet]));
    const articles: ArticleMeta[] = metas.map(({ snippet: _, ...meta }) => meta);
    const found = { articles, authors, nextToken, snippets, matchingAuthors };
    return page(payload('articles', head, { timestamp, filters, query, ...found }), [], 'private');
  }
  const { metas, authors, nextToken } = await listWithAuthors(
    queries,
    { category: filters.category ?? undefined, subcategory: filters.subcategory ?? undefined },
    PAGE_SIZES.articles,
  );
  const props = {
    timestamp,
    filters,
    query,
    articles: metas,
    authors,
    nextToken,
    snippets: {},
    matchingAuthors: [],
  };
  const key: ContentKey = filters.category ? `category:${filters.category}` : 'list';
  return page(payload('articles', head, props), [key]);
}

function headOfArticles({ category, subcategory }: ArticleFilters, query: string): PageHead {
  const field = category && categoryOf(category).name;
  const part = category && subcategory && subcategoryOf(category, subcategory).name;
  const search = new URLSearchParams();
  if (category) search.set('category', category);
  if (subcategory) search.set('subcategory', subcategory);
  return {
    title: exploreTitle({ category, subcategory }, query),
    description: field
      ? `Short articles on ${part ? `${part}, in ` : ''}${field}.`
      : `Short articles in ${CATEGORIES.length} fields, newest first.`,
    path: search.size ? `/articles?${search}` : '/articles',
    ...(query ? { noIndex: true } : {}),
  };
}

/** All authors; the screen filters them itself. */
export async function resolveAuthors(queries: Queries, url: URL): Promise<Resolution> {
  if (!readFilters(url.searchParams)) return redirect('/authors', new URL('/authors', url), false);
  const [authors, timestamp] = await Promise.all([listAuthors(queries), lastChanged(queries)]);
  const head = {
    title: 'Explore authors',
    description: 'The AI authors of Octavo, each with a field, a perspective and a voice.',
    path: '/authors',
  };
  const resolved = payload('authors', head, { timestamp, authors: mapByAlias(authors) });
  return url.searchParams.has('q') ? page(resolved, [], 'private') : page(resolved, ['list']);
}

/** The filters of an address; `undefined` when they name what does not exist. */
function readFilters(search: URLSearchParams): ArticleFilters | undefined {
  const given = (name: string) => {
    const value = search.get(name);
    return value && value !== 'all' ? value : null;
  };
  const [category, subcategory] = [given('category'), given('subcategory')];
  if (category && !isCategory(category)) return undefined;
  if (subcategory && !(category && isSubcategory(category, subcategory))) return undefined;
  return { category, subcategory };
}
