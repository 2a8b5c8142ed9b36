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
const OTHER_ARTICLE = { authorAlias: 'Plumbline', id: 'a2', title: 'Another number' };
/** The expected `x-content-sha256` header of a request that adds a bookmark: the SHA-256 hash of an empty body. */
const EMPTY_BODY_HASH = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

const LIST_BOOKMARKS = 'GET /bookmarks/ids';
const ADD_BOOKMARK = 'PUT /articles/Plumbline/a1/bookmark';
const REMOVE_BOOKMARK = 'DELETE /articles/Plumbline/a1/bookmark';

let server: FakeServer;

/** Opens a page with a list of articles, and waits for the reader's bookmarks. */
async function renderArticleButtons() {
  renderOnPage(
    <>
      <BookmarkButton article={ARTICLE} quiet />
      <BookmarkButton article={OTHER_ARTICLE} quiet />
    </>,
  );
  await waitFor(() => expect(readPressed(OTHER_ARTICLE)).toBe('true'));
}

const getButtonName = ({ title }: { title: string }) => `Bookmark ${title}`;
const getButton = (article: { title: string }) =>
  screen.getByRole('button', { name: getButtonName(article) });
const readPressed = (article: { title: string }) => getButton(article).getAttribute('aria-pressed');

beforeEach(() => {
  server = startFakeServer();
  server.responses[LIST_BOOKMARKS] = createJsonResponder({ ids: ['Plumbline:a2'] });
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
  await renderArticleButtons();
  expect(server.calls).toEqual([LIST_BOOKMARKS]);
  expect(readPressed(ARTICLE)).toBe('false');
});

describe('a press', () => {
  it('bookmarks the article, and the next press removes the bookmark', async () => {
    await renderArticleButtons();
    await pressButton(getButtonName(ARTICLE));
    expect(readPressed(ARTICLE)).toBe('true');
    await pressButton(getButtonName(ARTICLE));
    expect(readPressed(ARTICLE)).toBe('false');
    expect(server.changes).toEqual([ADD_BOOKMARK, REMOVE_BOOKMARK]);
    const hashes = server.requests.map(({ headers }) => headers.get('x-content-sha256'));
    expect(hashes.slice(1)).toEqual([EMPTY_BODY_HASH, null]);
  });

  it('keeps the focus while it waits for the response', async () => {
    await renderArticleButtons();
    const { promise, resolve } = Promise.withResolvers<Response>();
    server.responses[ADD_BOOKMARK] = () => promise;
    getButton(ARTICLE).focus();
    await pressButton(getButtonName(ARTICLE));
    expect(getButton(ARTICLE).getAttribute('aria-disabled')).toBe('true');
    expect(document.activeElement).toBe(getButton(ARTICLE));
    resolve(respondNoContent());
    await waitForResponses();
    expect(getButton(ARTICLE).getAttribute('aria-disabled')).toBe('false');
    expect(document.activeElement).toBe(getButton(ARTICLE));
  });

  it('shows a message if it fails', async () => {
    await renderArticleButtons();
    server.responses[ADD_BOOKMARK] = createErrorResponder(500);
    await pressButton(getButtonName(ARTICLE));
    expect(screen.getByRole('alert').textContent).toBe(ERROR_MESSAGES.bookmarkFailed);
    expect(readPressed(ARTICLE)).toBe('false');
  });

  it('signs the page out if the session has ended, and asks to sign in', async () => {
    await renderArticleButtons();
    server.responses[ADD_BOOKMARK] = createErrorResponder(401);
    await pressButton(getButtonName(ARTICLE));
    expect(readCurrentReader()).toBeNull();
    expect(document.documentElement.dataset.signedIn).toBeUndefined();
    expect([readPressed(ARTICLE), readPressed(OTHER_ARTICLE)]).toEqual(['false', 'false']);
    expect(getCurrentPrompt()).toEqual({
      kind: 'sign-in',
      intent: { action: 'bookmark', article: { authorAlias: 'Plumbline', id: 'a1' } },
    });
  });
});
