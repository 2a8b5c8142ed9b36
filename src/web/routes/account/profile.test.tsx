// @vitest-environment jsdom

import { act, cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ERROR_MESSAGES } from '#domain/messages.ts';
import type { BookmarksScreenProps, UserInfo } from '#domain/page.ts';
import { offlineCopy } from '#web/copy/offline.ts';
import { profileCopy } from '#web/copy/profile.ts';
import { getListItemHeadings, openPage } from '#web/testing/personal-pages.tsx';
import { signIn, signOut } from '#web/testing/reader.ts';
import { pressLink, resetPage, waitForResponses } from '#web/testing/render.tsx';
import { createArticleMeta, createAuthorSummary } from '#web/testing/samples.ts';
import {
  createErrorResponder,
  createJsonResponder,
  type FakeServer,
  goOffline,
  rejectAsOffline,
  startFakeServer,
} from '#web/testing/server.ts';
import {
  installFakeServiceWorkerContainer,
  removeFakeServiceWorkerContainer,
} from '#web/testing/service-worker.ts';
import { FollowingScreen } from './following.tsx';
import { ProfileScreen } from './profile.tsx';

const TIMESTAMP = '2026-11-20T06:00:00.000Z';
const ADA: UserInfo = { name: 'Ada Lovelace', email: 'ada@example.org', provider: 'Google' };

let server: FakeServer;

beforeEach(() => {
  server = startFakeServer();
  signIn('ada');
});
afterEach(resetPage);

describe('the user info card', () => {
  it('shows the reader and the sign-in provider', async () => {
    await openBookmarks({});
    screen.getByRole('heading', { level: 1, name: 'Ada Lovelace' });
    screen.getByText('ada@example.org');
    screen.getByText('Signed in with Google');
  });

  it('shows an unknown provider as email', async () => {
    await openBookmarks({ userInfo: { name: 'Ada', email: 'ada@example.org' } });
    screen.getByText('Signed in with email');
  });

  it('is followed by the number of changes that wait to be sent', async () => {
    const workers = installFakeServiceWorkerContainer();
    await openBookmarks({});
    await vi.dynamicImportSettled();
    await waitForResponses();
    expect(screen.queryByText(offlineCopy.waiting(2))).toBeNull();
    act(() => workers.send({ waiting: 2, isEmpty: false }));
    screen.getByText(offlineCopy.waiting(2));
    act(() => workers.send({ waiting: 0 }));
    expect(screen.queryByText(/waiting/)).toBeNull();
    removeFakeServiceWorkerContainer();
  });

  it('is above both tabs, of which the current one is marked', async () => {
    await openBookmarks({});
    expect(listTabs()).toEqual([
      'Bookmarks /profile page',
      'Following /profile/following',
      'Lines /profile/lines',
      'History /profile/history',
    ]);
    cleanup();
    await openFollowing([]);
    screen.getByText('Signed in with Google');
    expect(listTabs()).toEqual([
      'Bookmarks /profile',
      'Following /profile/following page',
      'Lines /profile/lines',
      'History /profile/history',
    ]);
  });
});

