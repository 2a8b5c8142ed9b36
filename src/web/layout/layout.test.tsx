// @vitest-environment jsdom
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { useEffect } from 'react';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PagePayload } from '#domain/page.ts';
import { Link } from '#ui/link.tsx';
import { QueryProvider } from '#web/query-provider.tsx';
import { consumeIntent, storeIntent } from '#web/reader/intents.ts';
import { promptSignIn } from '#web/reader/prompt.ts';
import { signIn } from '#web/testing/reader.ts';
import { findDialog, resetPage, waitForResponses } from '#web/testing/render.tsx';
import { createArticleMeta } from '#web/testing/samples.ts';
import { PageErrorBoundary } from './error-boundaries.tsx';
import { loadStatusScreenCode } from './get-status-screen.tsx';
import { Header } from './header.tsx';
import { Layout } from './layout.tsx';

const TIMESTAMP = '2026-11-20T06:00:00.000Z';
const textPage = (title: string): PagePayload => ({
  screen: 'text',
  status: 200,
  head: { title, description: '', path: '/' },
  props: { timestamp: TIMESTAMP },
});
const errorPage = (screen: 'notFound' | 'gone' | 'busy' | 'error', status: PagePayload['status']) =>
  ({ ...textPage('Error'), screen, status }) as PagePayload;

/** Opens a URL, and waits until its screen is rendered. Returns the router. */
async function openUrl(
  url: string,
  loaders: Record<string, () => PagePayload | Promise<PagePayload>>,
) {
  const children: RouteObject[] = Object.entries(loaders).map(([path, load]) => ({
    path,
    loader: async () => {
      const payload = await load();
      await loadStatusScreenCode(payload);
      return payload;
    },
    element: (
      <>
        <h1>The screen of {path}</h1>
        <Link to="/about">Onward</Link>
      </>
    ),
  }));
  const router = createMemoryRouter(
    [
      {
        Component: Layout,
        ErrorBoundary: PageErrorBoundary,
        hydrateFallbackElement: <></>,
        children,
      },
    ],
    { initialEntries: [url] },
  );
  render(
    <QueryProvider>
      <RouterProvider router={router} />
    </QueryProvider>,
  );
  await screen.findByRole('main');
  await waitForResponses();
  return router;
}

/** Simulates a component of the article page: consumes the stored feedback intent, and passes it to `onConsume`. */
function IntentConsumer({ onConsume }: { onConsume: (intent: unknown) => void }) {
  useEffect(() => onConsume(consumeIntent('feedback')), [onConsume]);
  return null;
}

const clickLink = (name: string) =>
  act(async () => fireEvent.click(screen.getAllByRole('link', { name })[0]!));

beforeEach(() => {
  vi.stubGlobal('scrollTo', vi.fn());
  vi.stubGlobal('fetch', vi.fn().mockResolvedValue(new Response()));
});
afterEach(resetPage);

describe('the screen for a payload', () => {
  it.each([
    [textPage('About'), 'The screen of /x'],
    [errorPage('notFound', 404), 'Page Not Found'],
    [errorPage('gone', 410), 'This article has been withdrawn'],
    [errorPage('busy', 429), 'One Moment, Please'],
    [errorPage('error', 500), 'Something Went Wrong'],
    [errorPage('error', 503), 'You seem to be offline'],
    // The pages /error and /not-found show their own screens regardless of their HTTP status (spec
    // 2).
    [errorPage('error', 200), 'Something Went Wrong'],
    [errorPage('notFound', 200), 'Page Not Found'],
  ])('$screen with $status is shown as "%s"', async (payload, heading) => {
    await openUrl('/x', { '/x': () => payload });
    screen.getByRole('heading', { level: 1, name: heading });
  });

  it('reports a screen that throws, and keeps the header and the navigation', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    await openUrl('/x', {
      '/x': () => {
        throw new Error('torn');
      },
    });
    screen.getByRole('heading', { level: 1, name: 'Something Went Wrong' });
    expect(screen.getByRole('contentinfo')).toBeDefined();
    const [url, init] = vi.mocked(fetch).mock.calls[0]!;
    expect(url).toBe('/api/v1/errors');
    expect(JSON.parse(String(init?.body)).message).toBe('torn');
  });
});

