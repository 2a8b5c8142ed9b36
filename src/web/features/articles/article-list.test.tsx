// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ListedArticle } from '#domain/article.ts';
import { ERROR_MESSAGES } from '#domain/messages.ts';
import {
  createTestQueryClient,
  pressButton,
  pressLink,
  renderOnPage,
  resetPage,
  waitForResponses,
} from '#web/testing/render.tsx';
import { createArticleMeta } from '#web/testing/samples.ts';
import {
  createErrorResponder,
  createJsonResponder,
  type FakeServer,
  goOffline,
  goOnline,
  rejectAsOffline,
  startFakeServer,
} from '#web/testing/server.ts';
import { ArticleList } from './article-list.tsx';

const NEXT_PAGE = 'GET /articles?alias=Plumbline&limit=10&nextToken=token-2';

const createFirstPage = (nextToken: string | null, titles = ['One', 'Two']) => ({
  articles: titles.map((title) => createArticleMeta(title)),
  authors: {},
  nextToken,
  from: null,
  timestamp: '2026-11-20T06:00:00.000Z',
});

const createPageResponder = (titles: string[], nextToken: string | null = null) =>
  createJsonResponder({
    metas: titles.map((title) => createArticleMeta(title)),
    authors: {},
    nextToken,
  });

let server: FakeServer;

const listTitles = () =>
  screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

const action = ({ title }: ListedArticle) => <button type="button">Keep {title}</button>;
const nothing = <p>Nothing by Plumbline</p>;
const props = {
  filters: { alias: 'Plumbline' },
  address: '/list',
  sizes: '100vw',
  action,
  nothing,
};

beforeEach(() => {
  server = startFakeServer();
});
afterEach(resetPage);

describe('a list that starts from the page of the payload', () => {
  it('requests nothing until Load More is pressed, then the next page with its filters', async () => {
    renderOnPage(<ArticleList {...props} initial={createFirstPage('token-2')} />);
    expect(listTitles()).toEqual(['One', 'Two']);
    expect(server.calls).toEqual([]);

    server.responses[NEXT_PAGE] = createPageResponder(['Three']);
    await pressLink('Load More');
    expect(server.calls).toEqual([NEXT_PAGE]);
    expect(listTitles()).toEqual(['One', 'Two', 'Three']);
    screen.getByText('No more articles');
  });

  it('links to a page that starts where this one ends, without scripts', async () => {
    const getNextLink = () => screen.getByRole('link', { name: 'Load More' });
    renderOnPage(<ArticleList {...props} initial={createFirstPage('token-2')} />);
    expect([getNextLink().getAttribute('href'), getNextLink().getAttribute('rel')]).toEqual([
      '/list?from=token-2',
      'next',
    ]);
    server.responses[NEXT_PAGE] = createPageResponder(['Three'], 'token/3');
    await pressLink('Load More');
    expect(getNextLink().getAttribute('href')).toBe('/list?from=token%2F3');
  });

  it('keeps the parameters of its URL in the URL of the next page', () => {
    renderOnPage(
      <ArticleList {...props} address="/list?category=nsm" initial={createFirstPage('token-2')} />,
    );
    const nextLink = screen.getByRole('link', { name: 'Load More' });
    expect(nextLink.getAttribute('href')).toBe('/list?category=nsm&from=token-2');
  });

  it('lets the browser handle a press that opens another tab', async () => {
    renderOnPage(<ArticleList {...props} initial={createFirstPage('token-2')} />);
    const nextLink = screen.getByRole('link', { name: 'Load More' });
    const isHandledByBrowser = fireEvent.click(nextLink, { ctrlKey: true });
    await waitForResponses();
    expect(isHandledByBrowser).toBe(true);
    expect(server.calls).toEqual([]);
  });

  it('focuses the first new article', async () => {
    renderOnPage(<ArticleList {...props} initial={createFirstPage('token-2')} />);
    server.responses[NEXT_PAGE] = createPageResponder(['Three', 'Four'], 'token-3');
    await pressLink('Load More');
    expect(document.activeElement?.textContent).toContain('Three');
  });

  it('renders the given action on every card, also on later pages', async () => {
    renderOnPage(<ArticleList {...props} initial={createFirstPage('token-2')} />);
    server.responses[NEXT_PAGE] = createPageResponder(['Three']);
    await pressLink('Load More');
    for (const title of ['One', 'Two', 'Three'])
      screen.getByRole('button', { name: `Keep ${title}` });
  });

  it('ends at an empty page, even if it has a token', async () => {
    renderOnPage(<ArticleList {...props} initial={createFirstPage('token-2')} />);
    server.responses[NEXT_PAGE] = createPageResponder([], 'token-3');
    await pressLink('Load More');
    screen.getByText('No more articles');
  });

  it('keeps its articles if the next page fails, and can retry', async () => {
    renderOnPage(<ArticleList {...props} initial={createFirstPage('token-2')} />);
    server.responses[NEXT_PAGE] = createErrorResponder(500);
    await pressLink('Load More');
    screen.getByText(ERROR_MESSAGES.moreArticlesFailed);
    expect(listTitles()).toEqual(['One', 'Two']);

    server.responses[NEXT_PAGE] = createPageResponder(['Three']);
    await pressLink('Load More');
    expect(listTitles()).toEqual(['One', 'Two', 'Three']);
  });

  it('shows the given message if it is empty', () => {
    renderOnPage(<ArticleList {...props} initial={createFirstPage(null, [])} />);
    screen.getByText('Nothing by Plumbline');
  });
});

