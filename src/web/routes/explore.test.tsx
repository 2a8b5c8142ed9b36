// @vitest-environment jsdom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, Outlet, useLocation } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ArticleMeta } from '#domain/article.ts';
import type { AuthorMeta } from '#domain/author.ts';
import type { ArticlesProps } from '#domain/page.ts';
import { Providers } from '#web/providers.tsx';
import { Toaster } from '#web/ui/toast.tsx';
import { Articles } from './articles.tsx';
import { Authors } from './authors.tsx';

const KILOGRAM = article('The last thing that was a kilogram', 'nsm', 'mea');
const BEETLE = article('The beetle that drinks the fog', 'nsm', 'ani');
const LIBRARY = article('The border that runs through a library', 'sag', 'bor');
const PLUMBLINE = author('Plumbline', 'nsm', 'mea');
const MERIDIAN = author('Meridian', 'sag', 'bor');

/** What was asked of the API, without its base. */
let calls: string[];
/** What the API answers next, by the beginning of the call; anything else gets all articles. */
let answers: Record<string, () => Response | Promise<Response>>;

beforeEach(() => {
  calls = [];
  answers = {};
  sessionStorage.clear();
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('scrollTo', () => {});
  Element.prototype.scrollBy = () => {};
  vi.stubGlobal('fetch', async (address: string) => {
    const call = address.replace('/api/v1', '');
    calls.push(call);
    const answer = Object.entries(answers).find(([start]) => call.startsWith(start))?.[1];
    return answer ? answer() : found([KILOGRAM, LIBRARY]);
  });
});
afterEach(async () => {
  // Toasts outlive the screen that showed them.
  for (const button of screen.queryAllByRole('button', { name: 'Dismiss' })) {
    await userEvent.click(button);
    await waitFor(() => expect(button.isConnected).toBe(false));
  }
  cleanup();
  vi.unstubAllGlobals();
});

describe('Explore, Articles', () => {
  it('shows what the page brought without asking for it again', () => {
    open('/articles');
    expect(titles()).toEqual([KILOGRAM.title, LIBRARY.title]);
    expect(calls).toEqual([]);
    expect(screen.getByRole('link', { name: 'All', current: true })).toBeDefined();
  });

  it('asks the API for the articles of a category, once', async () => {
    const { user, address } = open('/articles');
    answers['/articles?category=nsm&limit=10'] = () => found([KILOGRAM, BEETLE]);
    await user.click(screen.getByRole('link', { name: 'Natural Sciences & Mathematics' }));
    await waitFor(() => expect(titles()).toEqual([KILOGRAM.title, BEETLE.title]));
    await waitFor(() => expect(address()).toBe('/articles?category=nsm'));

    await user.click(screen.getByRole('link', { name: 'All', current: false }));
    await waitFor(() => expect(titles()).toEqual([KILOGRAM.title, LIBRARY.title]));
    await user.click(screen.getByRole('link', { name: 'Natural Sciences & Mathematics' }));
    await waitFor(() => expect(titles()).toEqual([KILOGRAM.title, BEETLE.title]));
    expect(calls).toEqual(['/articles?category=nsm&limit=10']);
  });

  it('offers subcategories only within a chosen category, and forgets them with it', async () => {
    const { user, address } = open('/articles');
    expect(screen.queryByRole('link', { name: 'Measurement' })).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Natural Sciences & Mathematics' }));
    await user.click(await screen.findByRole('link', { name: 'Measurement' }));
    await waitFor(() => expect(address()).toBe('/articles?category=nsm&subcategory=mea'));
    expect(screen.getByRole('link', { name: 'Measurement', current: true })).toBeDefined();
    await user.click(screen.getByRole('link', { name: 'Applied Wisdom' }));
    await waitFor(() => expect(address()).toBe('/articles?category=awd'));
  });

  it('keeps the filter in the link to the authors', async () => {
    const { user } = open('/articles');
    await user.click(screen.getByRole('link', { name: 'Natural Sciences & Mathematics' }));
    const tabs = within(screen.getByRole('navigation', { name: 'Explore' }));
    expect(tabs.getByRole('link', { name: 'Authors' }).getAttribute('href')).toBe(
      '/authors?category=nsm',
    );
  });

  it('says what happened when a list does not come, and tries again when asked', async () => {
    const { user } = open('/articles');
    answers['/articles?category=nsm'] = () => Response.json({ error: 'No' }, { status: 500 });
    await user.click(screen.getByRole('link', { name: 'Natural Sciences & Mathematics' }));
    const retry = await screen.findByRole('button', { name: 'Try Again' });
    expect(screen.getByText('Failed to load articles. Please try again.')).toBeDefined();
    answers['/articles?category=nsm'] = () => found([BEETLE]);
    await user.click(retry);
    await waitFor(() => expect(titles()).toEqual([BEETLE.title]));
  });

  it('offers a way out of an empty shelf', async () => {
    const { user } = open('/articles');
    answers['/articles?category=awd'] = () => found([]);
    await user.click(screen.getByRole('link', { name: 'Applied Wisdom' }));
    expect(await screen.findByRole('heading', { name: 'No articles found' })).toBeDefined();
    await user.click(screen.getByRole('link', { name: 'See all articles' }));
    await waitFor(() => expect(titles()).toEqual([KILOGRAM.title, LIBRARY.title]));
  });
});