it.each([true, false])(
  'offers to listen only to an article with a narration: %s',
  async (hasAudio) => {
    const props = { timestamp: TIMESTAMP, article: createArticleMeta('One', { hasAudio }) };
    const payload = { ...textPage('One'), screen: 'article', props } as unknown as PagePayload;
    await openUrl('/x', { '/x': () => payload });
    const header = within(screen.getByRole('banner'));
    header.getByRole('button', { name: 'Share' });
    expect(header.queryByRole('button', { name: 'Listen' }) !== null).toBe(hasAudio);
  },
);

describe('the sections', () => {
  it.each([
    ['/', 'Home', 'page'],
    ['/articles', 'Explore', 'page'],
    ['/authors/Plumbline', 'Explore', 'true'],
    ['/settings', 'Settings', 'page'],
  ])('on %s mark %s as current', async (path, name, current) => {
    await openUrl(path, { [path]: () => textPage('T') });
    const bar = within(screen.getByRole('navigation', { name: 'Sections' }));
    const currentLinks = bar
      .getAllByRole('link')
      .filter((link) => link.hasAttribute('aria-current'));
    expect(
      currentLinks.map((link) => [link.textContent, link.getAttribute('aria-current')]),
    ).toEqual([[name, current]]);
  });
});

it('marks no section on a missing page, so that all missing URLs share one page', async () => {
  await openUrl('/authors/Nobody', {
    '/authors/:alias': () => ({ ...textPage('T'), status: 404 }),
  });
  const bar = within(screen.getByRole('navigation', { name: 'Sections' }));
  for (const link of bar.getAllByRole('link'))
    expect(link.hasAttribute('aria-current')).toBe(false);
});

describe('the sign-in link', () => {
  const getSignInHref = () => screen.queryByRole('link', { name: 'Sign in' })?.getAttribute('href');

  it.each([
    ['/articles?category=nsm', '/auth?redirect=%2Farticles%3Fcategory%3Dnsm'],
    ['/settings', '/auth?redirect=%2Fsettings'],
    ['/', '/auth'],
    // The sign-in page has no sign-in link.
    ['/auth', undefined],
  ])('on %s returns there after the sign-in', async (url, href) => {
    await openUrl(url, { [url.split('?')[0]!]: () => textPage('T') });
    expect(getSignInHref()).toBe(href);
  });

  it('has no return path in the HTML that all visitors share', () => {
    const router = createMemoryRouter([{ path: '*', element: <Header /> }], {
      initialEntries: ['/a-mistyped/address'],
    });
    const html = renderToString(<RouterProvider router={router} />);
    expect(html).toMatch(/<a class="signed-out-only [^"]*" href="\/auth"[^>]*>Sign in<\/a>/);
  });
});

it('reloads a personal page when the reader has changed', async () => {
  const loadProfile = vi.fn(() => ({
    ...textPage('Profile'),
    head: { ...textPage('').head, path: '/profile' },
  }));
  await openUrl('/profile', { '/profile': loadProfile });
  expect(loadProfile).toHaveBeenCalledTimes(1);
  await act(async () => signIn());
  expect(loadProfile).toHaveBeenCalledTimes(2);
});

