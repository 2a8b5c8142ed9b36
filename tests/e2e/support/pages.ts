import { getCategory } from '#domain/categories.ts';
import { authorPath } from '#domain/paths.ts';
import { ALL_SCREENS, hasPathParameters } from '#domain/screens.ts';
import { fullestCategories, type Library } from './library.ts';

export interface KnownPage {
  name: string;
  /** The status its document is served with. */
  status: number;
  /** A function where it depends on what is on the shelves. */
  address: string | ((library: Library) => string);
  /** True of a page that is laid out as another one of the list: sweeps of the quick set leave it out. */
  isVariant?: boolean;
}

/** Screens of text alone that are laid out as another one is: the FAQ. */
const TEXTS = ['/about', '/privacy', '/terms'];

/** Words no article has. */
export const FOUND_NOWHERE = 'zxqvjk';

/** Screens that are named below. */
const NAMED = ['/', '/articles', '/authors', '/health', '/error', '/not-found'];

/** Every kind of page there is. */
export const PAGES: readonly KnownPage[] = [
  { name: 'the landing page', status: 200, address: '/' },
  { name: 'Explore', status: 200, address: '/articles' },
  {
    name: 'a category',
    status: 200,
    address: (library) => inCategory('/articles', library),
    isVariant: true,
  },
  { name: 'an empty shelf', status: 200, address: emptyShelf },
  { name: 'a search', status: 200, address: ({ articles }) => searchFor(articles[0]!.title) },
  {
    name: 'a search without results',
    status: 200,
    address: searchFor(FOUND_NOWHERE),
    isVariant: true,
  },
  { name: 'the authors', status: 200, address: '/authors' },
  {
    name: 'authors of a category',
    status: 200,
    address: (library) => inCategory('/authors', library),
    isVariant: true,
  },
  {
    name: 'authors nobody is among',
    status: 200,
    address: `/authors?q=${FOUND_NOWHERE}`,
    isVariant: true,
  },
  { name: 'an author', status: 200, address: ({ authors }) => authorPath(authors[0]!.alias) },
  {
    name: 'the articles of an author',
    status: 200,
    address: ({ authors }) => `${authorPath(authors[0]!.alias)}/articles`,
    isVariant: true,
  },
  { name: 'an article', status: 200, address: ({ articles }) => articles[0]!.path },
  { name: 'a withdrawn article', status: 410, address: () => process.env.OCTAVO_WITHDRAWN! },
  ...ALL_SCREENS.filter((screen) => !hasPathParameters(screen) && !NAMED.includes(screen.path)).map(
    ({ path }) => ({ name: path, status: 200, address: path, isVariant: TEXTS.includes(path) }),
  ),
  {
    name: 'a sign-in that failed',
    status: 200,
    address: '/auth?error=failed&redirect=%2Fplans',
    isVariant: true,
  },
  {
    name: 'an account that is there',
    status: 200,
    address: '/auth?error=taken&with=demo',
    isVariant: true,
  },
  { name: 'the health page', status: 200, address: '/health' },
  { name: 'the error page', status: 500, address: '/error' },
  { name: 'the not-found page', status: 404, address: '/no/such/page' },
];

/** Returns the URL of a page. */
export function addressOf({ address }: KnownPage, library: Library): string {
  return typeof address === 'string' ? address : address(library);
}

export function searchFor(text: string): string {
  return `/articles?${new URLSearchParams({ q: text })}`;
}

/** A subcategory without authors in the fullest category: articles stand in all of them. */
export function emptyShelf(library: Library): string {
  const { category, bare } = bareShelf(library);
  return `/authors?${new URLSearchParams({ category, subcategory: bare.id })}`;
}

/** The fullest category, with a subcategory that no author is at home in, and one that somebody is. */
export function bareShelf(library: Library) {
  const [category] = fullestCategories(library)[0]!;
  const homes = library.authors
    .map(({ expertise }) => expertise)
    .filter((expertise) => expertise.category === category)
    .map(({ subcategory }) => subcategory);
  const { subcategories } = getCategory(category);
  const bare = subcategories.find(({ id }) => !homes.includes(id))!;
  const full = subcategories.find(({ id }) => homes.includes(id))!;
  return { category, bare, full, authors: homes.length };
}

function inCategory(tab: '/articles' | '/authors', library: Library): string {
  return `${tab}?category=${fullestCategories(library)[0]![0]}`;
}
