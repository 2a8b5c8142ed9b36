// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MESSAGES } from '#domain/messages.ts';
import { closePrompt, usePrompt } from '#web/lib/prompts.ts';
import { currentReader } from '#web/lib/session.ts';
import { signIn, signOut } from '#web/testing/reader.ts';
import { Toaster } from '#web/ui/toast.tsx';
import { BookmarkButton } from './bookmark-button.tsx';

const ARTICLE = { authorAlias: 'Plumbline', id: 'a1', title: 'A number' };
const OTHER = { authorAlias: 'Plumbline', id: 'a2', title: 'Another number' };
/** SHA-256 of nothing: a bookmark's call has no body. */
const HASH_OF_NOTHING = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

const calls = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
let bookmarked: { authorAlias: string; id: string }[];
let onChange: () => Response;

const page = (
  <QueryClientProvider client={new QueryClient()}>
    <BookmarkButton article={ARTICLE} />
  </QueryClientProvider>
);

function Prompt() {
  const prompt = usePrompt();
  return <output>{prompt && JSON.stringify(prompt)}</output>;
}

/** A page with a list of articles, once the reader's bookmarks are there. */
async function openList() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <BookmarkButton article={ARTICLE} quiet />
      <BookmarkButton article={OTHER} quiet />
      <Prompt />
      <Toaster />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(isBookmarked(OTHER)).toBe('true'));
}

const button = ({ title }: { title: string }) =>
  screen.getByRole('button', { name: `Bookmark ${title}` });
const isBookmarked = (article: { title: string }) => button(article).getAttribute('aria-pressed');
/** Lets the answer arrive, and the query cache tell of it. */
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)));
async function press(article: { title: string }) {
  fireEvent.click(button(article));
  await settle();
}
/** Method, address and hash of the calls that changed something. */
const changes = () =>
  calls.mock.calls
    .filter(([, { method }]) => method)
    .map(([url, { method, headers }]) => [
      method,
      url,
      new Headers(headers).get('x-content-sha256'),
    ]);

beforeEach(() => {
  localStorage.clear();
  bookmarked = [OTHER];
  onChange = () => new Response(null, { status: 204 });
  calls.mockReset().mockImplementation(async (_, { method }) => {
    return method ? onChange() : Response.json({ data: { metas: bookmarked } });
  });
  vi.stubGlobal('fetch', calls);
  signIn('ada');
});
afterEach(() => {
  act(closePrompt);
  cleanup();
  signOut();
});

it('is in the server’s page as it looks to somebody who has not bookmarked', () => {
  expect(renderToString(page)).toMatch(/^<button [^>]*needs-js[^>]*aria-pressed="false"/);
});

it('has, alone on its page, the name of what it does', async () => {
  render(page);
  screen.getByRole('button', { name: 'Bookmark' });
  await settle();
});

it('asks once for all bookmarks a reader can have, for all buttons of a page', async () => {
  await openList();
  expect(calls.mock.calls.map(([url]) => url)).toEqual(['/api/v1/bookmarks?limit=1000']);
  expect(isBookmarked(ARTICLE)).toBe('false');
});

describe('a press', () => {
  it('bookmarks the article, and the next one takes that back', async () => {
    await openList();
    await press(ARTICLE);
    expect(isBookmarked(ARTICLE)).toBe('true');
    await press(ARTICLE);
    expect(isBookmarked(ARTICLE)).toBe('false');
    const address = '/api/v1/articles/Plumbline/a1/bookmark';
    expect(changes()).toEqual([
      ['PUT', address, HASH_OF_NOTHING],
      ['DELETE', address, null],
    ]);
  });

  it('keeps the focus where it is while the answer is awaited', async () => {
    await openList();
    const { promise, resolve } = Promise.withResolvers<Response>();
    calls.mockReturnValueOnce(promise);
    button(ARTICLE).focus();
    await press(ARTICLE);
    expect(button(ARTICLE).getAttribute('aria-disabled')).toBe('true');
    expect(document.activeElement).toBe(button(ARTICLE));
    resolve(new Response(null, { status: 204 }));
    await settle();
    expect(button(ARTICLE).getAttribute('aria-disabled')).toBe('false');
    expect(document.activeElement).toBe(button(ARTICLE));
  });

  it('that fails says so', async () => {
    await openList();
    onChange = () => Response.json({ error: 'Out of order' }, { status: 500 });
    await press(ARTICLE);
    expect(screen.getByRole('alert').textContent).toBe(MESSAGES.bookmarkFailed);
    expect(isBookmarked(ARTICLE)).toBe('false');
  });

  it('in a session that has ended makes the page a signed-out one, and asks to sign in', async () => {
    await openList();
    onChange = () => Response.json({ error: 'Sign in first.' }, { status: 401 });
    await press(ARTICLE);
    expect(currentReader()).toBeNull();
    expect(document.documentElement.dataset.signedIn).toBeUndefined();
    expect([isBookmarked(ARTICLE), isBookmarked(OTHER)]).toEqual(['false', 'false']);
    expect(JSON.parse(document.querySelector('output')!.textContent!)).toEqual({
      kind: 'sign-in',
      intent: { action: 'bookmark', article: { authorAlias: 'Plumbline', id: 'a1' } },
    });
  });
});
