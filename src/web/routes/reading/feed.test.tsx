// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAILY_FIVE_REASONS } from '#domain/daily-five.ts';
import { ERROR_MESSAGES } from '#domain/messages.ts';
import type { FeedScreenProps } from '#domain/page.ts';
import { dailyFiveCopy } from '#web/copy/daily-five.ts';
import { feedCopy } from '#web/copy/feed.ts';
import { cacheValue } from '#web/reader/cache.ts';
import { getListItemHeadings, openPage } from '#web/testing/personal-pages.tsx';
import { signIn, signOut } from '#web/testing/reader.ts';
import { pressButton, pressLink, resetPage, waitForResponses } from '#web/testing/render.tsx';
import { createArticleMeta } from '#web/testing/samples.ts';
import {
  createErrorResponder,
  createJsonResponder,
  type FakeServer,
  startFakeServer,
} from '#web/testing/server.ts';
import { FeedScreen } from './feed.tsx';

let server: FakeServer;

beforeEach(() => {
  server = startFakeServer();
  server.responses['GET /users/me/following'] = createJsonResponder({ authors: [] });
  server.responses['GET /bookmarks?limit=1000'] = createJsonResponder({ metas: [] });
  signIn('ada');
});
afterEach(resetPage);

describe('a feed', () => {
  it('shows the articles of the payload without requesting them again', async () => {
    await openFeed({ articles: [createArticleMeta('One'), createArticleMeta('Two')] });
    expect(getListItemHeadings()).toEqual(['One', 'Two']);
    await waitForResponses();
    expect(server.calls.filter((call) => call.includes('/feed'))).toEqual([]);
  });

  it.each([
    [['Gantry'], 'Gantry'],
    [['Gantry', 'Meridian'], 'Gantry and Meridian'],
    [['Gantry', 'Meridian', 'Plumbline'], 'Gantry, Meridian, and Plumbline'],
    [['Ballast', 'Gantry', 'Meridian', 'Plumbline'], 'Ballast, Gantry, and 2 more'],
  ])('of %j is described as by "%s"', async (followedAuthors, names) => {
    await openFeed({ articles: [createArticleMeta('One')], followedAuthors });
    const link = screen.getByRole('link', { name: names });
    expect(link.getAttribute('href')).toBe('/profile/following');
  });

  it('continues with Load More, twenty at a time, to the end', async () => {
    await openFeed({ articles: [createArticleMeta('One')], nextToken: 'token-2' });
    server.responses['GET /feed?limit=20&nextToken=token-2'] = respondWithPage('Two');
    await pressLink('Load More');
    await screen.findByRole('heading', { name: 'Two' });
    expect(getListItemHeadings()).toEqual(['One', 'Two']);
    screen.getByText('No more articles');
  });

  it('keeps its articles if more fail to load, shows a message, and can retry', async () => {
    await openFeed({ articles: [createArticleMeta('One')], nextToken: 'token-2' });
    await pressLink('Load More');
    await screen.findByText(ERROR_MESSAGES.moreArticlesFailed);
    expect(getListItemHeadings()).toEqual(['One']);
    server.responses['GET /feed?limit=20&nextToken=token-2'] = respondWithPage('Two');
    await pressLink('Load More');
    await screen.findByRole('heading', { name: 'Two' });
  });

  it.each([
    ['all', 'All'],
    ['unread', 'Unread'],
  ] as const)('links to its filters, with %s as the current one', async (show, name) => {
    await openFeed({ articles: [createArticleMeta('One')], show });
    const links = within(screen.getByRole('navigation', { name: feedCopy.filter.label }));
    expect(links.getByRole('link', { name: 'All' }).getAttribute('href')).toBe('/');
    expect(links.getByRole('link', { name: 'Unread' }).getAttribute('href')).toBe('/?show=unread');
    expect(links.getByRole('link', { current: true }).textContent).toBe(name);
    screen.getByText(feedCopy.filter.views[show].announcement);
  });

  it('continues with Load More within its filter', async () => {
    await openFeed({ articles: [createArticleMeta('One')], nextToken: 'token-2', show: 'unread' });
    const more = screen.getByRole('link', { name: 'Load More' });
    expect(more.getAttribute('href')).toBe('/?show=unread&from=token-2');
    server.responses['GET /feed?limit=20&show=unread&nextToken=token-2'] = respondWithPage('Two');
    await pressLink('Load More');
    await screen.findByRole('heading', { name: 'Two' });
  });

  it('says that everything has been read, instead of suggesting authors', async () => {
    await openFeed({ articles: [], followedAuthors: ['Plumbline'], show: 'unread' });
    screen.getByText(feedCopy.filter.nothingUnread);
    screen.getByRole('link', { name: 'All' });
    expect(screen.queryByRole('heading', { name: feedCopy.nothing })).toBeNull();
  });

  it('offers each article a bookmark', async () => {
    await openFeed({ articles: [createArticleMeta('One')] });
    await pressButton('Bookmark One');
    await waitFor(() => expect(server.calls).toContain('PUT /articles/Plumbline/one/bookmark'));
  });
});

