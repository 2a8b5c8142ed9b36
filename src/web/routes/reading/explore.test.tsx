// @vitest-environment jsdom
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, Outlet, useLocation } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ArticleMeta } from '#domain/article.ts';
import type { AuthorSummary } from '#domain/author.ts';
import { countArticlesOrAuthorsByCategory } from '#domain/category-counts.ts';
import type {
  ArticlesScreenProps,
  AuthorsByAlias,
  AuthorsScreenProps,
  CategoryOverview,
  SearchCorrection,
} from '#domain/page.ts';
import { Toaster } from '#ui/toast.tsx';
import { sharedControlsCopy } from '#web/copy/shared-controls.ts';
import { QueryProvider } from '#web/query-provider.tsx';
import { signIn } from '#web/testing/reader.ts';
import { resetPage } from '#web/testing/render.tsx';
import { createArticleMeta, createAuthorSummary } from '#web/testing/samples.ts';
import {
  createErrorResponder,
  createJsonResponder,
  type FakeServer,
  startFakeServer,
} from '#web/testing/server.ts';
import { ArticlesScreen } from './articles.tsx';
import { AuthorsScreen } from './authors.tsx';

const KILOGRAM = createArticleMeta('The last thing that was a kilogram', { subcategory: 'mea' });
const BEETLE = createArticleMeta('The beetle that drinks the fog', { subcategory: 'ani' });
const LIBRARY = createArticleMeta('The border that runs through a library', {
  category: 'sag',
  subcategory: 'bor',
});
const PLUMBLINE = createAuthorSummary('Plumbline', 'nsm', 'mea');
const MERIDIAN = createAuthorSummary('Meridian', 'sag', 'bor');

const ABOUT_NATURE = 'GET /categories/overview?category=nsm';
const ABOUT_MEASUREMENT = 'GET /categories/overview?category=nsm&subcategory=mea';
const ABOUT_PHYSICS = 'GET /categories/overview?category=nsm&subcategory=phy';
const ABOUT_WISDOM = 'GET /categories/overview?category=awd';
const ABOUT_HABITS = 'GET /categories/overview?category=awd&subcategory=hab';
const NATURE = 'GET /articles?category=nsm&limit=10';
const MEASUREMENT = 'GET /articles?category=nsm&subcategory=mea&limit=10';
const PHYSICS = 'GET /articles?category=nsm&subcategory=phy&limit=10';
const WISDOM = 'GET /articles?category=awd&limit=10';
const HABITS = 'GET /articles?category=awd&subcategory=hab&limit=10';
const FO = 'GET /search?q=fo&limit=10';
const FOG = 'GET /search?q=fog&limit=10';

let server: FakeServer;

beforeEach(() => {
  server = startFakeServer();
  for (const call of [ABOUT_NATURE, ABOUT_MEASUREMENT, ABOUT_PHYSICS, ABOUT_WISDOM, ABOUT_HABITS])
    server.responses[call] = createJsonResponder(createOverview('Something'));
  for (const call of [NATURE, MEASUREMENT, PHYSICS, WISDOM, HABITS, FO, FOG])
    server.responses[call] = respondWith([KILOGRAM, LIBRARY]);
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('scrollTo', () => {});
  Element.prototype.scrollBy = () => {};
});
afterEach(resetPage);