describe('a list that starts at a later page', () => {
  const laterPage = { ...createFirstPage('token-3', ['Eleven']), from: 'token-2' };

  it('continues from that page, and links back to its start', async () => {
    renderOnPage(<ArticleList {...props} initial={laterPage} />);
    const backLink = screen.getByRole('link', { name: 'Back to the start of the list' });
    expect(backLink.getAttribute('href')).toBe('/list');
    server.responses['GET /articles?alias=Plumbline&limit=10&nextToken=token-3'] =
      createPageResponder(['Twelve']);
    await pressLink('Load More');
    expect(listTitles()).toEqual(['Eleven', 'Twelve']);
  });

  it('is cached separately from the list that starts at its first page', async () => {
    const queries = createTestQueryClient();
    const view = renderOnPage(<ArticleList {...props} initial={laterPage} />, { queries });
    view.unmount();
    renderOnPage(<ArticleList {...props} initial={createFirstPage('token-2')} />, { queries });
    expect(listTitles()).toEqual(['One', 'Two']);
    expect(screen.queryByText('Back to the start of the list')).toBeNull();
  });
});

describe('a list without a page to start from', () => {
  it('requests the first page', async () => {
    const request = 'GET /articles?category=nsm&limit=10';
    server.responses[request] = createPageResponder(['One']);
    renderOnPage(<ArticleList {...props} filters={{ category: 'nsm' }} />);
    await screen.findByRole('heading', { name: 'One' });
    expect(server.calls).toEqual([request]);
  });

  it('reports a failure, and retries on request', async () => {
    server.responses['GET /articles?limit=10'] = createErrorResponder(500);
    renderOnPage(<ArticleList {...props} filters={{}} />);
    await screen.findByRole('button', { name: 'Try Again' });
    screen.getByText(ERROR_MESSAGES.articlesFailed);

    server.responses['GET /articles?limit=10'] = createPageResponder(['One']);
    await pressButton('Try Again');
    await screen.findByRole('heading', { name: 'One' });
  });
});

describe('a list in a browser that is offline', () => {
  it('shows that its articles did not load, and loads them once the browser is online', async () => {
    server.responses['GET /articles?limit=10'] = rejectAsOffline;
    goOffline();
    renderOnPage(<ArticleList {...props} filters={{}} />);
    await screen.findByText(ERROR_MESSAGES.articlesFailed);
    screen.getByRole('button', { name: 'Try Again' });

    server.responses['GET /articles?limit=10'] = createPageResponder(['One']);
    goOnline();
    await screen.findByRole('heading', { name: 'One' });
  });

  it('shows that no more articles were loaded', async () => {
    server.responses[NEXT_PAGE] = rejectAsOffline;
    renderOnPage(<ArticleList {...props} initial={createFirstPage('token-2')} />);
    goOffline();
    await pressLink('Load More');
    await screen.findByText(ERROR_MESSAGES.moreArticlesFailed);
    expect(listTitles()).toEqual(['One', 'Two']);
    screen.getByRole('link', { name: 'Load More' });
  });
});

describe('a list that the reader returns to', () => {
  it('is restored completely from the cache', async () => {
    const queries = createTestQueryClient();
    const view = renderOnPage(<ArticleList {...props} initial={createFirstPage('token-2')} />, {
      queries,
    });
    server.responses[NEXT_PAGE] = createPageResponder(['Three']);
    await pressLink('Load More');
    view.unmount();

    renderOnPage(<ArticleList {...props} initial={createFirstPage('token-2')} />, { queries });
    expect(listTitles()).toEqual(['One', 'Two', 'Three']);
  });

  it('is restored completely after a reload', async () => {
    const view = renderOnPage(<ArticleList {...props} initial={createFirstPage('token-2')} />);
    server.responses[NEXT_PAGE] = createPageResponder(['Three']);
    await pressLink('Load More');
    dispatchEvent(new Event('pagehide'));
    view.unmount();

    renderOnPage(<ArticleList {...props} initial={createFirstPage('token-2')} />);
    await screen.findByRole('heading', { name: 'Three' });
  });

  it('starts at its first page if that page has changed', async () => {
    const view = renderOnPage(<ArticleList {...props} initial={createFirstPage('token-2')} />);
    server.responses[NEXT_PAGE] = createPageResponder(['Three']);
    await pressLink('Load More');
    view.unmount();

    renderOnPage(<ArticleList {...props} initial={createFirstPage('token-2', ['Newer', 'One'])} />);
    await waitForResponses();
    expect(listTitles()).toEqual(['Newer', 'One']);
  });
});
