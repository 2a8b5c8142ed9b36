import { authorPath } from '#domain/addresses.ts';
import type { Article, ArticleMeta } from '#domain/article.ts';
import {
  CATEGORIES,
  categoryOf,
  isCategory,
  isSubcategory,
  subcategoryOf,
} from '#domain/categories.ts';
import { exploreTitle } from '#domain/explore-title.ts';
import type { ArticleFilters, PageHead, PagePayload, ScreenName, Screens } from '#domain/page.ts';
import { PAGE_SIZES, SEARCH_QUERY_MAX } from '#domain/paging.ts';
import {
  countByCategory,
  findArticle,
  findArticleAt,
  listAlsoLike,
  listArticles,
  listForWall,
} from '../articles/repository.ts';
import { findAuthor, findAuthors, listAuthors } from '../authors/repository.ts';
import { authorsOf, mapByAlias } from '../authors/service.ts';
import { type ContentKey, lastChange } from '../db/content-changes.ts';
import type { Queries } from '../db/database.ts';
import { findByQuery } from '../search/service.ts';
import { TEXT_SCREENS } from './text-screens.ts';

/** What an address leads to. */
export type Resolution =
  | { kind: 'page'; page: Page }
  | { kind: 'redirect'; to: string; permanent: boolean };

export interface Page {
  payload: PagePayload;
  /** What the page is made from; it is out of date when one of these changes. None: it is never kept. */
  keys: readonly ContentKey[];
  /** `public`: the same for everybody. `private`: depends on the session or on what a reader typed. */
  audience: 'public' | 'private';
}

/** Articles on the landing page's wall, and on the shelves under an article. */
const WALL = 12;
const SHELF = 8;

/** Resolves an address to its page. Rejects only when the database does. */
export async function resolvePage(queries: Queries, url: URL): Promise<Resolution> {
  const path = decodePath(url.pathname);
  if (path === undefined) return page(notFound(await now(queries)), []);
  const segments = path.split('/').filter(Boolean);
  const canonical = `/${segments.join('/')}`;
  const [first = '', second, third] = segments;
  const fixed = first.toLowerCase();

  if (fixed === 'authors' && second && segments.length <= 3) {
    const tab = third?.toLowerCase();
    if (tab === undefined || tab === 'articles')
      return resolveAuthor(queries, url, path, second, tab);
  } else if (segments.length === 2 && second) {
    const found = await resolveArticle(queries, url, path, first, second);
    if (found) return found;
  } else if (segments.length <= 1) {
    const address = canonical.toLowerCase();
    if (address === '/explore') return redirect('/articles', url);
    const resolve = SCREENS[address];
    if (resolve) return path === address ? resolve(queries, url) : redirect(address, url);
  }
  return page(notFound(await now(queries)), []);
}

/** The not-found page, the same for every address that leads nowhere. */
function notFound(timestamp: string): PagePayload {
  return {
    screen: 'notFound',
    status: 404,
    head: {
      title: 'Page Not Found',
      description: 'There is nothing at this address.',
      path: '/not-found',
      noIndex: true,
    },
    props: { timestamp },
  };
}

/** The error page, for a fault logged under `errorId`. Needs nothing, since anything may be broken. */
export function errorPage(errorId: string | undefined, timestamp: string): PagePayload {
  return {
    screen: 'error',
    status: 500,
    head: {
      title: 'Something Went Wrong',
      description: 'A fault on our side.',
      path: '/error',
      noIndex: true,
    },
    props: { timestamp, ...(errorId ? { errorId } : {}) },
  };
}

type Resolve = (queries: Queries, url: URL) => Promise<Resolution>;

const SCREENS: Readonly<Record<string, Resolve>> = {
  '/': resolveLanding,
  '/articles': resolveArticles,
  '/authors': resolveAuthors,
  '/health': async () =>
    page(
      payload(
        'health',
        { title: 'Health', description: 'Whether Octavo is up.', path: '/health', noIndex: true },
        { timestamp: new Date().toISOString() },
      ),
      [],
      'private',
    ),
  '/error': async (queries) => page(errorPage(undefined, await now(queries)), ['list']),
  '/not-found': async (queries) => page(notFound(await now(queries)), ['list']),
  ...Object.fromEntries(
    TEXT_SCREENS.map((head) => [
      head.path,
      async (queries: Queries) =>
        page(payload('text', head, { timestamp: await now(queries) }), ['list']),
    ]),
  ),
};

async function resolveLanding(queries: Queries): Promise<Resolution> {
  const [articles, counts, timestamp] = await Promise.all([
    listForWall(queries, WALL),
    countByCategory(queries),
    now(queries),
  ]);
  const [authors, example] = await Promise.all([
    authorsOf(queries, articles),
    articles[0] ? findArticle(queries, articles[0].id) : undefined,
  ]);
  const head = {
    title: 'Octavo',
    description:
      'Short articles on how the world works, each by an AI author with a point of view. Five minutes well spent.',
    path: '/',
  };
  const props = { timestamp, articles, authors, counts, example: example ?? null };
  return page(payload('landing', head, props), ['list'], 'private');
}