describe('Explore, Articles', () => {
  it('shows the articles of the payload without requesting them again', () => {
    openExplore('/articles');
    expect(getTitles()).toEqual([KILOGRAM.title, LIBRARY.title]);
    expect(server.calls).toEqual([]);
    expect(screen.getByRole('link', { name: 'All', current: true })).toBeDefined();
  });

  it('shows related articles below a short list', async () => {
    const counts = { nsm: { mea: 1, phy: 6 } };
    const { user } = openExplore('/articles', { counts });
    server.responses[MEASUREMENT] = respondWith([KILOGRAM]);
    server.responses['GET /articles/related?category=nsm&subcategory=mea'] = respondWith([BEETLE]);
    await user.click(getCategoryLink('Natural Sciences & Mathematics'));
    await user.click(getCategoryLink('Measurement'));
    const related = within(await screen.findByRole('region', { name: 'Related articles' }));
    related.getByRole('link', { name: new RegExp(BEETLE.title) });
    await user.click(getCategoryLink('Physics'));
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'Related articles' })).toBeNull(),
    );
  });

  it('introduces a category and a subcategory, with its authors and articles to start with', async () => {
    const { user } = openExplore('/articles');
    const authors = [PLUMBLINE, MERIDIAN];
    server.responses[ABOUT_NATURE] = createJsonResponder(
      createOverview('Nature', { startHere: [BEETLE], authors }),
    );
    server.responses[ABOUT_MEASUREMENT] = createJsonResponder(createOverview('Scales'));
    await user.click(getCategoryLink('Natural Sciences & Mathematics'));
    const start = await screen.findByRole('region', { name: 'Start here' });
    within(start).getByRole('link', { name: BEETLE.title });
    screen.getByText('Nature is introduced.');
    const authorLinks = within(screen.getByRole('list', { name: 'Authors' })).getAllByRole('link');
    expect(authorLinks.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Plumbline', '/authors/Plumbline'],
      ['Meridian', '/authors/Meridian'],
    ]);
    expect(document.title).toBe('Nature: a title – Octavo');
    expect(findDescription()).toBe('Nature is described.');

    await user.click(getCategoryLink('Measurement'));
    await screen.findByText('Scales is introduced.');
    expect(screen.queryByText('Nature is introduced.')).toBeNull();
    expect(screen.queryByRole('list', { name: 'Authors' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Start here' })).toBeNull();
    expect(document.title).toBe('Scales: a title – Octavo');
  });

  it('shows an introduction and its list at the same time, so that the list does not move', async () => {
    const { user } = openExplore('/articles');
    const overviewRequest = Promise.withResolvers<void>();
    server.responses[ABOUT_NATURE] = async () => {
      await overviewRequest.promise;
      return createJsonResponder(createOverview('Nature'))();
    };
    await user.click(getCategoryLink('Natural Sciences & Mathematics'));
    await waitFor(() => expect(server.calls).toEqual([NATURE, ABOUT_NATURE]));
    expect(screen.queryAllByRole('heading', { level: 2 })).toEqual([]);
    overviewRequest.resolve();
    await screen.findByText('Nature is introduced.');
    await waitFor(() => expect(getTitles()).toEqual([KILOGRAM.title, LIBRARY.title]));
  });

  it('shows the list alone if the introduction fails to load', async () => {
    const { user } = openExplore('/articles');
    server.responses[ABOUT_NATURE] = createErrorResponder(500);
    await user.click(getCategoryLink('Natural Sciences & Mathematics'));
    await waitFor(() => expect(getTitles()).toEqual([KILOGRAM.title, LIBRARY.title]));
    expect(document.title).toBe('Natural Sciences & Mathematics – Octavo');
  });

  it('shows no introduction on later pages of a list', () => {
    openExplore('/articles?category=nsm&from=token-2', {
      filters: { category: 'nsm', subcategory: null, show: 'new' },
      from: 'token-2',
    });
    expect(getTitles()).toEqual([KILOGRAM.title, LIBRARY.title]);
    expect(server.calls).toEqual([]);
  });

  it('offers other lists of articles, which keep the category', async () => {
    const { user, getUrl } = openExplore('/articles?category=nsm', {
      filters: { category: 'nsm', subcategory: null, show: 'new' },
      overview: createOverview('Nature', { startHere: [BEETLE] }),
    });
    server.responses['GET /articles?category=nsm&show=popular&limit=10'] = respondWith([BEETLE]);
    server.responses['GET /articles?category=nsm&show=short&limit=10'] = respondWith([]);
    expect(getListLink('New').getAttribute('aria-current')).toBe('true');
    await user.click(getListLink('Popular this month'));
    await waitFor(() => expect(getTitles()).toEqual([BEETLE.title]));
    expect(getUrl()).toBe('/articles?category=nsm&show=popular');
    expect(getListLink('Popular this month').getAttribute('aria-current')).toBe('true');
    expect(screen.queryByRole('region', { name: 'Start here' })).toBeNull();
    expect(document.title).toMatch(/^Popular articles: Natural Sciences/);
    const wisdom = screen.getByRole('link', { name: 'Applied Wisdom' });
    expect(wisdom.getAttribute('href')).toBe('/articles?category=awd&show=popular');

    await user.click(getListLink('Short'));
    expect(await screen.findByRole('heading', { name: 'No articles found' })).toBeDefined();
    await user.click(screen.getByRole('link', { name: 'Browse Natural Sciences & Mathematics' }));
    await waitFor(() => expect(getTitles()).toEqual(['Start here', KILOGRAM.title, LIBRARY.title]));
    expect(getUrl()).toBe('/articles?category=nsm');
  });

  it.each([
    ['sag', 'bor', 'short', 'Browse', '/articles?category=sag&subcategory=bor'],
    ['nsm', 'phy', 'short', 'Browse', '/articles?category=nsm'],
    ['awd', 'hab', 'popular', 'See all articles', '/articles'],
  ] as const)(
    'links from an empty list in %s/%s to a topic that has articles',
    async (category, subcategory, show, text, path) => {
      const url = `/articles?category=${category}&subcategory=${subcategory}&show=${show}`;
      openExplore(url, { articles: [], filters: { category, subcategory, show } });
      await screen.findByRole('heading', { name: 'No articles found' });
      const link = screen.getByRole('link', { name: new RegExp(`^${text}`) });
      expect(link.getAttribute('href')).toBe(path);
    },
  );

  it('offers no lists during a search', () => {
    openExplore('/articles?q=fog', { query: 'fog' });
    expect(screen.queryByRole('navigation', { name: 'Lists of articles' })).toBeNull();
  });

  it('requests the articles of a category once', async () => {
    const { user, getUrl } = openExplore('/articles');
    server.responses[NATURE] = respondWith([KILOGRAM, BEETLE]);
    await user.click(getCategoryLink('Natural Sciences & Mathematics'));
    await waitFor(() => expect(getTitles()).toEqual([KILOGRAM.title, BEETLE.title]));
    await waitFor(() => expect(getUrl()).toBe('/articles?category=nsm'));

    await user.click(screen.getByRole('link', { name: 'All', current: false }));
    await waitFor(() => expect(getTitles()).toEqual([KILOGRAM.title, LIBRARY.title]));
    await user.click(getCategoryLink('Natural Sciences & Mathematics'));
    await waitFor(() => expect(getTitles()).toEqual([KILOGRAM.title, BEETLE.title]));
    expect(server.calls).toEqual([NATURE, ABOUT_NATURE]);
  });

  it('offers subcategories only within a chosen category, and clears them with it', async () => {
    const { user, getUrl } = openExplore('/articles');
    expect(screen.queryByRole('link', { name: 'Measurement 1 article' })).toBeNull();
    await user.click(getCategoryLink('Natural Sciences & Mathematics'));
    await user.click(await screen.findByRole('link', { name: 'Measurement 1 article' }));
    await waitFor(() => expect(getUrl()).toBe('/articles?category=nsm&subcategory=mea'));
    expect(
      screen.getByRole('link', { name: 'Measurement 1 article', current: true }),
    ).toBeDefined();
    await user.click(getCategoryLink('Applied Wisdom'));
    await waitFor(() => expect(getUrl()).toBe('/articles?category=awd'));
  });

  it('keeps the filter in the link to the authors', async () => {
    const { user } = openExplore('/articles');
    await user.click(getCategoryLink('Natural Sciences & Mathematics'));
    const tabs = within(screen.getByRole('navigation', { name: 'Explore' }));
    expect(tabs.getByRole('link', { name: 'Authors' }).getAttribute('href')).toBe(
      '/authors?category=nsm',
    );
  });

  it('shows a message if a list fails to load, and can retry', async () => {
    const { user } = openExplore('/articles');
    server.responses[NATURE] = createErrorResponder(500);
    await user.click(getCategoryLink('Natural Sciences & Mathematics'));
    const retry = await screen.findByRole('button', { name: 'Try Again' });
    expect(screen.getByText('Failed to load articles. Please try again.')).toBeDefined();
    server.responses[NATURE] = respondWith([BEETLE]);
    await user.click(retry);
    await waitFor(() => expect(getTitles()).toEqual([BEETLE.title]));
  });

  it('shows the number of articles in each category, and which are empty', async () => {
    const { user } = openExplore('/articles');
    const filter = within(screen.getByRole('navigation', { name: 'Categories' }));
    filter.getByRole('link', { name: 'All' });
    filter.getByRole('link', { name: 'Societies & Governance 1,200 articles' });
    filter.getByRole('link', { name: 'Applied Wisdom None yet' });
    await user.click(
      filter.getByRole('link', { name: 'Natural Sciences & Mathematics 2 articles' }),
    );
    await filter.findByRole('link', { name: 'Measurement 1 article' });
    // A subcategory without articles is less prominent, but still a link.
    const emptyCategory = filter.getByRole('link', { name: 'Physics None yet' });
    expect(emptyCategory.getAttribute('href')).toBe('/articles?category=nsm&subcategory=phy');
  });

  it('links from an empty subcategory to its category', async () => {
    const { user, getUrl } = openExplore('/articles');
    server.responses[PHYSICS] = respondWith([]);
    await user.click(getCategoryLink('Natural Sciences & Mathematics'));
    await user.click(await screen.findByRole('link', { name: /^Physics/ }));
    await screen.findByRole('heading', { name: 'No articles found' });
    screen.getByText(
      /any articles on Physics yet\. You’ll find 2 in Natural Sciences & Mathematics\./,
    );
    await user.click(screen.getByRole('link', { name: 'Browse Natural Sciences & Mathematics' }));
    await waitFor(() => expect(getUrl()).toBe('/articles?category=nsm'));
    expect(getTitles()).toEqual([KILOGRAM.title, LIBRARY.title]);
  });

  it.each([
    ['a category', '', WISDOM, 'Applied Wisdom'],
    ['a subcategory of such a category', '&subcategory=hab', HABITS, 'Habits & Routines'],
  ])('links from %s without articles to the full list', async (_, narrower, call, name) => {
    const { user } = openExplore('/articles');
    server.responses[call] = respondWith([]);
    await user.click(getCategoryLink('Applied Wisdom'));
    if (narrower) await user.click(await screen.findByRole('link', { name: /^Habits/ }));
    await screen.findByText(`We don’t have any articles on ${name} yet.`);
    await user.click(screen.getByRole('link', { name: 'See all articles' }));
    await waitFor(() => expect(getTitles()).toEqual([KILOGRAM.title, LIBRARY.title]));
  });

  it('links to no other list if all lists are empty', () => {
    openExplore('/articles', { articles: [], counts: {} });
    screen.getByText('There aren’t any articles yet. Check back soon.');
    expect(screen.queryByRole('link', { name: /^See/ })).toBeNull();
  });
});

