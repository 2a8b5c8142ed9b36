// @vitest-environment jsdom
import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ArticleMeta } from '#domain/article.ts';
import type { HistoryScreenProps } from '#domain/page.ts';
import { Toaster } from '#ui/toast.tsx';
import { historyCopy } from '#web/copy/history.ts';
import { loadRoutePayload, removeCachedPersonalPayloads } from '#web/pages/payloads.ts';
import { QueryProvider } from '#web/query-provider.tsx';
import { openPage } from '#web/testing/personal-pages.tsx';
import { signIn, signOut } from '#web/testing/reader.ts';
import { resetPage } from '#web/testing/render.tsx';
import { createArticleMeta, createAuthorSummary } from '#web/testing/samples.ts';
import {
  createErrorResponder,
  createJsonResponder,
  type FakeServer,
  startFakeServer,
} from '#web/testing/server.ts';
import { HistoryScreen } from './history.tsx';

const PATH = '/profile/history';
const TIMESTAMP = '2026-11-20T06:00:00.000Z';
const ARTICLES = ['One', 'Two', 'Three'].map((title) => createArticleMeta(title));
const READINGS: HistoryScreenProps['readings'] = {
  one: { section: 'point-2', readAt: '2026-11-20T08:00:00.000Z', isFinished: false },
  two: { section: 'end', readAt: '2026-11-20T07:00:00.000Z', isFinished: true },
  three: { section: 'point-1', readAt: '2026-11-18T07:00:00.000Z', isFinished: true },
};

let server: FakeServer;

beforeEach(() => {
  server = startFakeServer();
  signIn('ada');
});
afterEach(resetPage);

const PROPS: HistoryScreenProps = {
  userInfo: { name: 'Ada Lovelace', email: 'ada@example.org' },
  timestamp: TIMESTAMP,
  articles: ARTICLES,
  authors: { Plumbline: createAuthorSummary('Plumbline', 'nsm', 'mea') },
  readings: READINGS,
  minutes: { lastWeek: 12, weekBefore: 0 },
  keepsHistory: true,
  nextToken: null,
  from: null,
};

const openHistory = (overrides: Partial<HistoryScreenProps> = {}) => {
  server.pages[PATH] = ['history', { ...PROPS, ...overrides }];
  return openPage(PATH, HistoryScreen);
};
const getTitles = () =>
  screen.getAllByRole('heading', { level: 2 }).map((each) => each.textContent);
const getRemoveButton = (title: string) =>
  screen.getByRole('button', { name: historyCopy.remove(title) });