describe('the five articles of the day', () => {
  const TITLES = ['One', 'Two', 'Three', 'Four', 'Five'];
  const createDailyFive = (read: number): FeedScreenProps['dailyFive'] =>
    TITLES.map((title, index) => ({
      article: createArticleMeta(title),
      reason: DAILY_FIVE_REASONS[index]!,
      isFinished: index < read,
    }));
  const feedProps = { articles: [createArticleMeta('Six')], followedAuthors: ['Plumbline'] };

  it('come before the feed, with the reason for each and the number of read ones', async () => {
    await openFeed({ ...feedProps, dailyFive: createDailyFive(1) });
    const headings = screen.getAllByRole('heading').map(({ textContent }) => textContent);
    expect(headings).toEqual(['Today’s five', ...TITLES, feedCopy.feed, 'Six']);
    screen.getByRole('heading', { level: 1, name: 'Today’s five' });
    screen.getByText('1 of 5 read');
    const rows = screen.getAllByRole('listitem').slice(0, 2);
    expect(rows.map((row) => row.querySelector('.meta + p')?.textContent)).toEqual([
      'Read',
      'On a topic you chose',
    ]);
    expect(screen.queryByText(dailyFiveCopy.done)).toBeNull();
  });

  it('end when all are read', async () => {
    await openFeed({ ...feedProps, dailyFive: createDailyFive(5) });
    screen.getByText('5 of 5 read');
    screen.getByText('That’s today’s sheet. Tomorrow there is another.');
  });

  it('say that everything was read if there are none', async () => {
    await openFeed({ ...feedProps, dailyFive: [] });
    screen.getByText(dailyFiveCopy.nothing);
    expect(screen.queryByText(/of 0 read/)).toBeNull();
  });

  it('explain the choice, and let the reader change the topics', async () => {
    await openFeed({ ...feedProps, dailyFive: createDailyFive(0), topics: ['nsm'] });
    screen.getByText(dailyFiveCopy.rule);
    await checkTopic('Applied Wisdom');
    await waitForResponses();
    expect(server.lastChange).toMatchObject({
      call: 'PUT /user/topics',
      body: { topics: ['nsm', 'awd'] },
    });
  });

  it('are followed by the articles that the reader has started', async () => {
    const article = createArticleMeta('Left');
    const unfinished = [{ article, section: 'point-3', heardSeconds: null }] as const;
    await openFeed({ ...feedProps, dailyFive: createDailyFive(0), unfinished });
    const section = within(screen.getByRole('region', { name: dailyFiveCopy.continue }));
    const links = section.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toEqual(['/Plumbline/left#point-3', '/Plumbline/left']);
    expect(section.queryByRole('button', { name: /listening/ })).toBeNull();
  });

  it('offer to go on listening to a narration that was left last', async () => {
    const [left, begun] = [createArticleMeta('Left'), createArticleMeta('Begun')];
    const unfinished = [
      { article: left, section: 'point-2', heardSeconds: 131.7 },
      { article: begun, section: null, heardSeconds: 9 },
    ] as const;
    await openFeed({ ...feedProps, dailyFive: createDailyFive(0), unfinished });
    const section = within(screen.getByRole('region', { name: dailyFiveCopy.continue }));
    const links = section.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toEqual(['/Plumbline/left#point-2', '/Plumbline/left', '/Plumbline/begun']);
    const buttons = section.getAllByRole('button', { name: /listening/ });
    expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
      'Continue listening at 2:12: Left',
      'Continue listening at 0:09: Begun',
    ]);
  });
});