describe('the search in Explore', () => {
  it('waits for a pause in typing, then sends one request and shows the number of results', async () => {
    const { user, getUrl } = openExplore('/articles');
    server.responses[FOG] = respondWith([BEETLE], [PLUMBLINE]);
    await user.type(getSearchBox(), ' fog ');
    expect(server.calls).toEqual([]);
    const status = await screen.findByText('1 author and 1 article for “fog”');
    expect(status.getAttribute('role')).toBe('status');
    expect(server.calls).toEqual([FOG]);
    await waitFor(() => expect(getUrl()).toBe('/articles?q=fog'));
    expect(getTitles()).toEqual(['Plumbline', BEETLE.title]);
    expect(screen.getByText('found', { selector: 'mark' })).toBeDefined();
  });

  it('shows which word it corrected', async () => {
    const { user } = openExplore('/articles');
    server.responses['GET /search?q=fgo&limit=10'] = respondWith(
      [BEETLE],
      [],
      [{ typed: 'fgo', shown: ['fog'] }],
    );
    await user.type(getSearchBox(), 'fgo');
    const correction = await screen.findByText('Showing results for fog');
    expect(correction.closest('[role=status]')?.textContent).toBe(
      'Showing results for fog. 1 article. No results for “fgo”.',
    );
  });

  it('shows an author of that name before the articles', async () => {
    const { user } = openExplore('/articles');
    server.responses['GET /search?q=plumb&limit=10'] = respondWith([BEETLE], [PLUMBLINE]);
    await user.type(getSearchBox(), 'plumb');
    await screen.findByText('1 author and 1 article for “plumb”');
    expect(getTitles()).toEqual(['Plumbline', BEETLE.title]);
  });

  it('has a URL for its next page, which works without scripts', () => {
    openExplore('/articles?q=fog', { query: 'fog', articles: [BEETLE], nextToken: 'token-2' });
    expect(screen.getByRole('link', { name: 'Load More' }).getAttribute('href')).toBe(
      '/articles?q=fog&from=token-2',
    );
  });

  it('covers the whole library, and restores the category when cleared', async () => {
    const { user, getUrl } = openExplore('/articles');
    await user.click(getCategoryLink('Natural Sciences & Mathematics'));
    await user.type(getSearchBox(), 'fog');
    await waitFor(() => expect(getUrl()).toBe('/articles?q=fog'));
    const filter = within(screen.getByRole('navigation', { name: 'Categories' }));
    expect(filter.getByRole('link', { current: true }).textContent).toMatch(/^All/);

    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    await waitFor(() => expect(getUrl()).toBe('/articles?category=nsm'));
    expect(getSearchBox().value).toBe('');
    expect(document.activeElement).toBe(getSearchBox());
  });

  it('adds one history entry for any amount of typing', async () => {
    const { user, getUrl, goBack } = openExplore('/articles');
    await user.type(getSearchBox(), 'fo');
    await waitFor(() => expect(getUrl()).toBe('/articles?q=fo'));
    await user.type(getSearchBox(), 'g');
    await waitFor(() => expect(getUrl()).toBe('/articles?q=fog'));
    await goBack();
    await waitFor(() => expect(getUrl()).toBe('/articles'));
    await waitFor(() => expect(getSearchBox().value).toBe(''));
    await waitFor(() => expect(getTitles()).toEqual([KILOGRAM.title, LIBRARY.title]));
  });

  it('shows the results in a shared link’s payload, and marks no category as chosen', () => {
    openExplore('/articles?q=fog', { query: 'fog', articles: [BEETLE], matchingAuthors: [] });
    expect(getTitles()).toEqual([BEETLE.title]);
    expect(getSearchBox().value).toBe('fog');
    expect(server.calls).toEqual([]);
  });

  it('puts articles that the signed-in reader has read last, in every page that the browser requests', async () => {
    signIn('ada');
    server.responses['GET /history/ids'] = createJsonResponder({ ids: [KILOGRAM.id] });
    server.responses[FOG] = respondWith([KILOGRAM, LIBRARY, BEETLE]);
    const { user } = openExplore('/articles');
    await user.type(getSearchBox(), 'fog');
    await waitFor(() => expect(getTitles()).toEqual([LIBRARY.title, BEETLE.title, KILOGRAM.title]));
  });

  it('keeps the order of results in a document, which is the same for everybody', async () => {
    signIn('ada');
    server.responses['GET /history/ids'] = createJsonResponder({ ids: [KILOGRAM.id] });
    openExplore('/articles?q=fog', { query: 'fog' });
    await screen.findByText(sharedControlsCopy.read);
    expect(getTitles()).toEqual([KILOGRAM.title, LIBRARY.title]);
  });

  it('shows a message and further links if nothing is found', async () => {
    const { user, getUrl } = openExplore('/articles');
    server.responses['GET /search?q=zzz&limit=10'] = respondWith([]);
    await user.type(getSearchBox(), 'zzz');
    expect(await screen.findByRole('heading', { name: 'No articles found' })).toBeDefined();
    expect(screen.getByText('No articles found', { selector: '[role=status]' })).toBeDefined();
    await user.click(screen.getByRole('link', { name: 'Clear search' }));
    await waitFor(() => expect(getUrl()).toBe('/articles'));
    expect(getSearchBox().value).toBe('');
  });

  it('shows a message if the search fails, and can retry', async () => {
    const { user } = openExplore('/articles');
    server.responses[FOG] = createErrorResponder(500);
    await user.type(getSearchBox(), 'fog');
    const retry = await screen.findByRole('button', { name: 'Try Again' });
    expect(screen.getByText('Failed to load articles. Please try again.')).toBeDefined();
    server.responses[FOG] = respondWith([BEETLE]);
    await user.click(retry);
    await waitFor(() => expect(getTitles()).toEqual([BEETLE.title]));
  });
});

