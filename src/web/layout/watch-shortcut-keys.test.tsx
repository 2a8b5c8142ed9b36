// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ERROR_MESSAGES } from '#domain/messages.ts';
import type { ScreenPropsByKind } from '#domain/page.ts';
import { Link } from '#ui/link.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import { ArticleRows } from '#web/features/articles/article-rows.tsx';
import { BookmarkButton } from '#web/features/bookmarks/bookmark-button.tsx';
import { signIn } from '#web/testing/reader.ts';
import {
  findDialog,
  getCurrentPrompt,
  getToastKind,
  renderOnPage,
  resetPage,
  waitForResponses,
} from '#web/testing/render.tsx';
import { createArticleMeta } from '#web/testing/samples.ts';
import {
  createErrorResponder,
  createJsonResponder,
  type FakeServer,
  startFakeServer,
} from '#web/testing/server.ts';
import { CurrentPromptDialog } from './prompt-dialog.tsx';
import { watchShortcutKeys } from './watch-shortcut-keys.ts';

const play = vi.hoisted(() => vi.fn());
vi.mock('#web/features/listening/player.ts', () => ({ toggleArticlePlayback: play }));

const ARTICLES = [
  createArticleMeta('One'),
  createArticleMeta('Two'),
  createArticleMeta('Three', { hasAudio: false }),
];
const BOOKMARK_ONE = 'PUT /articles/Plumbline/one/bookmark';

watchShortcutKeys();
// The first shortcut loads this module. It is loaded in advance, because loading takes longer than the tests wait.
await import('./run-shortcut.ts');

let server: FakeServer;
/** Selector for the elements that are simulated as out of view. All other elements are simulated as in view. */
let outsideSelector: string;

beforeEach(() => {
  server = startFakeServer();
  for (const article of ARTICLES)
    server.pages[article.path] = [
      'article',
      { article } as unknown as ScreenPropsByKind['article'],
    ];
  server.responses['GET /bookmarks/ids'] = createJsonResponder({ ids: ['Plumbline:two'] });
  outsideSelector = 'none';
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const top = this.matches(outsideSelector) ? -1000 : 100;
    return { top, bottom: top + 100 } as DOMRect;
  });
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockReturnValue();
});
afterEach(async () => {
  vi.restoreAllMocks();
  play.mockClear();
  history.replaceState(null, '', '/');
  await resetPage();
});

function openList(content?: ReactNode) {
  renderOnPage(
    <>
      <nav>
        <Link to="/articles">Explore</Link>
      </nav>
      <main>
        {content}
        <ArticleRows
          articles={ARTICLES}
          action={(article) => <BookmarkButton article={article} quiet />}
        />
        <Link to="/?from=2" rel="next">
          Load More
        </Link>
      </main>
      <CurrentPromptDialog />
    </>,
  );
}

/** Presses keys one after the other. Returns true if the browser handles the last one. */
async function press(keys: string, options: KeyboardEventInit = {}): Promise<boolean> {
  let isHandledByBrowser = true;
  for (const key of keys) {
    isHandledByBrowser = fireEvent.keyDown(document.activeElement!, { key, ...options });
    await waitForResponses();
  }
  return isHandledByBrowser;
}

const focusLink = (title: string) => act(() => screen.getByRole('link', { name: title }).focus());
const getFocusedText = () => document.activeElement?.textContent;

describe('J and K', () => {
  it('go through the cards of a list, up to the link to its next page', async () => {
    openList();
    const focusedTexts: (string | null | undefined)[] = [];
    for (const key of 'jjjjjkKkk') {
      await press(key);
      focusedTexts.push(getFocusedText());
    }
    const [forward, backward] = [
      ['One', 'Two', 'Three', 'Load More', 'Load More'],
      ['Three', 'Two', 'One', 'One'],
    ];
    expect(focusedTexts).toEqual([...forward, ...backward]);
  });

  it('start at the cards in view', async () => {
    openList();
    outsideSelector = 'li:first-child *';
    await press('j');
    expect(getFocusedText()).toBe('Two');
  });

  it('go on from a control of a card', async () => {
    openList();
    screen.getByRole('button', { name: 'Bookmark Two' }).focus();
    await press('j');
    expect(getFocusedText()).toBe('Three');
  });

  it('leave an article for its suggestions only once they are in view', async () => {
    openList(<article data-article="one" />);
    outsideSelector = 'li *, a';
    await press('j');
    expect(document.activeElement).toBe(document.body);
    outsideSelector = 'none';
    await press('j');
    expect(getFocusedText()).toBe('One');
  });
});

