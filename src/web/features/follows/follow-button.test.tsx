// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ERROR_MESSAGES } from '#domain/messages.ts';
import { changeReaderSetItem } from '#web/reader/reader-sets.ts';
import { signIn } from '#web/testing/reader.ts';
import {
  pressButton,
  renderOnPage,
  resetPage,
  waitForResponses,
  withPageContext,
} from '#web/testing/render.tsx';
import {
  createErrorResponder,
  createJsonResponder,
  type FakeServer,
  startFakeServer,
} from '#web/testing/server.ts';
import { FollowButton } from './follow-button.tsx';
import { followSet } from './follow-set.ts';
import { useFollowerCount } from './follower-count.ts';

const LIST_FOLLOWED = 'GET /users/me/following';
const FOLLOW = 'PUT /authors/Plumbline/follow';
const UNFOLLOW = 'DELETE /authors/Plumbline/follow';

let server: FakeServer;

/** All follower counts that the author's page has shown, even for a single frame. */
let shownCounts: number[];

/** An author's page that shows a follower count. */
function AuthorPage({ followerCount }: { followerCount: number }) {
  const count = useFollowerCount({ alias: 'Plumbline', followerCount });
  shownCounts.push(count);
  return (
    <>
      <p>{`${count} followers`}</p>
      <FollowButton alias="Plumbline" />
    </>
  );
}

async function renderAndWait(element: React.ReactNode) {
  const { rerender } = renderOnPage(element);
  await waitForResponses();
  /** Navigates to another screen in the same tab. */
  return async (next: React.ReactNode) => {
    rerender(next);
    await waitForResponses();
  };
}

beforeEach(() => {
  shownCounts = [];
  server = startFakeServer();
  server.responses[LIST_FOLLOWED] = createJsonResponder({ authors: [] });
  signIn('ada');
});
afterEach(resetPage);

it('is rendered by the server as not followed', () => {
  const html = renderToString(withPageContext(<FollowButton alias="Plumbline" />));
  expect(html).toMatch(/^<button [^>]*needs-js[^>]*aria-pressed="false"[^>]*><span><span>Follow</);
});

it('shows for each author by name whether the reader follows them', async () => {
  server.responses[LIST_FOLLOWED] = createJsonResponder({ authors: ['Ballast'] });
  await renderAndWait(
    <>
      <FollowButton alias="Plumbline" />
      <FollowButton alias="Ballast" />
    </>,
  );
  expect(screen.getByRole('button', { name: 'Follow Plumbline' }).ariaPressed).toBe('false');
  expect(screen.getByRole('button', { name: 'Following Ballast' }).ariaPressed).toBe('true');
  expect(server.calls).toEqual([LIST_FOLLOWED]);
});

it('follows the author, and unfollows with the next press', async () => {
  await renderAndWait(<FollowButton alias="Plumbline" />);
  await pressButton('Follow Plumbline');
  await pressButton('Following Plumbline');
  screen.getByRole('button', { name: 'Follow Plumbline' });
  expect(server.changes).toEqual([FOLLOW, UNFOLLOW]);
});

it('shows a message if it fails', async () => {
  server.responses[FOLLOW] = createErrorResponder(500);
  await renderAndWait(<FollowButton alias="Plumbline" />);
  await pressButton('Follow Plumbline');
  expect(screen.getByRole('alert').textContent).toBe(ERROR_MESSAGES.followFailed);
  screen.getByRole('button', { name: 'Follow Plumbline' });
});

describe('the follower count on an author’s page', () => {
  it('is that of the newest payload', async () => {
    const navigateTo = await renderAndWait(<AuthorPage followerCount={7} />);
    expect(new Set(shownCounts)).toEqual(new Set([7]));
    await navigateTo(<p>Elsewhere</p>);
    shownCounts = [];
    await navigateTo(<AuthorPage followerCount={9} />);
    expect(new Set(shownCounts)).toEqual(new Set([9]));
    await pressButton('Follow Plumbline');
    screen.getByText('10 followers');
  });

  it('rises and falls by one with the reader’s presses', async () => {
    await renderAndWait(<AuthorPage followerCount={7} />);
    await pressButton('Follow Plumbline');
    screen.getByText('8 followers');
    await pressButton('Following Plumbline');
    screen.getByText('7 followers');
  });

  it('does not change if following fails', async () => {
    server.responses[FOLLOW] = createErrorResponder(500);
    await renderAndWait(<AuthorPage followerCount={7} />);
    await pressButton('Follow Plumbline');
    screen.getByText('7 followers');
  });

  it.each([
    ['does not count the reader yet', 7],
    ['counts the reader', 8],
  ])('stays correct when a later payload %s', async (_, laterCount) => {
    const navigateTo = await renderAndWait(<AuthorPage followerCount={7} />);
    await pressButton('Follow Plumbline');
    await navigateTo(<p>Elsewhere</p>);
    await navigateTo(<AuthorPage followerCount={laterCount} />);
    screen.getByText('8 followers');
    await pressButton('Following Plumbline');
    screen.getByText('7 followers');
  });

  it('changes with a press on another screen', async () => {
    const navigateTo = await renderAndWait(<AuthorPage followerCount={7} />);
    await navigateTo(<FollowButton alias="Plumbline" size="small" />);
    await pressButton('Follow Plumbline');
    await navigateTo(<AuthorPage followerCount={7} />);
    screen.getByText('8 followers');
  });

  it('does not change for a reader who already follows', async () => {
    server.responses[LIST_FOLLOWED] = createJsonResponder({ authors: ['Plumbline'] });
    await renderAndWait(<AuthorPage followerCount={7} />);
    await act(() => changeReaderSetItem(followSet, 'Plumbline', true));
    await waitForResponses();
    screen.getByText('7 followers');
  });
});