describe('bookmarks', () => {
  it('continue with Load More, twenty at a time, to the end', async () => {
    await openBookmarks({ titles: ['One'], nextToken: 'token-2' });
    server.responses['GET /bookmarks?limit=20&nextToken=token-2'] = createJsonResponder({
      metas: [createArticleMeta('Two')],
      authors: {},
      nextToken: null,
    });
    await pressLink('Load More');
    await screen.findByRole('heading', { name: 'Two' });
    expect(getListItemHeadings()).toEqual(['One', 'Two']);
    screen.getByText('No more articles');
  });

  it('can be sorted, with a URL for each order', async () => {
    await openBookmarks({ titles: ['One', 'Two'], order: 'author' });
    const orders = screen.getByRole('navigation', { name: 'Sort your bookmarks' });
    expect(listChoices(orders)).toEqual([
      ['Last saved', '/profile', null],
      ['Author', '/profile?order=author', 'true'],
      ['Shortest', '/profile?order=length', null],
      ['Unread first', '/profile?order=unread', null],
    ]);
    screen.getByText('Sorted by author, A to Z');
  });

  it('can be filtered by whether they were read, with a URL for each choice', async () => {
    await openBookmarks({ titles: ['One'], show: 'unread', order: 'length', query: 'fog' });
    const filters = screen.getByRole('navigation', { name: 'Filter your bookmarks' });
    expect(listChoices(filters)).toEqual([
      ['All', '/profile?order=length&q=fog', null],
      ['Unread', '/profile?show=unread&order=length&q=fog', 'true'],
      ['Read', '/profile?show=read&order=length&q=fog', null],
    ]);
    const orders = screen.getByRole('navigation', { name: 'Sort your bookmarks' });
    expect(listChoices(orders)).toEqual([
      ['Last saved', '/profile?show=unread&q=fog', null],
      ['Author', '/profile?show=unread&order=author&q=fog', null],
      ['Shortest', '/profile?show=unread&order=length&q=fog', 'true'],
    ]);
    screen.getByText('Bookmarks you haven’t read. Sorted by length, shortest first');
  });

  it('are not sorted by unread once only read or unread ones are shown', async () => {
    await openBookmarks({ titles: ['One', 'Two'], order: 'unread' });
    const read = screen.getByRole('link', { name: 'Read' });
    expect(read.getAttribute('href')).toBe('/profile?show=read');
  });

  it('are listed once if one was read before the next page loaded', async () => {
    await openBookmarks({ titles: ['One', 'Two'], nextToken: 'token-2', order: 'unread' });
    server.responses['GET /bookmarks?limit=20&order=unread&nextToken=token-2'] =
      createJsonResponder({
        metas: [createArticleMeta('One'), createArticleMeta('Three')],
        authors: {},
        nextToken: null,
      });
    await pressLink('Load More');
    await screen.findByRole('heading', { name: 'Three' });
    expect(getListItemHeadings()).toEqual(['One', 'Two', 'Three']);
  });

  it.each([
    ['unread', 'You’re all caught up'],
    ['read', 'No read bookmarks yet'],
  ] as const)('say so if none are %s, and link to all', async (show, title) => {
    await openBookmarks({ show, order: 'author' });
    screen.getByRole('heading', { name: title });
    const all = screen.getByRole('link', { name: 'See all your bookmarks' });
    expect(all.getAttribute('href')).toBe('/profile?order=author');
    screen.getByRole('navigation', { name: 'Filter your bookmarks' });
    expect(screen.queryByText(/^0 of 10/)).toBeNull();
  });

  it('continue with the same order and search', async () => {
    const view = { order: 'length', query: 'fog' } as const;
    await openBookmarks({ titles: ['One'], nextToken: 'token-2', ...view });
    const next = screen.getByRole('link', { name: 'Load More' });
    expect(next.getAttribute('href')).toBe('/profile?order=length&q=fog&from=token-2');
    server.responses['GET /bookmarks?limit=20&order=length&q=fog&nextToken=token-2'] =
      createJsonResponder({
        metas: [createArticleMeta('Two')],
        authors: {},
        nextToken: null,
      });
    await pressLink('Load More');
    expect(getListItemHeadings()).toEqual(['One', 'Two']);
  });

  it.each([
    [1, 0],
    [2, 1],
  ])('with %i articles offer %i filters and orders', async (count, controls) => {
    await openBookmarks({ titles: Array.from({ length: count }, (_, at) => `Title ${at}`) });
    for (const name of [/^Sort/, /^Filter/])
      expect(screen.queryAllByRole('navigation', { name })).toHaveLength(controls);
  });

  it.each([
    [false, 0],
    [true, 1],
  ])('can be searched if the server offers it: %s', async (offersSearch, searches) => {
    await openBookmarks({ titles: ['One', 'Two'], offersSearch });
    expect(screen.queryAllByRole('searchbox')).toHaveLength(searches);
  });

  it('without search results link back to the full list', async () => {
    await openBookmarks({ query: 'zzz', order: 'author' });
    screen.getByRole('heading', { name: 'No bookmarks found' });
    const all = screen.getByRole('link', { name: 'See all your bookmarks' });
    expect(all.getAttribute('href')).toBe('/profile?order=author');
  });

  it('show their own message if more fail to load', async () => {
    await openBookmarks({ titles: ['One'], nextToken: 'token-2' });
    await pressLink('Load More');
    await screen.findByText(profileCopy.loadMoreFailed);
    expect(screen.queryByText(ERROR_MESSAGES.moreArticlesFailed)).toBeNull();
    expect(getListItemHeadings()).toEqual(['One']);
  });

  it('show a message if more fail to load offline', async () => {
    server.responses['GET /bookmarks?limit=20&nextToken=token-2'] = rejectAsOffline;
    await openBookmarks({ titles: ['One'], nextToken: 'token-2' });
    goOffline();
    await pressLink('Load More');
    await screen.findByText(profileCopy.loadMoreFailed);
    expect(getListItemHeadings()).toEqual(['One']);
  });

  it('keep the card of a removed bookmark, so that it can be added again', async () => {
    await openBookmarks({ titles: ['One', 'Two'] });
    const ribbon = await screen.findByRole('button', { name: 'Bookmark One', pressed: true });
    screen.getByText('2 of 10 bookmarks');
    await userEvent.click(ribbon);
    await screen.findByText('1 of 10 bookmarks');
    expect(ribbon.getAttribute('aria-pressed')).toBe('false');
    expect(getListItemHeadings()).toEqual(['One', 'Two']);

    await userEvent.click(ribbon);
    await screen.findByText('2 of 10 bookmarks');
    expect(server.calls.filter((call) => call.endsWith('/bookmark'))).toEqual([
      'DELETE /articles/Plumbline/one/bookmark',
      'PUT /articles/Plumbline/one/bookmark',
    ]);
  });

  it('that were removed are gone when the reader returns', async () => {
    const view = await openBookmarks({ titles: ['One', 'Two'] });
    view.unmount();
    await openBookmarks({ titles: ['Two'] });
    await waitForResponses();
    expect(getListItemHeadings()).toEqual(['Two']);
  });

  it('link to Premium when the ten free bookmarks are used', async () => {
    const titles = Array.from({ length: 10 }, (_, index) => `Title ${index}`);
    await openBookmarks({ titles });
    screen.getByText('10 of 10 bookmarks');
  });

  it('are all counted for a free reader with more than ten from an earlier Premium', async () => {
    const titles = Array.from({ length: 12 }, (_, index) => `Title ${index}`);
    await openBookmarks({ titles });
    screen.getByText('12 bookmarks');
  });

  it('are not counted for a Premium reader', async () => {
    signIn('ada', { tier: 'premium' });
    await openBookmarks({ titles: ['One'] });
    await screen.findByRole('button', { name: 'Bookmark One', pressed: true });
    expect(screen.queryByText(/bookmarks$/)).toBeNull();
  });

  it('show a message and a link to articles if there are none', async () => {
    await openBookmarks({});
    screen.getByRole('heading', { name: 'No Bookmarks Yet' });
    const next = screen.getByRole('link', { name: 'Find something to read' });
    expect(next.getAttribute('href')).toBe('/articles');
  });
});

