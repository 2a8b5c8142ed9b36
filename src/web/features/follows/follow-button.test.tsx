// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MESSAGES } from '#domain/messages.ts';
import { changeMembership } from '#web/lib/reader-sets.ts';
import { signIn, signOut } from '#web/testing/reader.ts';
import { Toaster } from '#web/ui/toast.tsx';
import { FollowButton } from './follow-button.tsx';
import { useFollowerCount } from './follower-count.ts';
import { follows } from './follows.ts';

const calls = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
let followed: string[];
let onChange: () => Response;
let queries: QueryClient;

/** Every number that has stood on an author's page, if only for a frame. */
let shown: number[];

/** An author's page, which says how many followers it has counted. */
function AuthorPage({ followerCount }: { followerCount: number }) {
  const count = useFollowerCount({ alias: 'Plumbline', followerCount });
  shown.push(count);
  return (
    <>
      <p>{count} followers</p>
      <FollowButton alias="Plumbline" />
    </>
  );
}

const inApp = (children: React.ReactNode) => (
  <QueryClientProvider client={queries}>
    {children}
    <Toaster />
  </QueryClientProvider>
);

async function open(children: React.ReactNode) {
  const { rerender } = render(inApp(children));
  await settle();
  /** Moves to another screen, in the same tab. */
  return async (next: React.ReactNode) => {
    rerender(inApp(next));
    await settle();
  };
}

/** Lets the answer arrive, and the query cache tell of it. */
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)));
async function press(name: string) {
  fireEvent.click(screen.getByRole('button', { name }));
  await settle();
}
const refuse = () => Response.json({ error: 'Out of order' }, { status: 500 });

beforeEach(() => {
  localStorage.clear();
  queries = new QueryClient();
  followed = [];
  shown = [];
  onChange = () => new Response(null, { status: 204 });
  calls.mockReset().mockImplementation(async (_, { method }) => {
    return method ? onChange() : Response.json({ data: { authors: followed } });
  });
  vi.stubGlobal('fetch', calls);
  signIn('ada');
});
afterEach(() => {
  cleanup();
  signOut();
});

it('is in the server’s page as it looks to somebody who does not follow', () => {
  const html = renderToString(inApp(<FollowButton alias="Plumbline" />));
  expect(html).toMatch(/^<button [^>]*needs-js[^>]*aria-pressed="false"[^>]*><span>Follow</);
});

it('says whom the reader follows, for each author by name', async () => {
  followed = ['Ballast'];
  await open(
    <>
      <FollowButton alias="Plumbline" />
      <FollowButton alias="Ballast" />
    </>,
  );
  expect(screen.getByRole('button', { name: 'Follow Plumbline' }).ariaPressed).toBe('false');
  expect(screen.getByRole('button', { name: 'Following Ballast' }).ariaPressed).toBe('true');
  expect(calls.mock.calls.map(([url]) => url)).toEqual(['/api/v1/users/me/following']);
});

it('follows, and with the next press no longer', async () => {
  await open(<FollowButton alias="Plumbline" />);
  await press('Follow Plumbline');
  await press('Following Plumbline');
  screen.getByRole('button', { name: 'Follow Plumbline' });
  const changes = calls.mock.calls.slice(1).map(([url, { method }]) => [method, url]);
  const address = '/api/v1/authors/Plumbline/follow';
  expect(changes).toEqual([
    ['PUT', address],
    ['DELETE', address],
  ]);
});

it('says that it failed', async () => {
  onChange = refuse;
  await open(<FollowButton alias="Plumbline" />);
  await press('Follow Plumbline');
  expect(screen.getByRole('alert').textContent).toBe(MESSAGES.followFailed);
  screen.getByRole('button', { name: 'Follow Plumbline' });
});

describe('the followers an author’s page shows', () => {
  it('are those the page has counted, the newest page’s', async () => {
    const moveTo = await open(<AuthorPage followerCount={7} />);
    expect(new Set(shown)).toEqual(new Set([7]));
    await moveTo(<p>Elsewhere</p>);
    shown = [];
    await moveTo(<AuthorPage followerCount={9} />);
    expect(new Set(shown)).toEqual(new Set([9]));
    await press('Follow Plumbline');
    screen.getByText('10 followers');
  });

  it('go up and down by one with the reader', async () => {
    await open(<AuthorPage followerCount={7} />);
    await press('Follow Plumbline');
    screen.getByText('8 followers');
    await press('Following Plumbline');
    screen.getByText('7 followers');
  });

  it('stay as they were when that fails', async () => {
    onChange = refuse;
    await open(<AuthorPage followerCount={7} />);
    await press('Follow Plumbline');
    screen.getByText('7 followers');
  });

  it.each([
    ['has not counted the reader yet', 7],
    ['has', 8],
  ])('stay so when another page is shown that %s', async (_, counted) => {
    const moveTo = await open(<AuthorPage followerCount={7} />);
    await press('Follow Plumbline');
    await moveTo(<p>Elsewhere</p>);
    await moveTo(<AuthorPage followerCount={counted} />);
    screen.getByText('8 followers');
    await press('Following Plumbline');
    screen.getByText('7 followers');
  });

  it('move with a press on another screen too', async () => {
    const moveTo = await open(<AuthorPage followerCount={7} />);
    await moveTo(<FollowButton alias="Plumbline" size="small" />);
    await press('Follow Plumbline');
    await moveTo(<AuthorPage followerCount={7} />);
    screen.getByText('8 followers');
  });

  it('do not move for a reader who follows already', async () => {
    followed = ['Plumbline'];
    await open(<AuthorPage followerCount={7} />);
    await act(() => changeMembership(queries, follows, 'Plumbline', true));
    await settle();
    screen.getByText('7 followers');
  });
});