describe('a feed that the reader returns to', () => {
  const first = {
    articles: [createArticleMeta('One')],
    nextToken: 'token-2',
    followedAuthors: ['Plumbline'],
  };

  /** Loads the second page of the feed, then reloads the document. */
  async function readOnAndReload(next: Partial<FeedScreenProps>) {
    const view = await openFeed(first);
    server.responses['GET /feed?limit=20&nextToken=token-2'] = respondWithPage('Two');
    await pressLink('Load More');
    await screen.findByRole('heading', { name: 'Two' });
    dispatchEvent(new Event('pagehide'));
    view.unmount();
    await openFeed(next);
    await waitForResponses();
  }

  it('is restored completely after a reload', async () => {
    await readOnAndReload(first);
    expect(getListItemHeadings()).toEqual(['One', 'Two']);
  });

  it('starts at its first page if the reader has followed another author, even if that page is the same', async () => {
    await readOnAndReload({ ...first, followedAuthors: ['Meridian', 'Plumbline'] });
    expect(getListItemHeadings()).toEqual(['One']);
  });

  it('is not shown to the next reader in this tab', async () => {
    const view = await openFeed(first);
    server.responses['GET /feed?limit=20&nextToken=token-2'] = respondWithPage('Two');
    await pressLink('Load More');
    await screen.findByRole('heading', { name: 'Two' });
    view.unmount();
    signIn('bea');
    await openFeed(first);
    await waitForResponses();
    expect(getListItemHeadings()).toEqual(['One']);
  });

  it('is removed from the browser at sign-out', async () => {
    const view = await openFeed(first);
    view.unmount();
    expect(Object.keys(sessionStorage)).toEqual(['cache:list:["feed","ada"]']);

    await openFeed(first);
    act(signOut);
    cleanup();
    expect(Object.keys(sessionStorage)).toEqual([]);
  });
});

