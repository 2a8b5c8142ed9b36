// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ERROR_MESSAGES } from '#domain/messages.ts';
import { readCurrentReader } from '#web/reader/session.ts';
import { signIn } from '#web/testing/reader.ts';
import {
  getCurrentPrompt,
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
  respondNoContent,
  startFakeServer,
} from '#web/testing/server.ts';
import { BookmarkButton } from './bookmark-button.tsx';

const ARTICLE = { authorAlias: 'Plumbline', id: 'a1', title: 'A number' };
const OTHER = { authorAlias: 'Plumbline', id: 'a2', title: 'Another number' };
/** SHA-256 hash of an empty body: a request that adds a bookmark has no body. */
const HASH_OF_NOTHING = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

const BOOKMARKED = 'GET /bookmarks/ids';
const BOOKMARK = 'PUT /articles/Plumbline/a1/bookmark';
const TAKE_BACK = 'DELETE /articles/Plumbline/a1/bookmark';

let server: FakeServer;

/** Opens a page with a list of articles, and waits for the reader's bookmarks. */
async function openList() {
  renderOnPage(
    <>
      <BookmarkButton article={ARTICLE} quiet />
      <BookmarkButton article={OTHER} quiet />
    </>,
  );
  await waitFor(() => expect(isBookmarked(OTHER)).toBe('true'));
}

const nameOf = ({ title }: { title: string }) => `Bookmark ${title}`;
const button = (article: { title: string }) =>
  screen.getByRole('button', { name: nameOf(article) });
const isBookmarked = (article: { title: string }) => button(article).getAttribute('aria-pressed');

beforeEach(() => {
  server = startFakeServer();
  server.responses[BOOKMARKED] = createJsonResponder({ ids: ['Plumbline:a2'] });
  signIn('ada');
});
afterEach(resetPage);

it('is rendered by the server as not bookmarked', () => {
  const html = renderToString(withPageContext(<BookmarkButton article={ARTICLE} />));
  expect(html).toMatch(/^<button [^>]*needs-js[^>]*aria-pressed="false"/);
});

it('is named after its action if it is the only one on its page', async () => {
  renderOnPage(<BookmarkButton article={ARTICLE} />);
  screen.getByRole('button', { name: 'Bookmark' });
  await waitForResponses();
});

it('requests all bookmarks once for all buttons of a page', async () => {
  await openList();
  expect(server.calls).toEqual([BOOKMARKED]);
  expect(isBookmarked(ARTICLE)).toBe('false');
});

describe('a press', () => {
  it('bookmarks the article, and the next press removes the bookmark', async () => {
    await openList();
    await pressButton(nameOf(ARTICLE));
    expect(isBookmarked(ARTICLE)).toBe('true');
    await pressButton(nameOf(ARTICLE));
    expect(isBookmarked(ARTICLE)).toBe('false');
    expect(server.changes).toEqual([BOOKMARK, TAKE_BACK]);
    const hashes = server.requests.map(({ headers }) => headers.get('x-content-sha256'));
    expect(hashes.slice(1)).toEqual([HASH_OF_NOTHING, null]);
  });

  it('keeps the focus while it waits for the response', async () => {
    await openList();
    const { promise, resolve } = Promise.withResolvers<Response>();
    server.responses[BOOKMARK] = () => promise;
    button(ARTICLE).focus();
    await pressButton(nameOf(ARTICLE));
    expect(button(ARTICLE).getAttribute('aria-disabled')).toBe('true');
    expect(document.activeElement).toBe(button(ARTICLE));
    resolve(respondNoContent());
    await waitForResponses();
    expect(button(ARTICLE).getAttribute('aria-disabled')).toBe('false');
    expect(document.activeElement).toBe(button(ARTICLE));
  });

  it('shows a message if it fails', async () => {
    await openList();
    server.responses[BOOKMARK] = createErrorResponder(500);
    await pressButton(nameOf(ARTICLE));
    expect(screen.getByRole('alert').textContent).toBe(ERROR_MESSAGES.bookmarkFailed);
    expect(isBookmarked(ARTICLE)).toBe('false');
  });

  it('signs the page out if the session has ended, and asks to sign in', async () => {
    await openList();
    server.responses[BOOKMARK] = createErrorResponder(401);
    await pressButton(nameOf(ARTICLE));
    expect(readCurrentReader()).toBeNull();
    expect(document.documentElement.dataset.signedIn).toBeUndefined();
    expect([isBookmarked(ARTICLE), isBookmarked(OTHER)]).toEqual(['false', 'false']);
    expect(getCurrentPrompt()).toEqual({
      kind: 'sign-in',
      intent: { action: 'bookmark', article: { authorAlias: 'Plumbline', id: 'a1' } },
    });
  });
});
