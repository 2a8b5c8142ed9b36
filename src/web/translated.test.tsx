// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CONTACT_FIELD_ERRORS, CONTACT_MAX_LENGTHS } from '#domain/contact.ts';
import type { ArticlesScreenProps } from '#domain/page.ts';
import { showToast } from '#ui/toast.tsx';
import { FakeAudioAndNarrationServer } from '#web/testing/narrations.ts';
import { signIn } from '#web/testing/reader.ts';
import { pressButton, renderOnPage, resetPage, waitForResponses } from '#web/testing/render.tsx';
import { createArticleMeta, createAuthorSummary } from '#web/testing/samples.ts';
import { createJsonResponder, neverRespond, rejectAsOffline } from '#web/testing/server.ts';
import { translatePage } from '#web/testing/translatable.ts';
import { CookiePreferences } from './features/consent/cookie-preferences.tsx';
import { ContactFormField } from './features/contact/contact-field.tsx';
import { FollowButton } from './features/follows/follow-button.tsx';
import { ServerUnreachableScreen } from './features/offline/server-unreachable-screen.tsx';
import { ExplanationField } from './features/report/report-fields.tsx';
import { QueryProvider } from './query-provider.tsx';
import { ArticlesScreen } from './routes/reading/articles.tsx';

const narrations = new FakeAudioAndNarrationServer();
const { changeToNextSpeed, closePlayer, playArticle } = await import(
  './features/listening/player.ts'
);
const { MiniPlayer } = await import('./features/listening/mini-player.tsx');
const { usePlaybackSession } = await import('./features/listening/player-store.ts');
const { server } = narrations;
let stopTranslation = () => {};

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('scrollTo', () => {});
  Element.prototype.scrollBy = () => {};
  narrations.listen();
  signIn('ada', { tier: 'premium' });
});
afterEach(async () => {
  stopTranslation();
  act(closePlayer);
  await resetPage();
});

/** Renders a part of a page, and simulates its translation by a browser. */
async function renderTranslated(part: ReactNode) {
  renderOnPage(part);
  await waitForResponses();
  stopTranslation = translatePage();
}

const getPageText = () => document.body.textContent;

it('continues to search', async () => {
  const fog = createArticleMeta('The beetle that drinks the fog');
  const bridge = createArticleMeta('The bridge that was a river');
  const respondToSearch = (query: string, data: object) => {
    const { articles: metas } = PAGE;
    const noResults = { metas, authors: {}, matchingAuthors: [], corrections: [], nextToken: null };
    server.responses[`GET /search?q=${query}&limit=10`] = createJsonResponder({
      ...noResults,
      ...data,
    });
  };
  respondToSearch('bridge', { metas: [bridge, fog].map(withSnippet) });
  respondToSearch('ink', { metas: [fog].map(withSnippet), nextToken: 'more' });
  respondToSearch('brigde', {
    metas: [bridge].map(withSnippet),
    corrections: [{ typed: ['brigde'], shown: ['bridge'] }],
  });
  respondToSearch('xyz', { metas: [] });
  openExplore();
  await waitForResponses();
  stopTranslation = translatePage();
  const user = userEvent.setup({ delay: null });
  const search = async (query: string, expected: string | RegExp) => {
    const box = screen.getByRole('searchbox');
    await user.clear(box);
    await user.type(box, `${query}{Enter}`);
    await vi.waitFor(() => expect(getPageText()).toMatch(expected));
  };
  await search('bridge', '2 articles for “bridge”');
  await search('ink', 'The first article for “ink”');
  await search('brigde', 'Showing results for bridge. 1 article. No results for “brigde”.');
  await search('xyz', 'No results for “xyz”.');
  await search('ink', 'The first article for “ink”');
  server.responses['GET /search?q=ink&limit=10&nextToken=more'] = neverRespond;
  await user.click(screen.getByRole('link', { name: 'Load More' }));
  await vi.waitFor(() => expect(getPageText()).toContain('Loading...'));
});