describe('Explore, Authors', () => {
  it('lists all authors with field, number of articles and level', () => {
    openExplore('/authors');
    expect(getTitles()).toEqual(['Meridian', 'Plumbline']);
    const [, row] = screen.getAllByRole('listitem').filter((item) => item.querySelector('h2'));
    expect(row?.textContent).toContain('Measurement');
    expect(row?.textContent).toContain('1 article');
    expect(row?.textContent).toContain('Beginner');
  });

  it('applies the filters in the URL and the typed search', async () => {
    const { user, getUrl } = openExplore('/authors?category=nsm');
    expect(getTitles()).toEqual(['Plumbline']);
    await user.click(screen.getAllByRole('link', { name: 'All', current: false })[0]!);
    await user.type(getSearchBox(), 'meri');
    await waitFor(() => expect(getTitles()).toEqual(['Meridian']));
    await waitFor(() => expect(getUrl()).toBe('/authors?q=meri'));
    expect(server.calls).toEqual([]);
  });

  it('shows the number of authors in each field, and links from an empty field to its category', async () => {
    const { user, getUrl } = openExplore('/authors?category=nsm');
    const filter = within(screen.getByRole('navigation', { name: 'Categories' }));
    filter.getByRole('link', { name: 'Societies & Governance 1 author' });
    filter.getByRole('link', { name: 'Applied Wisdom None yet' });
    filter.getByRole('link', { name: 'Measurement 1 author' });
    await user.click(filter.getByRole('link', { name: 'Animals None yet' }));
    await screen.findByRole('heading', { name: 'No authors found' });
    screen.getByText(/write about Animals yet\. You’ll find 1 in Natural Sciences & Mathematics\./);
    await user.click(screen.getByRole('link', { name: 'Browse Natural Sciences & Mathematics' }));
    await waitFor(() => expect(getUrl()).toBe('/authors?category=nsm'));
    expect(getTitles()).toEqual(['Plumbline']);
    await user.click(getCategoryLink('Applied Wisdom'));
    await user.click(await screen.findByRole('link', { name: 'See all authors' }));
    await waitFor(() => expect(getTitles()).toEqual(['Meridian', 'Plumbline']));
  });

  it('offers the articles when no author is found', async () => {
    const { user } = openExplore('/authors');
    await user.type(getSearchBox(), 'fog');
    expect(await screen.findByRole('heading', { name: 'No authors found' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Search articles instead' }).getAttribute('href')).toBe(
      '/articles?q=fog',
    );
  });
});

describe('Explore, Authors, in a library with more authors than fit on a page', () => {
  const FIRST = { nextToken: 'token-2', counts: { nsm: { mea: 70 }, sag: { bor: 2 } } };
  const NEXT = 'GET /authors?limit=60&nextToken=token-2';
  const SOCIETIES = 'GET /authors?category=sag&limit=60';
  const FOG_NAMES = 'GET /authors?q=fog&limit=60';
  const FIELDNOTE = createAuthorSummary('Fieldnote', 'sag', 'bor');
  const respondWithPage = (authors: AuthorSummary[], nextToken: string | null = null) =>
    createJsonResponder({ authors: mapByAlias(authors), nextToken });

  it('shows the first page, and appends the next one', async () => {
    const { user } = openExplore('/authors', {}, FIRST);
    expect(getTitles()).toEqual(['Meridian', 'Plumbline']);
    const more = screen.getByRole('link', { name: 'Load More' });
    expect([more.getAttribute('href'), more.getAttribute('rel')]).toEqual([
      '/authors?from=token-2',
      'next',
    ]);
    expect(server.calls).toEqual([]);
    server.responses[NEXT] = respondWithPage([createAuthorSummary('Quarry', 'nsm', 'mea')]);
    await user.click(more);
    await waitFor(() => expect(getTitles()).toEqual(['Meridian', 'Plumbline', 'Quarry']));
    expect(document.activeElement?.textContent).toBe('Quarry');
    screen.getByText('No more authors');
  });

  it('asks the API for a category, and shows the first page again on the way back', async () => {
    const { user, getUrl, goBack } = openExplore('/authors', {}, FIRST);
    server.responses[SOCIETIES] = respondWithPage([FIELDNOTE]);
    await user.click(getCategoryLink('Societies & Governance'));
    await waitFor(() => expect(getTitles()).toEqual(['Fieldnote']));
    expect(getStatusText()).toBe('1 author');
    expect(getUrl()).toBe('/authors?category=sag');
    await goBack();
    await waitFor(() => expect(getTitles()).toEqual(['Meridian', 'Plumbline']));
    expect(server.calls).toEqual([SOCIETIES]);
  });

  it('keeps the filters in the URL of the next page', () => {
    openExplore(
      '/authors?category=nsm',
      {},
      { ...FIRST, filters: { category: 'nsm', subcategory: null } },
    );
    expect(screen.getByRole('link', { name: 'Load More' }).getAttribute('href')).toBe(
      '/authors?category=nsm&from=token-2',
    );
    expect(getStatusText()).toBe('Showing the first 2 authors');
  });

  it('asks the API for a name, and offers the articles if no author has it', async () => {
    const { user, getUrl } = openExplore('/authors', {}, FIRST);
    server.responses[FOG_NAMES] = respondWithPage([]);
    await user.type(getSearchBox(), 'fog');
    await screen.findByRole('heading', { name: 'No authors found' });
    expect(getStatusText()).toBe('No authors found');
    expect(getUrl()).toBe('/authors?q=fog');
    screen.getByRole('link', { name: 'Search articles instead' });
  });

  it('shows the result of a search in the payload without a request', () => {
    openExplore(
      '/authors?q=plumb',
      {},
      { ...FIRST, query: 'plumb', nextToken: null, authors: [PLUMBLINE] },
    );
    expect(getTitles()).toEqual(['Plumbline']);
    expect(server.calls).toEqual([]);
  });

  it('shows a message if a list fails to load, and can retry', async () => {
    const { user } = openExplore('/authors', {}, FIRST);
    server.responses[SOCIETIES] = createErrorResponder(500);
    await user.click(getCategoryLink('Societies & Governance'));
    const retry = await screen.findByRole('button', { name: 'Try Again' });
    expect(screen.getByText('Failed to load authors. Please try again.')).toBeDefined();
    server.responses[SOCIETIES] = respondWithPage([FIELDNOTE]);
    await user.click(retry);
    await waitFor(() => expect(getTitles()).toEqual(['Fieldnote']));
  });

  it('links from a later page to the start of the list', () => {
    openExplore('/authors?from=token-2', {}, { ...FIRST, nextToken: null, from: 'token-2' });
    const start = screen.getByRole('link', { name: 'Back to the start of the list' });
    expect(start.getAttribute('href')).toBe('/authors');
  });
});

function getStatusText() {
  return document.querySelector('p[role=status]')?.textContent;
}

function mapByAlias(authors: readonly AuthorSummary[]): AuthorsByAlias {
  return Object.fromEntries(authors.map((each) => [each.alias, each]));
}

/**
 * Properties that replace those of the default payload of the Authors tab. The default payload describes a small
 * library.
 */
type AuthorsPayload = Partial<Omit<AuthorsScreenProps, 'authors'>> & {
  authors?: readonly AuthorSummary[];
};

/** Opens a URL with payloads like those from the server. */
function openExplore(
  url: string,
  payload: Partial<ArticlesScreenProps> = {},
  { authors: listedAuthors = [MERIDIAN, PLUMBLINE], ...authorsPayload }: AuthorsPayload = {},
) {
  const articles: ArticlesScreenProps = {
    timestamp: '2026-01-01T00:00:00.000Z',
    articles: [KILOGRAM, LIBRARY],
    authors: { Plumbline: PLUMBLINE },
    nextToken: null,
    from: null,
    filters: { category: null, subcategory: null, show: 'new' },
    counts: { nsm: { mea: 1, ani: 1 }, sag: { bor: 1200 } },
    query: '',
    snippets: {},
    related: [],
    matchingAuthors: [],
    corrections: [],
    ...payload,
  };
  const authors: AuthorsScreenProps = {
    timestamp: articles.timestamp,
    authors: mapByAlias(listedAuthors),
    filters: { category: null, subcategory: null },
    query: '',
    counts: countArticlesOrAuthorsByCategory(listedAuthors.map(({ expertise }) => expertise)),
    nextToken: null,
    from: null,
    ...authorsPayload,
  };
  const loaderData = {
    articles: { screen: 'articles', status: 200, props: articles },
    authors: { screen: 'authors', status: 200, props: authors },
  };
  const screens = [
    {
      id: 'articles',
      path: '/articles',
      Component: ArticlesScreen,
      loader: () => loaderData.articles,
    },
    { id: 'authors', path: '/authors', Component: AuthorsScreen, loader: () => loaderData.authors },
  ].map((route) => ({ ...route, shouldRevalidate: () => false }));
  const router = createMemoryRouter([{ Component: Frame, children: screens }], {
    initialEntries: [url],
    hydrationData: { loaderData },
  });
  render(
    <QueryProvider>
      <RouterProvider router={router} />
      <Toaster />
    </QueryProvider>,
  );
  return {
    // Keystrokes have no delay between them, because a late keystroke on a busy machine would count as a pause and
    // start the search.
    user: userEvent.setup({ delay: null }),
    getUrl: () => document.querySelector('[data-url]')?.getAttribute('data-url'),
    goBack: () => router.navigate(-1),
  };
}

/** Puts the current URL into the document, so that the test can read it. */
function Frame() {
  const { pathname, search } = useLocation();
  return (
    <div data-url={pathname + search}>
      <Outlet />
    </div>
  );
}

/**
 * Returns the link to a category or subcategory, regardless of the number of articles that the link's text contains.
 */
function getCategoryLink(name: string): HTMLElement {
  return screen.getByRole('link', { name: new RegExp(`^${name} (None|\\d)`) });
}

/** Returns the link to a list of articles. */
function getListLink(name: string): HTMLElement {
  const lists = screen.getByRole('navigation', { name: 'Lists of articles' });
  return within(lists).getByRole('link', { name });
}

function getSearchBox(): HTMLInputElement {
  return screen.getByRole<HTMLInputElement>('searchbox');
}

/** Creates a category's overview, whose texts contain `subject`. */
function createOverview(
  subject: string,
  overrides: Partial<CategoryOverview> = {},
): CategoryOverview {
  return {
    title: `${subject}: a title`,
    description: `${subject} is described.`,
    introduction: `${subject} is introduced.`,
    startHere: [],
    authors: [],
    ...overrides,
  };
}

function findDescription(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="description"]')?.content;
}

function getTitles(): (string | null)[] {
  return screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
}

function respondWith(
  metas: ArticleMeta[],
  matchingAuthors: AuthorSummary[] = [],
  corrections: SearchCorrection[] = [],
) {
  const withSnippets = metas.map((meta) => ({ ...meta, snippet: 'how it was <mark>found</mark>' }));
  const authors = { Plumbline: PLUMBLINE };
  return createJsonResponder({
    metas: withSnippets,
    authors,
    matchingAuthors,
    corrections,
    nextToken: null,
  });
}