describe('signing in for an action', () => {
  const article = { authorAlias: 'Plumbline', id: '01a1f77d-4862-731c-bcfb-bd614a220284' };

  it('is offered in a dialog on any screen', async () => {
    await openUrl('/x', { '/x': () => textPage('T') });
    act(() => promptSignIn({ action: 'bookmark', article }));
    await findDialog('Sign in to bookmark');
  });

  it('restores the scroll position before the screen completes the action', async () => {
    vi.stubGlobal('scrollY', 1234);
    storeIntent({ action: 'feedback', article, feedbackType: 'PRACTICAL' });
    signIn();
    const onConsume = vi.fn();
    const router = createMemoryRouter([
      {
        Component: Layout,
        children: [{ path: '/', element: <IntentConsumer onConsume={onConsume} /> }],
      },
    ]);
    render(
      <QueryProvider>
        <RouterProvider router={router} />
      </QueryProvider>,
    );
    expect(onConsume.mock.calls[0]![0]).toMatchObject({ feedbackType: 'PRACTICAL' });
    expect(scrollTo).toHaveBeenCalledWith({ top: 1234, behavior: 'instant' });
  });
});

describe('navigation to another screen', () => {
  it('sets the title, announces it, and focuses the heading of the new screen', async () => {
    await openUrl('/x', { '/x': () => textPage('First'), '/about': () => textPage('About') });
    expect(document.title).toBe('First – Octavo');
    expect(document.activeElement).toBe(document.body);

    await clickLink('Onward');
    expect(document.title).toBe('About – Octavo');
    expect(screen.getByRole('heading', { level: 1 })).toBe(document.activeElement);
    screen.getByText('About', { selector: '[aria-live=polite]' });
  });

  it('returns the focus to the pressed link on going back, even among several equal links', async () => {
    const router = await openUrl('/x', {
      '/x': () => textPage('First'),
      '/about': () => textPage('About'),
    });
    const links = () => screen.getAllByRole('link', { name: 'About' });
    expect(links().length).toBeGreaterThan(0);
    await clickLink('Onward');
    await act(() => router.navigate(-1));
    expect(screen.getByRole('link', { name: 'Onward' })).toBe(document.activeElement);
    await act(async () => fireEvent.click(links().at(-1)!));
    expect(screen.getByRole('heading', { level: 1 })).toBe(document.activeElement);
    await act(() => router.navigate(-1));
    expect(links().at(-1)).toBe(document.activeElement);
  });

  it('focuses the heading on going back if the pressed element is gone', async () => {
    const router = await openUrl('/x', {
      '/x': () => textPage('First'),
      '/about': () => textPage('About'),
    });
    const temporaryButton = document.createElement('button');
    temporaryButton.textContent = 'Until tomorrow';
    screen.getByRole('main').append(temporaryButton);
    fireEvent.click(temporaryButton);
    await act(() => router.navigate('/about'));
    temporaryButton.remove();
    await act(() => router.navigate(-1));
    expect(screen.getByRole('heading', { level: 1 })).toBe(document.activeElement);
  });

  it('shows a progress bar only if loading takes longer than 150 ms', async () => {
    await openUrl('/x', { '/x': () => textPage('First'), '/about': () => new Promise(() => {}) });
    vi.useFakeTimers();
    await clickLink('Onward');
    act(() => vi.advanceTimersByTime(149));
    expect(screen.queryByRole('progressbar')).toBeNull();
    act(() => vi.advanceTimersByTime(1));
    screen.getByRole('progressbar', { name: 'Loading' });
  });
});