it('shows whether an author is followed', async () => {
  server.responses['GET /users/me/following'] = createJsonResponder({ authors: [] });
  await renderTranslated(<FollowButton alias="Plumbline" />);
  await pressButton('Follow Plumbline');
  expect(getPageText()).toBe('Following Plumbline');
  await pressButton('Following Plumbline');
  expect(getPageText()).toBe('Follow Plumbline');
});

function Player() {
  return <main id="main">{usePlaybackSession() && <MiniPlayer />}</main>;
}

it('shows the remaining time and the current narration', async () => {
  await renderTranslated(<Player />);
  await act(() => playArticle(createArticleMeta('Ash')));
  await waitForResponses();
  expect(getPageText()).toMatch(/Ash−1:00 · American Female/);
  await act(changeToNextSpeed);
  expect(getPageText()).toMatch(/−0:48 · American Female/);
});

function Contact() {
  const [value, setValue] = useState('');
  return (
    <ContactFormField
      name="email"
      value={value}
      isTried={value !== ''}
      hint={value ? 'Tell us which article it is about.' : ''}
    >
      {() => <button type="button" onClick={() => setValue('ada@there')} />}
    </ContactFormField>
  );
}
function Report() {
  const [text, setText] = useState('');
  return <ExplanationField text={text} isRequired={text === ''} onType={setText} />;
}

it('counts typed characters, and shows errors', async () => {
  await renderTranslated(
    <>
      <Contact />
      <Report />
    </>,
  );
  await pressButton('');
  for (const text of [
    `9 / ${CONTACT_MAX_LENGTHS.email}`,
    CONTACT_FIELD_ERRORS.notAnAddress,
    'Tell us which',
  ])
    expect(getPageText()).toContain(text);
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'It is' } });
  for (const text of ['5 / 250', '(optional)']) expect(getPageText()).toContain(text);
});

it('shows toasts, and the date of the choice about cookies', async () => {
  await renderTranslated(<CookiePreferences />);
  expect(getPageText()).toContain('You haven’t chosen yet.');
  fireEvent.click(screen.getByRole('checkbox', { name: /Analytics/ }));
  await waitForResponses();
  expect(getPageText()).toContain('Last updated');
  expect(getPageText()).not.toContain('You haven’t chosen yet.');
  act(() => showToast({ kind: 'info', text: 'Once' }));
  act(() => showToast({ kind: 'info', text: 'Twice' }));
  fireEvent.click(screen.getAllByRole('button', { name: 'Dismiss' })[0]!);
  await waitForResponses();
  expect(getPageText()).toContain('Twice');
});

it('shows the result of trying to reach the server', async () => {
  vi.stubGlobal('fetch', rejectAsOffline);
  await renderTranslated(<ServerUnreachableScreen />);
  await pressButton('Try Again');
  expect(getPageText()).toContain('Still no connection.');
});

const PAGE: ArticlesScreenProps = {
  timestamp: '2026-01-01T00:00:00.000Z',
  articles: [],
  authors: { Plumbline: createAuthorSummary('Plumbline', 'nsm', 'mea') },
  nextToken: null,
  from: null,
  filters: { category: null, subcategory: null, show: 'new' },
  counts: { nsm: { mea: 1 } },
  query: '',
  snippets: {},
  related: [],
  matchingAuthors: [],
  corrections: [],
};

function openExplore() {
  const payload = { screen: 'articles', status: 200, props: PAGE };
  const route = {
    id: 'articles',
    path: '/articles',
    Component: ArticlesScreen,
    loader: () => payload,
  };
  const router = createMemoryRouter([{ ...route, shouldRevalidate: () => false }], {
    initialEntries: ['/articles'],
    hydrationData: { loaderData: { articles: payload } },
  });
  render(
    <QueryProvider>
      <RouterProvider router={router} />
    </QueryProvider>,
  );
}

function withSnippet<Article>(meta: Article) {
  return { ...meta, snippet: 'how it was <mark>found</mark>' };
}
