import { getCategory } from '#domain/categories.ts';
import { authorPath, categoryPath } from '#domain/paths.ts';
import { ALL_SCREENS, hasPathParameters } from '#domain/screens.ts';
import { listArticlesByLargestCategory, type PublishedLibrary } from './library.ts';

export interface PageUnderTest {
  name: string;
  /** HTTP status of the page's document. */
  status: number;
  /** URL of the page, or a function that returns it if it depends on the library. */
  url: string | ((library: PublishedLibrary) => string);
  /** True if another page in the list has the same layout. The quick set of tests (`npm test`) skips this page. */
  isVariant?: boolean;
}

/** Paths of text pages with the same layout as the FAQ. */
const TEXT_PAGE_PATHS = ['/about', '/developers', '/privacy', '/terms'];

/** A search term that no article contains. */
export const UNKNOWN_SEARCH_TERM = 'zxqvjk';

/**
 * Paths of screens that are not added to {@link PAGES_UNDER_TEST} automatically, because its definition lists them
 * explicitly. The offline screen is also excluded, because it cannot be tested like the other pages: it opens the
 * requested page as soon as the server responds. `offline.spec.ts` tests it.
 */
const EXPLICITLY_LISTED_PATHS = [
  ...['/', '/articles', '/authors', '/health', '/error', '/not-found'],
  '/offline',
];

/** The readers' pages to test, with at least one page of every type. */
export const PAGES_UNDER_TEST: readonly PageUnderTest[] = [
  { name: 'the landing page', status: 200, url: '/' },
  { name: 'Explore', status: 200, url: '/articles' },
  {
    name: 'a category',
    status: 200,
    url: (library) => createCategoryUrl('/articles', library),
    isVariant: true,
  },
  {
    name: 'a subcategory',
    status: 200,
    url: (library) => {
      const { category, full } = findSubcategoriesWithAndWithoutAuthors(library);
      return categoryPath(category, full.id);
    },
    isVariant: true,
  },
  {
    name: 'the popular articles of a category',
    status: 200,
    url: (library) => `${createCategoryUrl('/articles', library)}&show=popular`,
    isVariant: true,
  },
  {
    name: 'the short articles, of which there are none',
    status: 200,
    url: '/articles?show=short',
    isVariant: true,
  },
  { name: 'an empty subcategory', status: 200, url: createEmptyAuthorListUrl },
  { name: 'a search', status: 200, url: ({ articles }) => createSearchUrl(articles[0]!.title) },
  {
    name: 'a search without results',
    status: 200,
    url: createSearchUrl(UNKNOWN_SEARCH_TERM),
    isVariant: true,
  },
  { name: 'the authors', status: 200, url: '/authors' },
  {
    name: 'authors of a category',
    status: 200,
    url: (library) => createCategoryUrl('/authors', library),
    isVariant: true,
  },
  {
    name: 'a search for authors without results',
    status: 200,
    url: `/authors?q=${UNKNOWN_SEARCH_TERM}`,
    isVariant: true,
  },
  { name: 'an author', status: 200, url: ({ authors }) => authorPath(authors[0]!.alias) },
  {
    name: 'the articles of an author',
    status: 200,
    url: ({ authors }) => `${authorPath(authors[0]!.alias)}/articles`,
    isVariant: true,
  },
  { name: 'an article', status: 200, url: ({ articles }) => articles[0]!.path },
  { name: 'a withdrawn article', status: 410, url: () => process.env.OCTAVO_WITHDRAWN! },
  ...ALL_SCREENS.filter(
    (screen) => !hasPathParameters(screen) && !EXPLICITLY_LISTED_PATHS.includes(screen.path),
  ).map(({ path }) => ({
    name: path,
    status: 200,
    url: path,
    isVariant: TEXT_PAGE_PATHS.includes(path),
  })),
  {
    name: 'a failed sign-in',
    status: 200,
    url: '/auth?error=failed&redirect=%2Fplans',
    isVariant: true,
  },
  {
    name: 'a sign-in to an existing account',
    status: 200,
    url: '/auth?error=taken&with=demo',
    isVariant: true,
  },
  { name: 'the health page', status: 200, url: '/health' },
  { name: 'the error page', status: 500, url: '/error' },
  { name: 'the not-found page', status: 404, url: '/no/such/page' },
];

/** Returns the URL of a page under test. */
export function getUrlOfPageUnderTest({ url }: PageUnderTest, library: PublishedLibrary): string {
  return typeof url === 'string' ? url : url(library);
}

export function createSearchUrl(text: string): string {
  return `/articles?${new URLSearchParams({ q: text })}`;
}

/** Returns the URL of an empty list of authors, for a subcategory that has none. */
export function createEmptyAuthorListUrl(library: PublishedLibrary): string {
  const { category, empty } = findSubcategoriesWithAndWithoutAuthors(library);
  return `/authors?${new URLSearchParams({ category, subcategory: empty.id })}`;
}

/**
 * Returns the largest category, one of its subcategories without authors (`empty`), one of its subcategories with
 * authors (`full`), and the number of authors in the category.
 */
export function findSubcategoriesWithAndWithoutAuthors(library: PublishedLibrary) {
  const [category] = listArticlesByLargestCategory(library)[0]!;
  const authorSubcategories = library.authors
    .map(({ expertise }) => expertise)
    .filter((expertise) => expertise.category === category)
    .map(({ subcategory }) => subcategory);
  const { subcategories } = getCategory(category);
  const empty = subcategories.find(({ id }) => !authorSubcategories.includes(id))!;
  const full = subcategories.find(({ id }) => authorSubcategories.includes(id))!;
  return { category, empty, full, authors: authorSubcategories.length };
}

function createCategoryUrl(path: '/articles' | '/authors', library: PublishedLibrary): string {
  return `${path}?category=${listArticlesByLargestCategory(library)[0]![0]}`;
}
