// @vitest-environment jsdom
import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Line } from '#domain/lines.ts';
import type { LinesScreenProps } from '#domain/page.ts';
import { linesCopy } from '#web/copy/lines.ts';
import { loadRoutePayload, removeCachedPersonalPayloads } from '#web/pages/payloads.ts';
import { QueryProvider } from '#web/query-provider.tsx';
import { openPage } from '#web/testing/personal-pages.tsx';
import { signIn, signOut } from '#web/testing/reader.ts';
import { resetPage, waitForResponses } from '#web/testing/render.tsx';
import {
  createErrorResponder,
  createJsonResponder,
  type FakeServer,
  startFakeServer,
} from '#web/testing/server.ts';
import { LinesScreen } from './lines.tsx';

const PATH = '/profile/lines';
const TIMESTAMP = '2026-11-20T06:00:00.000Z';

const createLine = (text: string, overrides: Partial<Line> = {}): Line => ({
  id: text.toLowerCase().replaceAll(' ', '-'),
  text,
  note: '',
  section: 'point-2',
  keptAt: '2026-03-20T08:00:00.000Z',
  isInArticle: true,
  article: {
    id: 'one',
    authorAlias: 'Plumbline',
    title: 'One',
    path: '/Plumbline/one',
    category: 'nsm',
    isPublished: true,
  },
  ...overrides,
});
const FIRST = createLine('First words', { note: 'A note\nof two lines' });
const OTHER = { ...FIRST.article, id: 'two', title: 'Two', path: '/Plumbline/two' };
const LINES = [FIRST, createLine('Second words'), createLine('Third words', { article: OTHER })];

let server: FakeServer;

beforeEach(() => {
  server = startFakeServer();
  signIn('ada');
});
afterEach(resetPage);

const stubPage = (overrides: Partial<LinesScreenProps>) => {
  server.pages[PATH] = [
    'lines',
    {
      userInfo: { name: 'Ada Lovelace', email: 'ada@example.org' },
      timestamp: TIMESTAMP,
      lines: LINES,
      nextToken: null,
      from: null,
      category: null,
      article: null,
      query: '',
      categories: ['nsm'],
      count: LINES.length,
      ...overrides,
    },
  ];
};
const openLines = (overrides: Partial<LinesScreenProps> = {}) => {
  stubPage(overrides);
  return openPage(PATH, LinesScreen);
};
const getEntries = () => screen.getAllByRole('figure');
const getTexts = () =>
  screen.queryAllByRole('figure').map((entry) => entry.querySelector('blockquote')!.textContent);
const getButton = (action: string, text: string) =>
  screen.getByRole('button', { name: linesCopy.note.of(action, text) });