describe('the list of followed authors', () => {
  it('lists the authors by name', async () => {
    await openFollowing(['Plumbline', 'Gantry']);
    expect(getListItemHeadings()).toEqual(['Gantry', 'Plumbline']);
    screen.getByText('2 of 3 authors');
  });

  it('keeps the row of an author who was unfollowed', async () => {
    await openFollowing(['Plumbline', 'Gantry']);
    const button = await screen.findByRole('button', { name: 'Following Gantry' });
    await userEvent.click(button);
    await screen.findByText('1 of 3 authors');
    expect(server.calls).toContain('DELETE /authors/Gantry/follow');
    expect(getListItemHeadings()).toEqual(['Gantry', 'Plumbline']);
    screen.getByRole('button', { name: 'Follow Gantry' });
  });

  it('counts the listed authors if the followed authors fail to load', async () => {
    await openFollowing(['Plumbline', 'Gantry'], createErrorResponder(500));
    screen.getByText('2 of 3 authors');
  });

  it('shows a message and a link to the authors if it is empty', async () => {
    await openFollowing([]);
    screen.getByRole('heading', { name: 'No Authors Followed' });
    const next = screen.getByRole('link', { name: 'Meet the authors' });
    expect(next.getAttribute('href')).toBe('/authors');
  });
});

it.each([
  ['/profile', ProfileScreen],
  ['/profile/following', FollowingScreen],
])('invites signed-out visitors on %s to sign in', async (path, Component) => {
  signOut();
  server.pages[path] = ['text', { timestamp: TIMESTAMP }];
  await openPage(path, Component);
  screen.getByRole('link', { name: 'Sign in' });
  expect(screen.queryByText(/^Signed in with/)).toBeNull();
});

/** Opens the bookmarks page of a reader. The arguments replace parts of the server's response. */
function openBookmarks({
  titles = [],
  ...props
}: Partial<BookmarksScreenProps> & { titles?: string[] }) {
  const metas = titles.map((title) => createArticleMeta(title));
  const ids = metas.map(({ authorAlias, id }) => `${authorAlias}:${id}`);
  server.responses['GET /bookmarks/ids'] = createJsonResponder({ ids });
  server.pages['/profile'] = [
    'bookmarks',
    {
      timestamp: TIMESTAMP,
      userInfo: ADA,
      bookmarkedArticles: metas,
      authors: {},
      nextToken: null,
      from: null,
      show: 'all',
      order: 'kept',
      query: '',
      offersSearch: false,
      ...props,
    },
  ];
  return openPage('/profile', ProfileScreen);
}

/** Returns the text, the URL and the `aria-current` value of each link. */
function listChoices(navigation: HTMLElement) {
  return within(navigation)
    .getAllByRole('link')
    .map((link) => [
      link.textContent,
      link.getAttribute('href'),
      link.getAttribute('aria-current'),
    ]);
}

/** Opens the Following tab of a reader who follows the authors in `aliases`. `respond` creates the API's response. */
function openFollowing(aliases: string[], respond = createJsonResponder({ authors: aliases })) {
  server.responses['GET /users/me/following'] = respond;
  const followedAuthors = Object.fromEntries(
    aliases.map((alias) => [alias, createAuthorSummary(alias, 'nsm', 'mea')]),
  );
  server.pages['/profile/following'] = [
    'following',
    { timestamp: TIMESTAMP, userInfo: ADA, followedAuthors },
  ];
  return openPage('/profile/following', FollowingScreen);
}

/**
 * Returns the name and URL of each tab. For the current tab, also returns the value of `aria-current`, which is `page`.
 */
function listTabs(): string[] {
  const links = screen.getByRole('navigation', { name: 'Profile' }).querySelectorAll('a');
  return [...links].map((link) =>
    [link.textContent, link.getAttribute('href'), link.getAttribute('aria-current') ?? '']
      .join(' ')
      .trim(),
  );
}
