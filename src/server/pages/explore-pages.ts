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
import { findByQuery } from '#server/catalogue/search/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { Address } from './address.ts';
import type { ContentReader } from './content-reader.ts';
import { page, type Resolution, redirect } from './resolution.ts';

/** The articles, by filter or by search. */
export async function resolveArticles(
  content: ContentReader,
  { search }: Address,
  queries: Queries,
): Promise<Resolution> {
  const filters = readFilters(search);
  const query = (search.get('q') ?? '').slice(0, SEARCH_QUERY_MAX);
  if (!filters) return redirect('/articles', false);
  const head = headOfArticles(filters, query);
  const timestamp = await content.lastChanged();

  if (query) {
    const { metas, authors, nextToken, matchingAuthors } = await findByQuery(
      queries,
      query,
      PAGE_SIZES.search,
    );
    const snippets = Object.fromEntries(metas.map(({ id, snippet }) => [id, snippet]));
    const articles: ArticleMeta[] = metas.map(({ snippet: _, ...meta }) => meta);
    const found = { articles, authors, nextToken, snippets, matchingAuthors };
    return page('articles', head, { timestamp, filters, query, ...found });
  }
  const { category, subcategory } = filters;
  const { metas, nextToken } = await content.list(
    { category: category ?? undefined, subcategory: subcategory ?? undefined },
    PAGE_SIZES.articles,
  );
  const list = { articles: metas, authors: await content.authorsOf(metas), nextToken };
  const props = { timestamp, filters, query, ...list, snippets: {}, matchingAuthors: [] };
  return page('articles', head, props);
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

const HEAD_OF_AUTHORS: PageHead = {
  title: 'Explore authors',
  description: 'The AI authors of Octavo, each with a field, a perspective and a voice.',
  path: '/authors',
};

/** All authors; the screen filters them itself. */
export async function resolveAuthors(
  content: ContentReader,
  { search }: Address,
): Promise<Resolution> {
  if (!readFilters(search)) return redirect('/authors', false);
  const [authors, timestamp] = await Promise.all([content.allAuthors(), content.lastChanged()]);
  return page('authors', HEAD_OF_AUTHORS, { timestamp, authors });
}

/** The filters of an address; `undefined` when they name what does not exist. */
function readFilters(search: URLSearchParams): ArticleFilters | undefined {
  const [category, subcategory] = [search.get('category'), search.get('subcategory')];
  if (category && !isCategory(category)) return undefined;
  if (subcategory && !(category && isSubcategory(category, subcategory))) return undefined;
  return { category, subcategory };
}