describe('the lines', () => {
  it('are listed below their articles, with their notes and links to their places', async () => {
    await openLines();
    expect(getTexts()).toEqual(['First words', 'Second words', 'Third words']);
    expect(screen.getAllByRole('heading', { level: 2 }).map((each) => each.textContent)).toEqual([
      'One',
      'Two',
    ]);
    within(getEntries()[0]!).getByText(/A note\s+of two lines/);
    within(getEntries()[0]!).getByText('Kept on March 20, 2026');
    const [placeLink] = screen.getAllByRole('link', { name: 'See it in key point 2' });
    expect(placeLink!.getAttribute('href')).toBe('/Plumbline/one#point-2:~:text=First%20words');
    screen.getByText('3 of 50 lines');
  });

  it('say that their article has changed or is gone', async () => {
    const withdrawnLine = createLine('Gone', {
      isInArticle: false,
      article: { ...OTHER, isPublished: false },
    });
    await openLines({ lines: [createLine('Changed', { isInArticle: false }), withdrawnLine] });
    const [changed, withdrawn] = getEntries();
    within(changed!).getByText(linesCopy.changed);
    expect(within(changed!).getByRole('link').getAttribute('href')).toBe('/Plumbline/one#point-2');
    within(withdrawn!).getByText(linesCopy.withdrawn);
    expect(within(withdrawn!).queryByRole('link')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Two' })).toBeNull();
  });

  it('can get a note, which replaces the previous one', async () => {
    await openLines();
    const edit = getButton(linesCopy.note.edit, 'First words');
    await userEvent.click(edit);
    const field = screen.getByRole('textbox', { name: linesCopy.note.name });
    expect(document.activeElement).toBe(field);
    await userEvent.clear(field);
    await userEvent.type(field, ' Better ');
    await userEvent.click(screen.getByRole('button', { name: linesCopy.note.save }));
    // React also writes the typed text into the field's content, so the test waits for the field to close before it
    // looks for the text elsewhere.
    const queryField = () => screen.queryByRole('textbox', { name: linesCopy.note.name });
    await expect.poll(queryField).toBeNull();
    within(getEntries()[0]!).getByText('Better');
    await expect.poll(() => document.activeElement).toBe(edit);
    expect(server.changes).toEqual(['PUT /lines/first-words/note']);
    expect(server.lastChange!.body).toEqual({
      note: 'Better',
      previous: 'A note\nof two lines',
    });
  });

  it('keep what was typed if a note cannot be saved, and drop it on request', async () => {
    await openLines();
    server.responses['PUT /lines/second-words/note'] = createErrorResponder(500);
    await userEvent.click(getButton(linesCopy.note.add, 'Second words'));
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: linesCopy.note.name });
    await userEvent.type(field, 'Mine');
    await userEvent.click(screen.getByRole('button', { name: linesCopy.note.save }));
    await screen.findByText(linesCopy.note.failed);
    expect(field.value).toBe('Mine');
    await userEvent.click(screen.getByRole('button', { name: linesCopy.note.cancel }));
    expect(within(getEntries()[1]!).queryByText('Mine')).toBeNull();
  });

  it('keep what was typed if the note was changed elsewhere, and then replace the other note', async () => {
    await openLines();
    server.responses['PUT /lines/second-words/note'] = createErrorResponder(409);
    server.responses['GET /lines?article=one&limit=50'] = createJsonResponder({
      lines: [createLine('Second words', { note: 'Theirs' })],
    });
    await userEvent.click(getButton(linesCopy.note.add, 'Second words'));
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: linesCopy.note.name });
    await userEvent.type(field, 'Mine');
    const save = screen.getByRole('button', { name: linesCopy.note.save });
    await userEvent.click(save);
    await screen.findByText('Theirs');
    expect(screen.getByText(linesCopy.note.changed).closest('[role=alert]')).not.toBeNull();
    expect(field.value).toBe('Mine');
    expect(server.requests.at(-2)!.body).toEqual({ note: 'Mine', previous: '' });
    delete server.responses['PUT /lines/second-words/note'];
    await userEvent.click(save);
    await expect
      .poll(() => screen.queryByRole('textbox', { name: linesCopy.note.name }))
      .toBeNull();
    expect(server.lastChange!.body).toEqual({ note: 'Mine', previous: 'Theirs' });
    within(getEntries()[1]!).getByText('Mine');
  });

  it('show the other note if the reader drops theirs after a conflict', async () => {
    await openLines();
    server.responses['PUT /lines/first-words/note'] = createErrorResponder(409);
    server.responses['GET /lines?article=one&limit=50'] = createJsonResponder({
      lines: [createLine('First words', { note: 'Theirs' })],
    });
    await userEvent.click(getButton(linesCopy.note.edit, 'First words'));
    await userEvent.click(screen.getByRole('button', { name: linesCopy.note.save }));
    await screen.findByText(linesCopy.note.replace);
    await userEvent.click(screen.getByRole('button', { name: linesCopy.note.cancel }));
    within(getEntries()[0]!).getByText('Theirs');
    expect(screen.queryByText(linesCopy.note.replace)).toBeNull();
  });

  it('may be left before it turns out that they were removed elsewhere', async () => {
    const { unmount } = await openLines();
    const { promise: hasLeft, resolve } = Promise.withResolvers<void>();
    server.responses['PUT /lines/first-words/note'] = async (...request) => {
      await hasLeft;
      return createErrorResponder(404)(...request);
    };
    await userEvent.click(getButton(linesCopy.note.edit, 'First words'));
    await userEvent.click(screen.getByRole('button', { name: linesCopy.note.save }));
    unmount();
    resolve();
    // The response arrives after the component was removed. The test fails if this makes the component throw an error.
    await waitForResponses();
    expect(screen.queryByText(linesCopy.removedElsewhere)).toBeNull();
  });

  it('disappear if it turns out that they were removed elsewhere', async () => {
    await openLines();
    server.responses['PUT /lines/first-words/note'] = createErrorResponder(404);
    await userEvent.click(getButton(linesCopy.note.edit, 'First words'));
    await userEvent.click(screen.getByRole('button', { name: linesCopy.note.save }));
    await screen.findByText(linesCopy.removedElsewhere);
    expect(getTexts()).toEqual(['Second words', 'Third words']);
    await expect
      .poll(() => document.activeElement)
      .toBe(getButton(linesCopy.note.add, 'Second words'));
    expect(screen.queryByText(linesCopy.note.failed)).toBeNull();
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
    screen.getByText('2 of 50 lines');
  });

  it('do not send a note that is too long', async () => {
    await openLines();
    await userEvent.click(getButton(linesCopy.note.add, 'Second words'));
    await userEvent.click(screen.getByRole('textbox', { name: linesCopy.note.name }));
    await userEvent.paste('a'.repeat(1001));
    screen.getByText('1001 / 1000');
    await userEvent.click(screen.getByRole('button', { name: linesCopy.note.save }));
    expect(server.changes).toEqual([]);
  });

  it('can be removed, and the last one restored in its place', async () => {
    await openLines();
    await userEvent.click(getButton(linesCopy.remove, 'First words'));
    await expect.poll(getTexts).toEqual(['Second words', 'Third words']);
    await expect.poll(() => document.activeElement).toBe(getButton(linesCopy.undo, 'First words'));
    screen.getByText(linesCopy.removed);
    screen.getByText('2 of 50 lines');
    await userEvent.click(getButton(linesCopy.remove, 'Second words'));
    await expect.poll(getTexts).toEqual(['Third words']);
    expect(screen.queryByRole('button', { name: 'Undo: First words' })).toBeNull();
    await userEvent.click(getButton(linesCopy.undo, 'Second words'));
    await expect.poll(getTexts).toEqual(['Second words', 'Third words']);
    await expect
      .poll(() => document.activeElement)
      .toBe(getButton(linesCopy.note.add, 'Second words'));
    screen.getByText('2 of 50 lines');
    expect(server.changes).toEqual([
      'DELETE /lines/first-words',
      'DELETE /lines/second-words',
      'PUT /lines/second-words',
    ]);
  });

  it('are restored with a note that was just written', async () => {
    await openLines();
    await userEvent.click(getButton(linesCopy.note.add, 'Second words'));
    await userEvent.type(screen.getByRole('textbox', { name: linesCopy.note.name }), 'Mine');
    await userEvent.click(screen.getByRole('button', { name: linesCopy.note.save }));
    await within(getEntries()[1]!).findByText('Mine');
    await userEvent.click(getButton(linesCopy.remove, 'Second words'));
    await userEvent.click(await screen.findByRole('button', { name: 'Undo: Second words' }));
    await expect.poll(getTexts).toEqual(['First words', 'Second words', 'Third words']);
    within(getEntries()[1]!).getByText('Mine');
  });

  it.each([
    [404, linesCopy.notRestorable],
    [500, linesCopy.restoreFailed],
  ])('stay removed if they cannot be restored, with a message (%i)', async (status, message) => {
    await openLines();
    server.responses['PUT /lines/first-words'] = createErrorResponder(status);
    await userEvent.click(getButton(linesCopy.remove, 'First words'));
    await userEvent.click(await screen.findByRole('button', { name: 'Undo: First words' }));
    await screen.findByText(message);
    expect(getTexts()).toEqual(['Second words', 'Third words']);
  });

  it('are none in the end, and the last one can still be restored', async () => {
    await openLines({ lines: LINES.slice(0, 2), count: 2 });
    await userEvent.click(getButton(linesCopy.remove, 'First words'));
    await userEvent.click(getButton(linesCopy.remove, 'Second words'));
    await screen.findByRole('heading', { name: linesCopy.nothingTitle });
    await expect.poll(() => document.activeElement).toBe(getButton(linesCopy.undo, 'Second words'));
    await userEvent.click(getButton(linesCopy.undo, 'Second words'));
    await expect.poll(getTexts).toEqual(['Second words']);
    expect(screen.queryByRole('heading', { name: linesCopy.nothingTitle })).toBeNull();
  });

  it('load the next page once all loaded ones were removed', async () => {
    await openLines({ lines: LINES.slice(0, 1), nextToken: 'next' });
    server.responses['GET /lines?limit=20&nextToken=next'] = createJsonResponder({
      lines: LINES.slice(1),
      nextToken: null,
    });
    await userEvent.click(getButton(linesCopy.remove, 'First words'));
    await expect.poll(getTexts).toEqual(['Second words', 'Third words']);
    await expect.poll(() => document.activeElement).toBe(getButton(linesCopy.undo, 'First words'));
  });

  it('stay if they could not be removed, with a message', async () => {
    await openLines();
    server.responses['DELETE /lines/first-words'] = createErrorResponder(500);
    await userEvent.click(getButton(linesCopy.remove, 'First words'));
    await screen.findByText(linesCopy.removeFailed);
    expect(getTexts()).toHaveLength(3);
  });

  it('can be limited to a category or an article', async () => {
    await openLines({ categories: ['nsm', 'haw'], category: 'haw', query: 'words' });
    const categories = screen.getByRole('navigation', { name: linesCopy.filter });
    const links = within(categories).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['All', '/profile/lines?q=words'],
      ['Health & Well-being', '/profile/lines?category=haw&q=words'],
      ['Natural Sciences & Mathematics', '/profile/lines?category=nsm&q=words'],
    ]);
    expect(links.map((link) => link.getAttribute('aria-current'))).toEqual([null, 'true', null]);
    const [link] = screen.getAllByRole('link', { name: linesCopy.onlyThisOf('One') });
    expect(link!.getAttribute('href')).toBe('/profile/lines?article=one');
  });

  it('load page by page', async () => {
    await openLines({ lines: LINES.slice(0, 1), nextToken: 'next' });
    server.responses['GET /lines?limit=20&nextToken=next'] = createJsonResponder({
      lines: LINES.slice(1),
      nextToken: null,
    });
    await userEvent.click(screen.getByRole('link', { name: 'Load More' }));
    await expect.poll(getTexts).toEqual(['First words', 'Second words', 'Third words']);
    screen.getByText(linesCopy.end);
  });

  it('are loaded again when the reader returns, since those of later pages may have changed', async () => {
    stubPage({ lines: LINES.slice(0, 1), nextToken: 'next' });
    removeCachedPersonalPayloads();
    const router = createMemoryRouter(
      [
        {
          path: PATH,
          Component: LinesScreen,
          loader: loadRoutePayload,
          hydrateFallbackElement: <></>,
        },
        { path: '/about', element: <p>Elsewhere</p> },
      ],
      { initialEntries: [PATH] },
    );
    render(
      <QueryProvider>
        <RouterProvider router={router} />
      </QueryProvider>,
    );
    const nextPage = 'GET /lines?limit=20&nextToken=next';
    server.responses[nextPage] = createJsonResponder({ lines: LINES.slice(1), nextToken: null });
    await userEvent.click(await screen.findByRole('link', { name: 'Load More' }));
    await expect.poll(getTexts).toEqual(['First words', 'Second words', 'Third words']);
    await userEvent.click(getButton(linesCopy.remove, 'Third words'));
    await expect.poll(getTexts).toEqual(['First words', 'Second words']);
    await act(() => router.navigate('/about'));
    await screen.findByText('Elsewhere');
    await waitForResponses();
    await act(() => router.navigate(PATH));
    expect(getTexts()).toEqual(['First words']);
  });

  it('can be downloaded', async () => {
    await openLines();
    const link = screen.getByRole('link', { name: 'CSV for Readwise' });
    expect(link.getAttribute('href')).toBe('/api/v1/lines.csv');
  });

  it('explain themselves while there are none, and when none was found', async () => {
    const { unmount } = await openLines({ lines: [], categories: [], count: 0 });
    screen.getByRole('heading', { name: linesCopy.nothingTitle });
    expect(screen.queryByRole('searchbox')).toBeNull();
    unmount();
    await openLines({ lines: [], query: 'moths' });
    screen.getByRole('heading', { name: linesCopy.nothingFound });
    screen.getByRole('searchbox');
  });

  it('invite signed-out visitors to sign in', async () => {
    signOut();
    server.pages[PATH] = ['text', { timestamp: TIMESTAMP }];
    await openPage(PATH, LinesScreen);
    screen.getByRole('heading', { name: 'The lines you keep will appear here' });
  });
});
