// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ArticleMeta } from '#domain/article.ts';
import { MESSAGES } from '#domain/messages.ts';
import { Toaster } from '#web/ui/toast.tsx';
import { ArticleList } from './article-list.tsx';

const article = (title: string): ArticleMeta => ({
  id: `id-of-${title}`,
  authorAlias: 'Plumbline',
  path: `/Plumbline/${title.toLowerCase()}`,
  title,
  tagline: 'A tagline.',
  category: 'nsm',
  subcategory: 'mea',
  readingMinutes: 4,
  createdAt: '2026-11-20T06:00:00.000Z',
  hasAudio: false,
  image: { src: '/x.jpg', alt: '', attributionHtml: '', ground: 'nsm-dark' },
});

const firstPage = (nextToken: string | null, titles = ['One', 'Two']) => ({
  articles: titles.map(article),
  authors: {},
  nextToken,
  timestamp: '2026-11-20T06:00:00.000Z',
});

const calls = vi.fn<(url: string) => Promise<Response>>();
const answer = (metas: ArticleMeta[], nextToken: string | null = null) =>
  calls.mockResolvedValueOnce(Response.json({ data: { metas, authors: {}, nextToken } }));
const refuse = () =>
  calls.mockResolvedValueOnce(Response.json({ error: 'Out of order' }, { status: 500 }));

function show(props: Parameters<typeof ArticleList>[0], client = new QueryClient()) {
  client.setDefaultOptions({ queries: { retry: false } });
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <ArticleList {...props} />
        <Toaster />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const titles = () =>
  screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
/** Lets the answer arrive, and the query cache tell of it. */
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)));
async function loadMore() {
  fireEvent.click(screen.getByRole('button', { name: 'Load More' }));
  await settle();
}
const action = ({ title }: ArticleMeta) => <button type="button">Keep {title}</button>;
const list = { filters: { alias: 'Plumbline' }, sizes: '100vw', action };

beforeEach(() => {
  calls.mockReset();
  sessionStorage.clear();
  vi.stubGlobal('fetch', calls);
});
afterEach(cleanup);

describe('a list that starts from the page of the payload', () => {
  it('asks for nothing until Load More is pressed, then for the next page with its filters', async () => {
    show({ ...list, initial: firstPage('token-2') });
    expect(titles()).toEqual(['One', 'Two']);
    expect(calls).not.toHaveBeenCalled();

    answer([article('Three')]);
    await loadMore();
    expect(calls.mock.calls[0]![0]).toBe(
      '/api/v1/articles?alias=Plumbline&limit=10&nextToken=token-2',
    );
    expect(titles()).toEqual(['One', 'Two', 'Three']);
    screen.getByText('No more articles');
  });

  it('puts the keyboard on the first article that is new', async () => {
    show({ ...list, initial: firstPage('token-2') });
    answer([article('Three'), article('Four')], 'token-3');
    await loadMore();
    expect(document.activeElement?.textContent).toContain('Three');
  });

  it('lets something be done with each article on its card, later ones too', async () => {
    show({ ...list, initial: firstPage('token-2') });
    answer([article('Three')]);
    await loadMore();
    for (const title of ['One', 'Two', 'Three'])
      screen.getByRole('button', { name: `Keep ${title}` });
  });

  it('ends at an empty page, whatever its token says', async () => {
    show({ ...list, initial: firstPage('token-2') });
    answer([], 'token-3');
    await loadMore();
    screen.getByText('No more articles');
  });

  it('keeps what it has when the next page fails, and can be asked again', async () => {
    show({ ...list, initial: firstPage('token-2') });
    refuse();
    await loadMore();
    screen.getByText(MESSAGES.moreArticlesFailed);
    expect(titles()).toEqual(['One', 'Two']);

    answer([article('Three')]);
    await loadMore();
    expect(titles()).toEqual(['One', 'Two', 'Three']);
  });

  it('says when there is nothing, and where to go on', () => {
    show({ ...list, initial: firstPage(null, []) });
    screen.getByRole('heading', { name: 'No articles found' });
    expect(screen.getByRole('link').getAttribute('href')).toBe('/articles');
  });
});

describe('a list without a page to start from', () => {
  it('asks for the first one', async () => {
    answer([article('One')]);
    show({ ...list, filters: { category: 'nsm' } });
    await screen.findByRole('heading', { name: 'One' });
    expect(calls.mock.calls[0]![0]).toBe('/api/v1/articles?category=nsm&limit=10');
  });

  it('says that it failed, and tries again when told to', async () => {
    refuse();
    show({ ...list, filters: {} });
    const again = await screen.findByRole('button', { name: 'Try Again' });
    screen.getByText(MESSAGES.articlesFailed);

    answer([article('One')]);
    fireEvent.click(again);
    await screen.findByRole('heading', { name: 'One' });
  });
});

describe('a list the reader comes back to', () => {
  it('is whole at once from the cache', async () => {
    const client = new QueryClient();
    const first = show({ ...list, initial: firstPage('token-2') }, client);
    answer([article('Three')]);
    await loadMore();
    first.unmount();

    show({ ...list, initial: firstPage('token-2') }, client);
    expect(titles()).toEqual(['One', 'Two', 'Three']);
  });

  it('is whole again after a reload', async () => {
    const first = show({ ...list, initial: firstPage('token-2') });
    answer([article('Three')]);
    await loadMore();
    dispatchEvent(new Event('pagehide'));
    first.unmount();

    show({ ...list, initial: firstPage('token-2') });
    await screen.findByRole('heading', { name: 'Three' });
  });

  it('starts anew when its first page is another one by now', async () => {
    const first = show({ ...list, initial: firstPage('token-2') });
    answer([article('Three')]);
    await loadMore();
    first.unmount();

    show({ ...list, initial: firstPage('token-2', ['Newer', 'One']) });
    await settle();
    expect(titles()).toEqual(['Newer', 'One']);
  });
});