describe('searching', () => {
  it('waits for a rest in the typing, then asks once and counts what was found', async () => {
    const { user, address } = open('/articles');
    answers['/search?q=fog'] = () => found([BEETLE], [PLUMBLINE]);
    await user.type(searchBox(), ' fog ');
    expect(calls).toEqual([]);
    const status = await screen.findByText('1 author and 1 article for “fog”');
    expect(status.getAttribute('role')).toBe('status');
    expect(calls).toEqual(['/search?q=fog&limit=10']);
    await waitFor(() => expect(address()).toBe('/articles?q=fog'));
    expect(titles()).toEqual(['Plumbline', BEETLE.title]);
    expect(screen.getByText('found', { selector: 'mark' })).toBeDefined();
  });

  it('covers the whole library, so that no category stays chosen, and gives it back when cleared', async () => {
    const { user, address } = open('/articles');
    await user.click(screen.getByRole('link', { name: 'Natural Sciences & Mathematics' }));
    await user.type(searchBox(), 'fog');
    await waitFor(() => expect(address()).toBe('/articles?q=fog'));
    const filter = within(screen.getByRole('navigation', { name: 'Categories' }));
    expect(filter.queryByRole('link', { current: true })).toBeNull();

    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    await waitFor(() => expect(address()).toBe('/articles?category=nsm'));
    expect(searchBox().value).toBe('');
    expect(document.activeElement).toBe(searchBox());
  });

  it('makes one step in the history, however much is typed', async () => {
    const { user, address, back } = open('/articles');
    await user.type(searchBox(), 'fo');
    await waitFor(() => expect(address()).toBe('/articles?q=fo'));
    await user.type(searchBox(), 'g');
    await waitFor(() => expect(address()).toBe('/articles?q=fog'));
    await back();
    await waitFor(() => expect(address()).toBe('/articles'));
    expect(searchBox().value).toBe('');
    expect(titles()).toEqual([KILOGRAM.title, LIBRARY.title]);
  });

  it('shows a shared link as the page brought it, and marks nothing as chosen', () => {
    open('/articles?q=fog', { query: 'fog', articles: [BEETLE], matchingAuthors: [] });
    expect(titles()).toEqual([BEETLE.title]);
    expect(searchBox().value).toBe('fog');
    expect(calls).toEqual([]);
  });

  it('says so when nothing is found, with a way on', async () => {
    const { user, address } = open('/articles');
    answers['/search'] = () => found([]);
    await user.type(searchBox(), 'zzz');
    expect(await screen.findByRole('heading', { name: 'No articles found' })).toBeDefined();
    expect(screen.getByText('No articles found', { selector: '[role=status]' })).toBeDefined();
    await user.click(screen.getByRole('link', { name: 'Clear the search' }));
    await waitFor(() => expect(address()).toBe('/articles'));
    expect(searchBox().value).toBe('');
  });

  it('says what happened when the answer does not come, and tries again when asked', async () => {
    const { user } = open('/articles');
    answers['/search'] = () => Response.json({ error: 'No' }, { status: 500 });
    await user.type(searchBox(), 'fog');
    const retry = await screen.findByRole('button', { name: 'Try Again' });
    expect(screen.getByText('Failed to load articles. Please try again.')).toBeDefined();
    answers['/search'] = () => found([BEETLE]);
    await user.click(retry);
    await waitFor(() => expect(titles()).toEqual([BEETLE.title]));
  });
});

