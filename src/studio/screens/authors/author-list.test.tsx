// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StudioAuthor } from '#domain/studio/personas.ts';
import { pressButton, renderOnPage, resetPage, waitForResponses } from '#web/testing/render.tsx';
import {
  createErrorResponder,
  createJsonResponder,
  type FakeServer,
  startFakeServer,
} from '#web/testing/server.ts';
import { NewArticleDialog } from '../articles/new-article-dialog.tsx';
import { AuthorList } from './author-list.tsx';

let server: FakeServer;

beforeEach(() => {
  server = startFakeServer();
});
afterEach(resetPage);

const createAuthor = (alias: string, status = 'active') =>
  ({
    ...{ id: alias, alias, status, tagline: `${alias} writes.`, portrait: 'x' },
    ...{ category: 'nsm', subcategory: 'mea', publishedArticleCount: 1 },
  }) as StudioAuthor;
/** Makes the simulated server return a page of authors. */
const serveAuthors = (
  query: string,
  authors: StudioAuthor[],
  active: number,
  nextToken: string | null = null,
) => {
  const counts = { active, inactive: 1, pending_idea: 0 };
  server.responses[`GET /studio/authors${query}`] = createJsonResponder({
    authors,
    counts,
    nextToken,
  });
};
const listNames = () =>
  [...document.querySelectorAll('li b')].map(({ textContent }) => textContent);
const listCalls = () => server.calls.filter((call) => call.startsWith('GET /studio/authors'));

describe('the list of authors', () => {
  it('filters by status without further requests if all authors fit on a page', async () => {
    serveAuthors('', [createAuthor('Gantry'), createAuthor('Kiosk', 'inactive')], 1);
    renderOnPage(<AuthorList />, { at: '/authors?status=inactive' });
    expect(await screen.findByText('Kiosk')).toBeDefined();
    expect(listNames()).toEqual(['Kiosk']);
    expect(screen.queryByLabelText('Find an author')).toBeNull();
    expect(listCalls()).toEqual(['GET /studio/authors']);
  });

  it('loads more authors page by page, and searches them by name', async () => {
    serveAuthors('', [createAuthor('Gantry')], 70, 'token');
    serveAuthors('?status=active', [createAuthor('Gantry')], 70, 'token-2');
    serveAuthors('?status=active&nextToken=token-2', [createAuthor('Kiosk')], 70);
    serveAuthors('?status=active&q=plumb', [createAuthor('Plumbline')], 70);
    serveAuthors('?status=active&q=nobody', [], 70);
    renderOnPage(<AuthorList />, { at: '/authors' });
    await screen.findByText('Gantry');
    expect(screen.getByRole('link', { name: /^Active/ }).textContent).toContain('70');
    await pressButton('Show more');
    await screen.findByText('Kiosk');
    expect(listNames()).toEqual(['Gantry', 'Kiosk']);
    const search = screen.getByLabelText('Find an author');
    fireEvent.change(search, { target: { value: 'plumb' } });
    await screen.findByText('Plumbline');
    expect(listNames()).toEqual(['Plumbline']);
    fireEvent.change(search, { target: { value: 'nobody' } });
    await screen.findByRole('heading', { name: 'No author has this name' });
  });
});

describe('a field for an author', () => {
  const listOptions = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

  it('offers all active authors if they fit on a page', async () => {
    serveAuthors('?status=active', [createAuthor('Gantry'), createAuthor('Kiosk')], 2);
    renderOnPage(<NewArticleDialog isOpen onClose={() => {}} />);
    await screen.findByRole('option', { name: 'Kiosk' });
    expect(listOptions()).toEqual(['Gantry', 'Kiosk']);
    expect(screen.queryByLabelText('Find an author')).toBeNull();
  });

  it('searches many authors on the server, and keeps the chosen one', async () => {
    serveAuthors('?status=active', [createAuthor('Gantry'), createAuthor('Kiosk')], 70);
    serveAuthors('?status=active&q=plumb', [createAuthor('Plumbline')], 70);
    renderOnPage(<NewArticleDialog isOpen onClose={() => {}} />);
    await screen.findByRole('option', { name: 'Kiosk' });
    const field = screen.getByLabelText<HTMLSelectElement>('Author');
    fireEvent.change(field, { target: { value: 'Kiosk' } });
    fireEvent.change(screen.getByLabelText('Find an author'), { target: { value: 'plumb' } });
    await screen.findByRole('option', { name: 'Plumbline' });
    expect(listOptions()).toEqual(['Kiosk', 'Plumbline']);
    expect(field.value).toBe('Kiosk');
  });

  const getSubmitButton = () => screen.getByRole('button', { name: 'Start writing' });

  it('explains that no author has the name that the editor searches for', async () => {
    serveAuthors('?status=active', [createAuthor('Gantry')], 70);
    serveAuthors('?status=active&q=nobody', [], 70);
    renderOnPage(<NewArticleDialog isOpen onClose={() => {}} />);
    const search = await screen.findByLabelText('Find an author');
    fireEvent.change(search, { target: { value: 'nobody' } });
    await waitFor(() => expect(screen.queryAllByRole('option')).toEqual([]));
    expect(getSubmitButton().title).toBe('No author has this name');
  });

  it('explains that there is no active author', async () => {
    serveAuthors('?status=active', [], 0);
    renderOnPage(<NewArticleDialog isOpen onClose={() => {}} />);
    await waitForResponses();
    expect(getSubmitButton().title).toBe('No active authors');
  });

  it('explains that a search has failed, and offers another search', async () => {
    serveAuthors('?status=active', [createAuthor('Gantry')], 70);
    server.responses['GET /studio/authors?status=active&q=plumb'] = createErrorResponder(500);
    renderOnPage(<NewArticleDialog isOpen onClose={() => {}} />);
    const search = await screen.findByLabelText('Find an author');
    fireEvent.change(search, { target: { value: 'plumb' } });
    await waitFor(() => expect(getSubmitButton().title).toBe('We couldn’t load this'));
    screen.getByLabelText('Find an author');
  });
});