describe('the history', () => {
  it('lists articles by day, with the part at which an unfinished article continues', async () => {
    await openHistory();
    expect(getTitles()).toEqual(['One', 'Two', 'Three']);
    const list = screen.getAllByRole('list').at(-1)!;
    const rows = within(list).getAllByRole('listitem');
    expect(rows[0]!.textContent).toContain('November 20, 2026');
    expect(rows[1]!.textContent).not.toContain('November');
    expect(rows[2]!.textContent).toContain('November 18, 2026');
    const link = screen.getByRole('link', { name: historyCopy.continueAt('point-2') });
    expect(link.getAttribute('href')).toBe('/Plumbline/one#point-2');
    expect(within(list).getAllByText('Finished')).toHaveLength(2);
    screen.getByText('12 minutes of articles finished in the last seven days.');
  });

  it('compares the week with the one before', async () => {
    await openHistory({ minutes: { lastWeek: 1, weekBefore: 30 } });
    screen.getByText(
      '1 minute of articles finished in the last seven days, 30 in the seven before.',
    );
  });

  it('removes an article, and moves the focus to the next row', async () => {
    await openHistory();
    await userEvent.click(getRemoveButton('One'));
    await expect.poll(getTitles).toEqual(['Two', 'Three']);
    expect(document.activeElement).toBe(getRemoveButton('Two'));
    expect(server.changes).toEqual(['DELETE /articles/Plumbline/one/reading']);
    screen.getByText(historyCopy.removed('One'));
  });

  describe('with several pages', () => {
    const [four, five] = ['Four', 'Five'].map((title) => createArticleMeta(title));
    const respondWith = (articles: readonly ArticleMeta[], nextToken: string | null) =>
      createJsonResponder({
        metas: articles,
        authors: PROPS.authors,
        readings: Object.fromEntries(articles.map(({ id }) => [id, READINGS.three])),
        nextToken,
      });
    const openTwoPages = async () => {
      server.pages[PATH] = ['history', { ...PROPS, nextToken: 'second' }];
      server.responses['GET /history?limit=20&nextToken=second'] = respondWith([four!], 'third');
      const routes = [
        {
          path: PATH,
          Component: HistoryScreen,
          loader: loadRoutePayload,
          hydrateFallbackElement: <></>,
        },
        { path: '/about', element: <p>Elsewhere</p> },
      ];
      const router = createMemoryRouter(routes, { initialEntries: [PATH] });
      removeCachedPersonalPayloads();
      render(
        <QueryProvider>
          <RouterProvider router={router} />
          <Toaster />
        </QueryProvider>,
      );
      await screen.findByRole('heading', { name: 'One' });
      await userEvent.click(screen.getByRole('link', { name: 'Load More' }));
      await expect.poll(getTitles).toEqual(['One', 'Two', 'Three', 'Four']);
      return router;
    };

    it('does not show a removed article again when the next page has loaded, or on the way back', async () => {
      const router = await openTwoPages();
      let respond!: (response: Response) => void;
      server.responses['GET /history?limit=20&nextToken=third'] = () =>
        new Promise((resolve) => {
          respond = resolve;
        });
      await userEvent.click(screen.getByRole('link', { name: 'Load More' }));
      await userEvent.click(getRemoveButton('Four'));
      await expect.poll(getTitles).toEqual(['One', 'Two', 'Three']);
      respond(await respondWith([five!], null)());
      await expect.poll(getTitles).toEqual(['One', 'Two', 'Three', 'Five']);
      await act(() => router.navigate('/about'));
      await screen.findByText('Elsewhere');
      await act(() => router.navigate(-1));
      expect(getTitles()).toEqual(['One', 'Two', 'Three', 'Five']);
    });

    it('can go on after all articles of the last loaded page were removed', async () => {
      await openTwoPages();
      server.responses['GET /history?limit=20&nextToken=third'] = respondWith([five!], null);
      await userEvent.click(getRemoveButton('Four'));
      await expect.poll(getTitles).toEqual(['One', 'Two', 'Three']);
      await userEvent.click(screen.getByRole('link', { name: 'Load More' }));
      await expect.poll(getTitles).toEqual(['One', 'Two', 'Three', 'Five']);
    });

    it('shows the next articles once all loaded ones were removed', async () => {
      await openHistory({ articles: ARTICLES.slice(0, 1), nextToken: 'second' });
      const next = { ...PROPS, articles: ARTICLES.slice(1) };
      server.pages[PATH] = ['history', next];
      await userEvent.click(getRemoveButton('One'));
      await expect.poll(getTitles).toEqual(['Two', 'Three']);
      await expect.poll(() => document.activeElement).toBe(getRemoveButton('Two'));
    });
  });

  it('keeps an article that could not be removed, and says so', async () => {
    await openHistory();
    server.responses['DELETE /articles/Plumbline/one/reading'] = createErrorResponder(500);
    await userEvent.click(getRemoveButton('One'));
    await screen.findByText(historyCopy.removeFailed);
    expect(getTitles()).toEqual(['One', 'Two', 'Three']);
  });

  it('is cleared only after the question was confirmed', async () => {
    await openHistory();
    await userEvent.click(screen.getByRole('button', { name: historyCopy.clear }));
    const keep = screen.getByRole('button', { name: historyCopy.keep });
    expect(document.activeElement).toBe(keep);
    await userEvent.click(keep);
    const clear = screen.getByRole('button', { name: historyCopy.clear });
    expect(document.activeElement).toBe(clear);
    await userEvent.click(clear);
    expect(server.changes).toEqual([]);
    server.pages[PATH] = ['history', { ...PROPS, articles: [], readings: {} }];
    await userEvent.click(screen.getByRole('button', { name: historyCopy.clearConfirmed }));
    await screen.findByText(historyCopy.cleared);
    expect(server.changes).toEqual(['DELETE /history']);
    const title = await screen.findByRole('heading', { name: historyCopy.nothingTitle });
    await expect.poll(() => document.activeElement?.contains(title)).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
  });

  it('explains itself while it is empty', async () => {
    await openHistory({ articles: [], readings: {} });
    screen.getByRole('heading', { name: historyCopy.nothingTitle });
    expect(screen.queryByRole('button', { name: historyCopy.clear })).toBeNull();
  });

  it.each([
    ['with articles', {}],
    ['while it is empty', { articles: [], readings: {} }],
  ])('says that it is switched off, with a link to the switch, %s', async (_, props) => {
    await openHistory({ ...props, keepsHistory: false });
    const link = screen.getByRole('link', { name: historyCopy.toSwitch });
    expect(link.getAttribute('href')).toBe('/settings#history');
    expect(document.body.textContent).toContain(historyCopy.off);
    expect(screen.queryByText(historyCopy.nothingTitle)).toBeNull();
  });

  it('invites signed-out visitors to sign in', async () => {
    signOut();
    server.pages[PATH] = ['text', { timestamp: TIMESTAMP }];
    await openPage(PATH, HistoryScreen);
    screen.getByRole('heading', { name: 'The articles you’ve read will appear here' });
  });
});