async function resolveArticles(queries: Queries, url: URL): Promise<Resolution> {
  const filters = readFilters(url.searchParams);
  const query = (url.searchParams.get('q') ?? '').trim().slice(0, SEARCH_QUERY_MAX);
  if (!filters) return redirect('/articles', new URL('/articles', url), false);
  const timestamp = await now(queries);
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
  const { metas, nextToken } = await listArticles(
    queries,
    { category: filters.category ?? undefined, subcategory: filters.subcategory ?? undefined },
    PAGE_SIZES.articles,
  );
  const props = {
    timestamp,
    filters,
    query,
    articles: metas,
    authors: await authorsOf(queries, metas),
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

async function resolveAuthors(queries: Queries, url: URL): Promise<Resolution> {
  if (!readFilters(url.searchParams)) return redirect('/authors', new URL('/authors', url), false);
  const [authors, timestamp] = await Promise.all([listAuthors(queries), now(queries)]);
  const head = {
    title: 'Explore authors',
    description: 'The AI authors of Octavo, each with a field, a perspective and a voice.',
    path: '/authors',
  };
  const resolved = payload('authors', head, { timestamp, authors: mapByAlias(authors) });
  return url.searchParams.has('q') ? page(resolved, [], 'private') : page(resolved, ['list']);
}

async function resolveAuthor(
  queries: Queries,
  url: URL,
  path: string,
  alias: string,
  tab: 'articles' | undefined,
): Promise<Resolution> {
  const found = await findAuthor(queries, alias);
  if (!found) return page(notFound(await now(queries)), []);
  const { id, author } = found;
  const canonical = authorPath(author.alias) + (tab ? `/${tab}` : '');
  if (path !== canonical) return redirect(canonical, url);
  const [{ metas, nextToken }, authors, timestamp] = await Promise.all([
    listArticles(queries, { alias: author.alias }, PAGE_SIZES.articles),
    findAuthors(queries, [author.alias]),
    now(queries),
  ]);
  const head = {
    title: tab ? `Articles by ${author.alias}` : author.alias,
    description: author.tagline,
    path: canonical,
    image: author.profileImage.src,
  };
  const props = {
    timestamp,
    author,
    articles: metas,
    authors: mapByAlias(authors),
    nextToken,
  };
  return page(payload('author', head, props), [`author:${id}`]);
}

async function resolveArticle(
  queries: Queries,
  url: URL,
  path: string,
  alias: string,
  slug: string,
): Promise<Resolution | undefined> {
  const found = await findArticleAt(queries, alias, slug);
  if (!found) return undefined;
  if (found.kind === 'moved') return redirect(found.path, url);
  if (found.kind === 'withdrawn') return page(gone(await now(queries)), ['list']);
  const { article } = found;
  if (path !== article.path) return redirect(article.path, url);
  const [alsoLike, { metas }] = await Promise.all([
    listAlsoLike(queries, article, SHELF),
    listArticles(queries, { alias: article.authorAlias }, SHELF + 1),
  ]);
  const authors = await authorsOf(queries, [article, ...alsoLike]);
  const props = {
    timestamp: article.updatedAt,
    article,
    author: authors[article.authorAlias]!,
    alsoLike,
    moreFromAuthor: metas.filter(({ id }) => id !== article.id).slice(0, SHELF),
    authors,
  };
  return page(payload('article', headOfArticle(article), props), [
    `article:${article.id}`,
    // Its shelves show what is newest anywhere.
    'list',
  ]);
}

function headOfArticle({ title, tagline, path, image }: Article): PageHead {
  return { title, description: tagline, path, image: image.src };
}

function gone(timestamp: string): PagePayload {
  return {
    screen: 'gone',
    status: 410,
    head: {
      title: 'Article withdrawn',
      description: 'This article has been withdrawn.',
      path: '/articles',
      noIndex: true,
    },
    props: { timestamp },
  };
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

/** Percent-decoded; `undefined` when that is impossible, or holds what no text in the database can. */
function decodePath(pathname: string): string | undefined {
  try {
    const path = decodeURIComponent(pathname);
    return path.includes('\0') ? undefined : path;
  } catch {
    return undefined;
  }
}

async function now(queries: Queries): Promise<string> {
  return (await lastChange(queries)).toISOString();
}

function payload<Name extends ScreenName>(
  screen: Name,
  head: PageHead,
  props: Screens[Name],
): PagePayload {
  return { screen, status: 200, head, props } as unknown as PagePayload;
}

function page(
  payload: PagePayload,
  keys: readonly ContentKey[],
  audience: Page['audience'] = 'public',
): Resolution {
  return { kind: 'page', page: { payload, keys, audience } };
}

function redirect(path: string, { search }: URL, permanent = true): Resolution {
  return { kind: 'redirect', to: encodeURI(path) + search, permanent };
}