describe('B', () => {
  it("bookmarks the focused card's article, and removes the bookmark again", async () => {
    signIn('ada');
    openList();
    await waitForResponses();
    focusLink('One');
    await press('b');
    expect(server.changes).toEqual([BOOKMARK_ONE]);
    expect(getToastKind('Bookmarked.')).toBe('success');
    const button = screen.getByRole('button', { name: 'Bookmark One' });
    expect(button.getAttribute('aria-pressed')).toBe('true');
    await press('B');
    expect(server.changes.at(-1)).toBe('DELETE /articles/Plumbline/one/bookmark');
    expect(getToastKind('Bookmark removed.')).toBe('success');
  });

  it('bookmarks the open article if no card has the focus', async () => {
    signIn('ada');
    history.replaceState(null, '', ARTICLES[0]!.path);
    openList(<article data-article="one" />);
    await press('b');
    expect(server.changes).toEqual([BOOKMARK_ONE]);
  });

  it('sends one request while it is held down or pressed twice', async () => {
    signIn('ada');
    openList();
    focusLink('One');
    fireEvent.keyDown(document.activeElement!, { key: 'b' });
    fireEvent.keyDown(document.activeElement!, { key: 'b' });
    fireEvent.keyDown(document.activeElement!, { key: 'b', repeat: true });
    await waitForResponses();
    expect(server.changes).toEqual([BOOKMARK_ONE]);
  });

  it('asks a visitor to sign in, with the bookmark as intent', async () => {
    openList();
    focusLink('Two');
    await press('b');
    expect(getCurrentPrompt()).toEqual({
      kind: 'sign-in',
      intent: { action: 'bookmark', article: { authorAlias: 'Plumbline', id: 'two' } },
    });
    expect(server.changes).toEqual([]);
  });

  it("shows the plan's limit", async () => {
    signIn('ada');
    server.responses[BOOKMARK_ONE] = createErrorResponder(403, 'Ten is the limit.');
    openList();
    focusLink('One');
    await press('b');
    expect(getCurrentPrompt()).toMatchObject({ kind: 'limit', message: 'Ten is the limit.' });
    expect(screen.queryByText('Bookmarked.')).toBeNull();
  });

  it('says if the article cannot be loaded', async () => {
    signIn('ada');
    openList(
      <ul>
        <li>
          <figure>
            <a href="/Plumbline/missing">See it</a>
          </figure>
        </li>
      </ul>,
    );
    server.pages['/Plumbline/missing'] = ['gone', { timestamp: '' }];
    focusLink('See it');
    await press('b');
    expect(getToastKind(ERROR_MESSAGES.bookmarkFailed)).toBe('error');
  });

  it('does nothing without an article', async () => {
    signIn('ada');
    openList(
      <ul>
        <li>
          <h2>
            <a href="/authors/Plumbline">Plumbline</a>
          </h2>
        </li>
      </ul>,
    );
    await press('bl');
    focusLink('Plumbline');
    await press('bl');
    expect(server.changes).toEqual([]);
    expect(play).not.toHaveBeenCalled();
    expect(screen.queryAllByRole('alert').map(({ textContent }) => textContent)).toEqual(['']);
  });
});

describe('L', () => {
  it("plays the focused card's article", async () => {
    openList();
    focusLink('Two');
    await press('l');
    expect(play).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 'two' }));
  });

  it('says that an article has no narration', async () => {
    openList();
    focusLink('Three');
    await press('l');
    expect(play).not.toHaveBeenCalled();
    expect(getToastKind('There is no narration of this article.')).toBe('info');
  });
});

describe('/', () => {
  it("focuses the screen's search box", async () => {
    openList(<SearchBox action="/articles" label="Search articles" query="" onSearch={vi.fn()} />);
    expect(await press('/')).toBe(false);
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  });

  it('opens Explore from other screens, and focuses its search box after its heading', async () => {
    openList(<h1 tabIndex={-1}>Explore</h1>);
    const onClick = vi.fn();
    screen.getByRole('link', { name: 'Explore' }).addEventListener('click', onClick);
    await press('/');
    expect(onClick).toHaveBeenCalledOnce();
    const field = document.createElement('input');
    field.type = 'search';
    document.querySelector('main')!.append(field);
    history.replaceState(null, '', '/articles');
    screen.getByRole('heading', { level: 1 }).focus();
    expect(document.activeElement).toBe(field);
  });

  it('moves no focus once the reader goes elsewhere', async () => {
    openList(<h1 tabIndex={-1}>Explore</h1>);
    await press('/');
    fireEvent.pointerDown(document.body);
    const field = document.createElement('input');
    field.type = 'search';
    document.querySelector('main')!.append(field);
    history.replaceState(null, '', '/articles');
    screen.getByRole('heading', { level: 1 }).focus();
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });
});

it('lists the shortcuts on ?, and returns the focus', async () => {
  openList();
  focusLink('Two');
  await press('?', { shiftKey: true });
  const dialog = await findDialog('Keyboard shortcuts');
  expect([...dialog.querySelectorAll('kbd')].map(({ textContent }) => textContent)).toEqual([
    '/',
    'J',
    'K',
    'B',
    'L',
    '?',
  ]);
  fireEvent.keyDown(dialog, { key: 'Escape' });
  await vi.waitFor(() => expect(getFocusedText()).toBe('Two'));
});

describe('no shortcut runs', () => {
  const expectNone = async (options?: KeyboardEventInit) => {
    const { activeElement } = document;
    expect(await press('j?', options)).toBe(true);
    expect(document.activeElement).toBe(activeElement);
    expect(getCurrentPrompt()).toBeUndefined();
  };

  it.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }])('with %j', async (options) => {
    openList();
    await expectNone(options);
  });

  it.each([
    ['an input', <input key="field" data-testid="field" />],
    ['a textarea', <textarea key="field" data-testid="field" />],
    ['a select', <select key="field" data-testid="field" />],
    [
      'an editable element',
      <div key="field" contentEditable suppressContentEditableWarning>
        <p data-testid="field" tabIndex={-1}>
          Text
        </p>
      </div>,
    ],
  ])('in %s', async (_, field) => {
    openList(field);
    screen.getByTestId('field').focus();
    await expectNone();
  });

  it('in a dialog', async () => {
    openList();
    await press('?');
    const dialog = await findDialog();
    // Focus moves into the dialog shortly after it opens.
    await vi.waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
    const { activeElement } = document;
    await press('j');
    expect(document.activeElement).toBe(activeElement);
    fireEvent.keyDown(dialog, { key: 'Escape' });
  });

  it('while they are switched off', async () => {
    localStorage.setItem('shortcuts', 'off');
    openList();
    await expectNone();
  });

  it('if storage is blocked, since they could not be switched off', async () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('Blocked', 'SecurityError');
    });
    openList();
    await expectNone();
  });
});
