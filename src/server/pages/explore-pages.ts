import type { ArticleMeta } from '#domain/article.ts';
import { isCategory, isSubcategory } from '#domain/categories.ts';
import { hasFewArticles } from '#domain/category-counts.ts';
import { exploreHead } from '#domain/explore-head.ts';
import type { ArticleFilters, PageHead } from '#domain/page.ts';
import { PAGE_SIZES, SEARCH_QUERY_MAX } from '#domain/paging.ts';
import { searchCatalogue } from '#server/catalogue/search/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { Address } from './address.ts';
import type { ContentReader } from './content-reader.ts';
import { fromOf, listedAt, toBeginning } from './list-page.ts';
import { page, type Resolution, redirect } from './resolution.ts';

/** The articles, by filter or by search. */
export async function resolveArticles(
  content: ContentReader,
  address: Address,
  queries: Queries,
): Promise<Resolution> {
  const { search } = address;
  const filters = readFilters(search);
  const query = (search.get('q') ?? '').slice(0, SEARCH_QUERY_MAX);
  if (!filters) return redirect('/articles', false);
  const from = fromOf(address);
  const head = exploreHead(filters, query, from);
  const [timestamp, counts] = await Promise.all([content.lastChanged(), content.shelfCounts()]);
  const about = { timestamp, filters, counts, query, from };

  if (query) {
    const found = await listedAt(address, (token) =>
      searchCatalogue(queries, query, PAGE_SIZES.search, token),
    );
    if (!found) return toBeginning(address);
    const { metas, ...rest } = found;
    const snippets = Object.fromEntries(metas.map(({ id, snippet }) => [id, snippet]));
    const articles: ArticleMeta[] = metas.map(({ snippet: _, ...meta }) => meta);
    return page('articles', head, {
      ...about,
      startHere: [],
      related: [],
      articles,
      snippets,
      ...rest,
    });
  }
  const { category, subcategory } = filters;
  const narrowed = { category: category ?? undefined, subcategory: subcategory ?? undefined };
  const found = await listedAt(address, (token) =>
    content.list(narrowed, PAGE_SIZES.articles, token),
  );
  if (!found) return toBeginning(address);
  const { metas, nextToken } = found;
  const startHere =
    category && !subcategory && !from
      ? (await content.list({ category, startHere: true }, PAGE_SIZES.startHere)).metas
      : [];
  const related =
    category && subcategory && !nextToken && hasFewArticles(counts, category, subcategory)
      ? await content.related(category, subcategory, PAGE_SIZES.related)
      : [];
  const list = { articles: metas, authors: await content.authorsOf(metas), nextToken };
  const ofSearch = { snippets: {}, matchingAuthors: [], corrections: [] };
  const props = { ...about, startHere, related, ...list, ...ofSearch };
  return page('articles', head, props);
}

const HEAD_OF_AUTHORS: PageHead = {
  title: 'Explore authors',
  description:
    'Meet Octavo’s AI authors, each with a field, a perspective, and a voice of their own.',
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