describe('an empty feed', () => {
  const empty = {
    articles: [],
    introductions: [
      createArticleMeta('Beams', { authorAlias: 'Gantry', category: 'tae' }),
      createArticleMeta('Votes', { authorAlias: 'Meridian', category: 'sag' }),
      createArticleMeta('Stars', { authorAlias: 'Plumbline', category: 'nsm' }),
    ],
  };

  it('shows a reader who follows nobody a message, and then suggestions', async () => {
    await openFeed(empty);
    screen.getByText(
      'Your feed will show articles from authors you follow. Start following some authors to see their content here!',
    );
    const headings = [...document.querySelectorAll('h1, legend, h2')];
    expect(headings.map(({ textContent }) => textContent)).toEqual([
      'Nothing to Show Here',
      'What are you curious about?',
      'Today’s five',
    ]);
    expect(document.body.textContent).toContain('Welcome, Ada');
    expect(screen.getByRole('link', { name: 'See all authors' }).getAttribute('href')).toBe(
      '/authors',
    );
  });

  it('shows no welcome to a reader who follows an author', async () => {
    await openFeed({ ...empty, followedAuthors: ['Gantry'] });
    screen.getByRole('heading', { level: 1, name: 'Nothing to Show Here' });
    screen.getByText('The authors you follow haven’t published anything yet.');
    expect(document.body.textContent).not.toContain('Welcome');
  });

  it('shows articles of the chosen topics with their authors', async () => {
    await openFeed(empty);
    expect(screen.queryAllByRole('listitem')).toEqual([]);
    const topics = within(screen.getByRole('group', { name: 'What are you curious about?' }));
    expect(topics.getAllByRole('checkbox')).toHaveLength(10);

    await checkTopic('Technology & Engineering');
    await checkTopic('Societies & Governance');
    const regions = screen.getAllByRole('region').slice(0, 2);
    const sections = regions.map((each) => within(each));
    expect(sections.map((each) => each.getAllByRole('heading')[0]!.textContent)).toEqual([
      'Societies & Governance',
      'Technology & Engineering',
    ]);
    sections[0]!.getByRole('link', { name: 'Votes' });
    sections[0]!.getByRole('button', { name: 'Follow Meridian' });
    await checkTopic('Societies & Governance');
    expect(screen.queryByRole('link', { name: 'Votes' })).toBeNull();
  });

  it('shows which topic has no articles', async () => {
    await openFeed(empty);
    await checkTopic('Applied Wisdom');
    screen.getByText('No articles yet.');
    // The request that saves the chosen topic must complete before the next test starts.
    await waitForResponses();
  });

  it('starts with the topics that the reader has chosen, and saves changes in order', async () => {
    await openFeed({ ...empty, topics: ['sag'] });
    screen.getByRole('link', { name: 'Votes' });
    await checkTopic('Technology & Engineering');
    await checkTopic('Societies & Governance');
    await waitForResponses();
    const sent = server.requests.filter(({ call }) => call === 'PUT /user/topics');
    expect(sent.map(({ body }) => body)).toEqual([{ topics: ['sag', 'tae'] }, { topics: ['tae'] }]);
  });

  it('says if the topics could not be saved', async () => {
    await openFeed(empty);
    server.responses['PUT /user/topics'] = createErrorResponder(500);
    await checkTopic('Societies & Governance');
    await screen.findByText(dailyFiveCopy.topicsFailed);
  });

  it('counts the follows up to the three free ones, and opens the feed without navigation', async () => {
    await openFeed(empty);
    screen.getByText(/follow up to 3 authors/);
    await checkTopic('Technology & Engineering');
    await checkTopic('Societies & Governance');
    expect(screen.queryByRole('button', { name: 'Open your feed' })).toBeNull();
    await pressButton('Follow Gantry');
    await screen.findByText('1 of 3 followed', { selector: '[role=status]' });
    await pressButton('Follow Meridian');
    await screen.findByText('2 of 3 followed', { selector: '[role=status]' });

    server.pages['/'] = [
      'feed',
      createFeedProps({ articles: [createArticleMeta('One', { authorAlias: 'Gantry' })] }),
    ];
    await pressButton('Open your feed');
    await screen.findByRole('heading', { level: 2, name: 'One' });
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
    expect(scrollTo).toHaveBeenCalledWith({ top: 0, behavior: 'instant' });
  });

  it('shows when the three free follows are used', async () => {
    server.responses['GET /users/me/following'] = createJsonResponder({
      authors: ['Gantry', 'Meridian', 'Plumbline'],
    });
    await openFeed(empty);
    await checkTopic('Technology & Engineering');
    await screen.findByText('3 of 3 followed', { selector: '[role=status]' });
  });

  it('shows no limit to a Premium reader', async () => {
    signIn('ada', { tier: 'premium' });
    await openFeed(empty);
    expect(screen.queryByText(/up to 3/)).toBeNull();
    await checkTopic('Technology & Engineering');
    await pressButton('Follow Gantry');
    await screen.findByText('1 followed', { selector: '[role=status]' });
  });

  it('can be opened after following in another tab', async () => {
    await openFeed(empty);
    await checkTopic('Technology & Engineering');
    await waitFor(() => expect(server.calls).toContain('GET /users/me/following'));
    await waitForResponses();
    server.pages['/'] = [
      'feed',
      createFeedProps({ articles: [createArticleMeta('One', { authorAlias: 'Gantry' })] }),
    ];
    act(() => {
      cacheValue('follows', 'ada', ['Gantry']);
      dispatchEvent(new StorageEvent('storage', { key: 'cache:follows' }));
    });
    await waitForResponses();
    await pressButton('Open your feed');
    await screen.findByRole('heading', { level: 2, name: 'One' });
  });
});

function createFeedProps(props: Partial<FeedScreenProps>): FeedScreenProps {
  return {
    timestamp: '2026-11-20T06:00:00.000Z',
    userInfo: { name: 'Ada', email: 'ada@example.org' },
    articles: [],
    authors: {},
    nextToken: null,
    from: null,
    followedAuthors: [],
    introductions: [],
    dailyFive: [],
    unfinished: [],
    lineOfDay: null,
    topics: [],
    show: 'all',
    ...props,
  };
}

function openFeed(props: Partial<FeedScreenProps>) {
  server.pages['/'] = ['feed', createFeedProps(props)];
  return openPage('/', FeedScreen);
}

const respondWithPage = (title: string) =>
  createJsonResponder({ metas: [createArticleMeta(title)], authors: {}, nextToken: null });

const checkTopic = (name: string) => userEvent.click(screen.getByRole('checkbox', { name }));
