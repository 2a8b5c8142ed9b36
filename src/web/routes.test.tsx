// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, expect, it, vi } from 'vitest';
import type { ScreenPropsByKind } from '#domain/page.ts';
import { FakeAudioAndNarrationServer } from '#web/testing/narrations.ts';
import { signIn } from '#web/testing/reader.ts';
import { resetPage, waitForResponses } from '#web/testing/render.tsx';
import { createArticleMeta, createAuthorSummary } from '#web/testing/samples.ts';
import { rejectAsOffline } from '#web/testing/server.ts';
import { playerStore } from './features/listening/player-store.ts';
import { routes } from './routes.tsx';

const narrations = new FakeAudioAndNarrationServer();
const { closePlayer, playArticle } = await import('./features/listening/player.ts');
const timestamp = '2026-01-01T00:00:00.000Z';

afterEach(async () => {
  act(closePlayer);
  await resetPage();
});

it('shows a server error instead of the offline screen if a gateway responds', async () => {
  const gateway = async () => new Response('<h1>Bad Gateway</h1>', { status: 502 });
  vi.stubGlobal('fetch', gateway);
  vi.stubGlobal('scrollTo', vi.fn());
  const router = createMemoryRouter(routes, { initialEntries: ['/terms'] });
  render(<RouterProvider router={router} />);
  await screen.findByRole('heading', { name: 'Something Went Wrong' });
  vi.stubGlobal('fetch', rejectAsOffline);
  await act(() => router.navigate('/privacy'));
  await screen.findByRole('heading', { name: 'You seem to be offline' });
});

it('keeps the player and its narration when a screen throws', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  narrations.listen();
  vi.stubGlobal('scrollTo', vi.fn());
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  signIn('ada', { tier: 'premium' });
  narrations.server.pages['/about'] = ['text', { timestamp }];
  // The payload lacks the authors, so rendering the screen throws an error.
  narrations.server.pages['/authors'] = ['authors', { timestamp } as ScreenPropsByKind['authors']];
  const router = createMemoryRouter(routes, { initialEntries: ['/about'] });
  render(<RouterProvider router={router} />);
  await screen.findByRole('heading', { level: 1 });
  await act(async () => playArticle(createArticleMeta('Ash')));
  const player = await screen.findByRole('region', { name: 'Audio player' });
  await act(() => router.navigate('/authors'));
  await screen.findByRole('heading', { name: 'Something Went Wrong' });
  expect(screen.getByRole('region', { name: 'Audio player' })).toBe(player);
  expect(playerStore.get().session?.status).toBe('playing');
  await act(() => router.navigate('/about'));
  await waitForResponses();
  expect(screen.queryByRole('heading', { name: 'Something Went Wrong' })).toBeNull();
  expect(screen.getByRole('region', { name: 'Audio player' })).toBe(player);
});

it('lets a list of authors load further pages', async () => {
  vi.stubGlobal('scrollTo', vi.fn());
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  Element.prototype.scrollBy = () => {};
  narrations.listen();
  narrations.server.pages['/authors?q=p'] = [
    'authors',
    {
      ...{ timestamp, counts: { nsm: { mea: 70 } }, query: 'p', nextToken: 'token-2', from: null },
      filters: { category: null, subcategory: null },
      authors: { Plumbline: createAuthorSummary('Plumbline', 'nsm', 'mea') },
    },
  ];
  const router = createMemoryRouter(routes, { initialEntries: ['/authors?q=p'] });
  render(<RouterProvider router={router} />);
  await screen.findByRole('link', { name: 'Load More' });
});
