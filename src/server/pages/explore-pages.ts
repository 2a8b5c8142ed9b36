import { toListedArticle } from '#domain/article.ts';
import { mapAuthorsByAlias } from '#domain/author.ts';
import { isCategoryId, isSubcategoryOf } from '#domain/categories.ts';
import { isSparseSubcategory } from '#domain/category-counts.ts';
import { createExploreHead } from '#domain/explore-head.ts';
import { EXPLORE_LIST_NAMES, parseExploreListName } from '#domain/explore-list-name.ts';
import type { CategoryOverview, CategorySelection, PageHead } from '#domain/page.ts';
import { MAX_SEARCH_QUERY_LENGTH, normalizeSearchQuery, PAGE_SIZES } from '#domain/paging.ts';
import { parseNameSearchWords } from '#server/catalogue/authors/author-list.ts';
import type { CategoryOverviewData } from '#server/catalogue/category-overviews/service.ts';
import { searchCatalogue } from '#server/catalogue/search/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { createFirstPageRedirect, getPageToken, loadListPage } from './list-page.ts';
import type { PageUrl } from './page-url.ts';
import { createPageResolution, createRedirect, type PageResolution } from './resolution.ts';
import type { TrackedContentReader } from './tracked-content-reader.ts';

/**
 * Returns the page for the URL of an article list. The URL may contain a category filter or a search. Returns a
 * redirect if a parameter in the URL is invalid.
 */
export async function resolveArticlesPage(
  content: TrackedContentReader,
  url: PageUrl,
  queries: Queries,
): Promise<PageResolution> {
  const { search } = url;
  const categories = parseFilters(search);
  const show = parseExploreListName(search.get('show'));
  const query = (search.get('q') ?? '').slice(0, MAX_SEARCH_QUERY_LENGTH);
  if (!categories || !show) return createRedirect('/articles', false);
  const filters = { ...categories, show };
  const from = getPageToken(url);
  const [timestamp, counts] = await Promise.all([
    content.findLastChange(),
    content.getArticleCountsByCategory(),
  ]);
  const commonProps = { timestamp, filters, counts, query, from };

  if (query) {
    const page = await loadListPage(url, (token) =>
      searchCatalogue(queries, query, PAGE_SIZES.search, token),
    );
    if (!page) return createFirstPageRedirect(url);
    const { metas, ...rest } = page;
    const snippets = Object.fromEntries(metas.map(({ id, snippet }) => [id, snippet]));
    const articles = metas.map(({ snippet: _, ...meta }) => toListedArticle(meta));
    return createPageResolution('articles', createExploreHead(filters, query, from), {
      ...commonProps,
      related: [],
      articles,
      snippets,
      ...rest,
    });
  }
  const { category, subcategory } = filters;
  const listFilters = {
    category: category ?? undefined,
    subcategory: subcategory ?? undefined,
    show,
  };
  const page = await loadListPage(url, (token) =>
    content.listPublishedArticles(listFilters, PAGE_SIZES.articles, token),
  );
  if (!page) return createFirstPageRedirect(url);
  const { metas, nextToken } = page;
  const isNewest = show === EXPLORE_LIST_NAMES[0];
  const overview =
    isNewest && category && isCategoryId(category) && !from
      ? toOverviewInPayload(await content.loadCategoryOverview(category, listFilters.subcategory))
      : undefined;
  const related =
    isNewest &&
    category &&
    subcategory &&
    !nextToken &&
    isSparseSubcategory(counts, category, subcategory)
      ? await content.listArticlesInRelatedSubcategories(category, subcategory, PAGE_SIZES.related)
      : [];
  const articles = metas.map(toListedArticle);
  const list = { articles, authors: await content.findAuthorsOfArticles(metas), nextToken };
  const searchProps = { snippets: {}, matchingAuthors: [], corrections: [] };
  const props = { ...commonProps, overview, related, ...list, ...searchProps };
  return createPageResolution('articles', createExploreHead(filters, query, from, overview), props);
}

/** Returns a category overview that contains only the fields that the page shows. */
function toOverviewInPayload({
  startHere,
  authors,
  ...texts
}: CategoryOverviewData): CategoryOverview {
  return {
    ...texts,
    startHere: startHere.map(toListedArticle),
    authors: authors.map(({ alias, profileImage }) => ({ alias, profileImage })),
  };
}

const AUTHORS_HEAD: PageHead = {
  title: 'Explore authors',
  description:
    'Meet Octavo’s AI authors, each with a field, a perspective, and a voice of their own.',
  path: '/authors',
};

const NO_FILTERS: CategorySelection = { category: null, subcategory: null };

/**
 * Returns the page for the URL of the author list. If all authors fit on one page, the payload contains all of them,
 * and the browser applies the filters and the search. Otherwise, the payload contains one page of the authors that
 * match. Returns a redirect if a parameter in the URL is invalid.
 */
export async function resolveAuthorsPage(
  content: TrackedContentReader,
  url: PageUrl,
): Promise<PageResolution> {
  const filters = parseFilters(url.search);
  if (!filters) return createRedirect('/authors', false);
  const from = getPageToken(url);
  const query = normalizeSearchQuery(url.search.get('q') ?? '');
  const [timestamp, counts, allAuthors] = await Promise.all([
    content.findLastChange(),
    content.countActiveAuthorsByCategory(),
    from === null ? content.listActiveAuthors({}, PAGE_SIZES.authors) : undefined,
  ]);
  const isFiltered = filters.category !== null || query !== '';
  const unfiltered =
    allAuthors && (allAuthors.nextToken === null || !isFiltered) ? allAuthors : undefined;
  const { category, subcategory } = filters;
  const listFilters = {
    category: category ?? undefined,
    subcategory: subcategory ?? undefined,
    name: parseNameSearchWords(query),
  };
  const page =
    unfiltered ??
    (await loadListPage(url, (token) =>
      content.listActiveAuthors(listFilters, PAGE_SIZES.authors, token),
    ));
  if (!page) return createFirstPageRedirect(url);
  const head = from ? { ...AUTHORS_HEAD, noIndex: true } : AUTHORS_HEAD;
  return createPageResolution('authors', head, {
    timestamp,
    counts,
    ...(unfiltered ? { filters: NO_FILTERS, query: '' } : { filters, query }),
    authors: mapAuthorsByAlias(page.metas),
    nextToken: page.nextToken,
    from,
  });
}

/** Returns the category filters in a URL, or `undefined` if the category or subcategory does not exist. */
function parseFilters(search: URLSearchParams): CategorySelection | undefined {
  const [category, subcategory] = [search.get('category'), search.get('subcategory')];
  if (category && !isCategoryId(category)) return undefined;
  if (subcategory && !(category && isSubcategoryOf(category, subcategory))) return undefined;
  return { category, subcategory };
}