describe('Explore, Authors', () => {
  it('lists everybody with field, count and level', () => {
    open('/authors');
    expect(titles()).toEqual(['Meridian', 'Plumbline']);
    const [, row] = screen.getAllByRole('listitem').filter((item) => item.querySelector('h2'));
    expect(row?.textContent).toContain('Measurement');
    expect(row?.textContent).toContain('1 article');
    expect(row?.textContent).toContain('Beginner');
  });

  it('keeps to the filters of the address, and to what is typed', async () => {
    const { user, address } = open('/authors?category=nsm');
    expect(titles()).toEqual(['Plumbline']);
    await user.click(screen.getAllByRole('link', { name: 'All', current: false })[0]!);
    await user.type(searchBox(), 'meri');
    await waitFor(() => expect(titles()).toEqual(['Meridian']));
    await waitFor(() => expect(address()).toBe('/authors?q=meri'));
    expect(calls).toEqual([]);
  });

  it('offers the articles when no author is found', async () => {
    const { user } = open('/authors');
    await user.type(searchBox(), 'fog');
    expect(await screen.findByRole('heading', { name: 'No authors found' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Search articles instead' }).getAttribute('href')).toBe(
      '/articles?q=fog',
    );
  });
});

/** Opens an address with the payload the server would have given it. */
function open(at: string, payload: Partial<ArticlesProps> = {}) {
  const articles: ArticlesProps = {
    timestamp: '2026-01-01T00:00:00.000Z',
    articles: [KILOGRAM, LIBRARY],
    authors: { Plumbline: PLUMBLINE },
    nextToken: null,
    filters: { category: null, subcategory: null },
    query: '',
    snippets: {},
    matchingAuthors: [],
    ...payload,
  };
  const authors = {
    timestamp: articles.timestamp,
    authors: { Meridian: MERIDIAN, Plumbline: PLUMBLINE },
  };
  const loaderData = {
    articles: { screen: 'articles', status: 200, props: articles },
    authors: { screen: 'authors', status: 200, props: authors },
  };
  const screens = [
    { id: 'articles', path: '/articles', Component: Articles, loader: () => loaderData.articles },
    { id: 'authors', path: '/authors', Component: Authors, loader: () => loaderData.authors },
  ].map((route) => ({ ...route, shouldRevalidate: () => false }));
  const router = createMemoryRouter([{ Component: Frame, children: screens }], {
    initialEntries: [at],
    hydrationData: { loaderData },
  });
  render(
    <Providers>
      <RouterProvider router={router} />
      <Toaster />
    </Providers>,
  );
  return {
    user: userEvent.setup(),
    address: () => document.querySelector('[data-address]')?.getAttribute('data-address'),
    back: () => router.navigate(-1),
  };
}

/** Tells which address is on show. */
function Frame() {
  const { pathname, search } = useLocation();
  return (
    <div data-address={pathname + search}>
      <Outlet />
    </div>
  );
}

function searchBox(): HTMLInputElement {
  return screen.getByRole<HTMLInputElement>('searchbox');
}

function titles(): (string | null)[] {
  return screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
}

function found(metas: ArticleMeta[], matchingAuthors: AuthorMeta[] = []): Response {
  const withSnippets = metas.map((meta) => ({ ...meta, snippet: 'how it was <mark>found</mark>' }));
  return Response.json({
    data: {
      metas: withSnippets,
      authors: { Plumbline: PLUMBLINE },
      matchingAuthors,
      nextToken: null,
    },
  });
}

function article(title: string, category: 'nsm' | 'sag', subcategory: string): ArticleMeta {
  return {
    id: title,
    authorAlias: 'Plumbline',
    path: `/Plumbline/${title.toLowerCase().replaceAll(' ', '-')}`,
    title,
    tagline: 'A tagline.',
    category,
    subcategory,
    readingMinutes: 4,
    createdAt: '2026-01-01T00:00:00.000Z',
    hasAudio: false,
    image: { src: '/images/covers/a.1/1280.jpg', alt: '', attributionHtml: '', ground: 'nsm-dark' },
  };
}

function author(alias: string, category: 'nsm' | 'sag', subcategory: string): AuthorMeta {
  return {
    alias,
    tagline: `${alias} writes.`,
    profileImage: { src: '/images/avatars/a.1/64.jpg', alt: '' },
    expertise: { category, subcategory },
    level: 'beginner',
    publishedArticleCount: 1,
  };
}