describe('the Scroll to top button', () => {
  const articlesPage: PagePayload = {
    screen: 'articles',
    status: 200,
    head: { title: 'Explore', description: '', path: '/articles' },
    props: {
      timestamp: TIMESTAMP,
      articles: [],
      authors: {},
      nextToken: null,
      filters: { category: null, subcategory: null, show: 'new' },
      counts: {},
      query: '',
      snippets: {},
      related: [],
      matchingAuthors: [],
      corrections: [],
      from: null,
    },
  };
  const scrollPageTo = (y: number) =>
    act(() => {
      vi.stubGlobal('scrollY', y);
      dispatchEvent(new Event('scroll'));
    });
  const scrollToTopButton = () => screen.queryByRole('button', { name: 'Scroll to top' });

  it('appears below 1000 pixels of a list, and moves the focus to the page', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    await openUrl('/x', { '/x': () => articlesPage });
    scrollPageTo(1000);
    expect(scrollToTopButton()).toBeNull();
    scrollPageTo(1001);
    expect(scrollToTopButton()).not.toBeNull();
    scrollPageTo(2000);
    expect(scrollToTopButton()).not.toBeNull();
    scrollPageTo(1000);
    expect(scrollToTopButton()).toBeNull();
    scrollPageTo(1500);
    fireEvent.click(scrollToTopButton()!);
    expect(scrollTo).toHaveBeenCalledWith({ top: 0, behavior: 'auto' });
    expect(screen.getByRole('main')).toBe(document.activeElement);
  });

  it('does not appear on a page of text', async () => {
    await openUrl('/x', { '/x': () => textPage('First') });
    scrollPageTo(2000);
    scrollPageTo(1500);
    expect(scrollToTopButton()).toBeNull();
  });
});

describe('a reader who has just signed out', () => {
  it('sees a confirmation, once', async () => {
    const router = await openUrl('/x?signed-out=1', { '/x': () => textPage('First') });
    await screen.findByText('You’re signed out.');
    expect(router.state.location.search).toBe('');
  });

  it('sees no confirmation at a forged URL', async () => {
    signIn();
    const router = await openUrl('/x?signed-out=1', { '/x': () => textPage('First') });
    expect(screen.queryByText('You’re signed out.')).toBeNull();
    expect(router.state.location.search).toBe('');
  });
});

describe('a page restored from the back-forward cache', () => {
  const bookmarksPage = (name: string): PagePayload => ({
    screen: 'bookmarks',
    status: 200,
    head: { title: 'Profile', description: '', path: '/profile' },
    props: {
      timestamp: TIMESTAMP,
      userInfo: { name, email: `${name}@example.org`, provider: 'Google' },
      bookmarkedArticles: [],
      authors: {},
      nextToken: null,
      from: null,
      show: 'all',
      order: 'kept',
      query: '',
      offersSearch: false,
    },
  });
  const signedOutPage = (): PagePayload => ({
    ...textPage('Profile'),
    head: { title: 'Profile', description: '', path: '/profile' },
  });
  const loadProfile = vi.fn<() => PagePayload>();
  const restorePage = () => openUrl('/profile', { '/profile': loadProfile });

  beforeEach(() => {
    loadProfile.mockReset();
  });

  it('is requested again if its reader has signed out', async () => {
    loadProfile.mockReturnValueOnce(bookmarksPage('ada')).mockReturnValue(signedOutPage());
    await restorePage();
    expect(loadProfile).toHaveBeenCalledTimes(2);
  });

  it('is requested again if another reader has signed in', async () => {
    signIn('bea');
    loadProfile.mockReturnValueOnce(bookmarksPage('ada')).mockReturnValue(bookmarksPage('bea'));
    await restorePage();
    expect(loadProfile).toHaveBeenCalledTimes(2);
  });

  it('is requested again if a visitor has signed in since', async () => {
    signIn('ada');
    loadProfile.mockReturnValueOnce(signedOutPage()).mockReturnValue(bookmarksPage('ada'));
    await restorePage();
    expect(loadProfile).toHaveBeenCalledTimes(2);
  });

  it('is requested again at most once, regardless of the response', async () => {
    loadProfile.mockReturnValue(bookmarksPage('ada'));
    await restorePage();
    expect(loadProfile).toHaveBeenCalledTimes(2);
  });

  it('stays if its reader is still signed in', async () => {
    signIn('ada');
    loadProfile.mockReturnValue(bookmarksPage('ada'));
    await restorePage();
    expect(loadProfile).toHaveBeenCalledTimes(1);
  });
});
