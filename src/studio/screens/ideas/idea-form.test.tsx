// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Idea } from '#domain/studio/ideas.ts';
import type { StudioAuthor } from '#domain/studio/personas.ts';
import { pressButton, renderOnPage, resetPage } from '#web/testing/render.tsx';
import {
  createErrorResponder,
  createJsonResponder,
  type FakeServer,
  rejectAsOffline,
  startFakeServer,
} from '#web/testing/server.ts';
import { IdeaForm } from './idea-form.tsx';

const AUTHOR = {
  id: '01976b2e-5c00-7a3e-9d21-4f0c6a1b2c3d',
  alias: 'Plumbline',
  category: 'nsm',
  subcategory: 'mea',
  level: 'beginner',
} as StudioAuthor;

const IDEA = {
  id: '01976b2e-5c00-7a3e-9d21-4f0c6a1b2c3e',
  authorId: AUTHOR.id,
  title: 'A hull',
  thesis: 'Ends that swap let sides differ.',
  surprise: 'It has a flat side.',
  object: 'a proa',
  points: [
    'One side is always to the wind.',
    { so: 'Weight can stand out on it.' },
    { but: 'Hulls were drawn at Tinian.' },
  ],
  region: 'oceania',
  century: 18,
  protagonist: 'none',
  level: 'beginner',
  ending: 'method',
  category: 'nsm',
  subcategory: 'mea',
  version: 'first',
} as Idea;
const CHANGE = `PUT /studio/ideas/${IDEA.id}`;
const LOAD = `GET /studio/ideas/${IDEA.id}`;

const SEPARATE_STORIES_MESSAGE =
  /^Its points are separate stories: the third is joined to the one before it/;

const SIMILARITY = 'POST /studio/ideas/similarity';

let server: FakeServer;

beforeEach(() => {
  server = startFakeServer();
  server.responses[SIMILARITY] = createJsonResponder({ mostSimilar: null, isTooSimilar: false });
});
afterEach(resetPage);

const fill = (name: string, value: string) =>
  fireEvent.change(screen.getByLabelText(name), { target: { value } });
const getSaveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });

const getField = (name: string) => screen.getByLabelText<HTMLTextAreaElement>(name);
const findDraftNotice = () => screen.queryByText(/^Kept from/);
const findOutdatedWarning = () => screen.queryByText(/^Someone else edited this idea/);
const listSentChanges = () =>
  server.requests
    .filter(({ call }) => server.changes.includes(call))
    .map(({ call, body }) => ({ call, body }));

/** Opens the idea form as if the page had just been loaded. */
function openForm(idea?: Idea, member = 'edith') {
  cleanup();
  const onClose = vi.fn();
  const opener = { current: null };
  renderOnPage(
    <IdeaForm
      idea={idea}
      choices={{ authors: [AUTHOR] }}
      member={member}
      opener={opener}
      onClose={onClose}
    />,
  );
  return onClose;
}

function fillInNewIdea() {
  const onClose = openForm();
  fill('Working title', 'A hull');
  fill('Thesis, in one sentence', 'Ends that swap let sides differ.');
  fill('What would surprise a reader', 'It has a flat side.');
  fill('The object at its center', 'a proa');
  fill('First point', 'One side is always to the wind.');
  fill('How the second follows', 'so');
  fill('Second point', 'Weight can stand out on it.');
  fill('Third point', 'Hulls were drawn at Tinian.');
  return onClose;
}

it('saves an idea whose points follow from each other, after comparing it with other ideas', async () => {
  const onClose = fillInNewIdea();
  expect(getSaveButton().disabled).toBe(true);
  fill('How the third follows', 'but');
  await pressButton('Save');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const subject = { title: 'A hull', thesis: 'Ends that swap let sides differ.', object: 'a proa' };
  expect(listSentChanges()).toEqual([
    { call: SIMILARITY, body: subject },
    {
      call: 'POST /studio/ideas',
      body: {
        authorId: AUTHOR.id,
        allowSimilar: false,
        idea: expect.objectContaining({
          ...subject,
          points: [
            'One side is always to the wind.',
            { so: 'Weight can stand out on it.' },
            { but: 'Hulls were drawn at Tinian.' },
          ],
        }),
      },
    },
  ]);
});

it('explains that points are separate stories, and saves nothing', () => {
  fillInNewIdea();
  expect(screen.queryByText(SEPARATE_STORIES_MESSAGE)).toBeNull();
  fill('How the third follows', 'and');
  expect(screen.getByText(SEPARATE_STORIES_MESSAGE).role).toBe('alert');
  expect(getSaveButton().disabled).toBe(true);
});

it('keeps a new idea after the tab is closed, until it is saved', async () => {
  fillInNewIdea();
  fill('How the third follows', 'but');
  server.responses['POST /studio/ideas'] = rejectAsOffline;
  await pressButton('Save');
  sessionStorage.clear();
  openForm();
  expect(findDraftNotice()?.textContent).toMatch(/^Kept from .+, and not saved yet\./);
  expect(getField('Third point').value).toBe('Hulls were drawn at Tinian.');
  delete server.responses['POST /studio/ideas'];
  await pressButton('Save');
  openForm();
  expect(findDraftNotice()).toBeNull();
  expect(getField('Working title').value).toBe('');
});

it('discards a new idea for good', async () => {
  fillInNewIdea();
  openForm();
  await pressButton('Discard');
  expect(getField('Working title').value).toBe('');
  expect(findDraftNotice()).toBeNull();
  openForm();
  expect(findDraftNotice()).toBeNull();
});

it('keeps changes to an idea, and shows them to no other member', async () => {
  openForm(IDEA);
  fill('Thesis, in one sentence', 'Mine.');
  openForm({ ...IDEA, id: crypto.randomUUID() });
  expect(getField('Thesis, in one sentence').value).toBe(IDEA.thesis);
  openForm(IDEA, 'grace');
  expect(getField('Thesis, in one sentence').value).toBe(IDEA.thesis);
  openForm(IDEA);
  expect(getField('Thesis, in one sentence').value).toBe('Mine.');
  await pressButton('Save');
  expect(listSentChanges().at(-1)).toMatchObject({
    call: CHANGE,
    body: { base: 'first', idea: { thesis: 'Mine.' } },
  });
  expect(localStorage).toHaveLength(0);
});

it('reports that somebody else has changed the idea since the draft, and merges the changes', async () => {
  openForm(IDEA);
  fill('Thesis, in one sentence', 'Mine.');
  openForm({ ...IDEA, thesis: 'Theirs.', object: 'Theirs, too', version: 'second' });
  expect(findOutdatedWarning()?.role).toBe('alert');
  expect(getField('Thesis, in one sentence').value).toBe('Mine.');
  expect(getField('The object at its center').value).toBe('Theirs, too');
  await pressButton('Discard');
  expect(getField('Thesis, in one sentence').value).toBe('Theirs.');
  expect(findOutdatedWarning()).toBeNull();
});

it('reports a change made while the form was open, and saves on the next attempt', async () => {
  const onClose = openForm(IDEA);
  fill('Thesis, in one sentence', 'Mine.');
  server.responses[CHANGE] = createErrorResponder(409, 'Somebody has changed this idea meanwhile.');
  server.responses[LOAD] = createJsonResponder({
    idea: { ...IDEA, object: 'Theirs', version: 'second' },
  });
  await pressButton('Save');
  expect(findOutdatedWarning()?.role).toBe('alert');
  expect(getField('The object at its center').value).toBe('Theirs');
  expect(onClose).not.toHaveBeenCalled();
  delete server.responses[CHANGE];
  await pressButton('Save');
  expect(listSentChanges().at(-1)?.body).toMatchObject({
    base: 'second',
    idea: { thesis: 'Mine.' },
  });
  expect(onClose).toHaveBeenCalled();
});

it('does not restore a draft that the server saved before the response was lost', () => {
  openForm(IDEA);
  fill('Thesis, in one sentence', 'Mine.');
  openForm({ ...IDEA, thesis: 'Mine.', version: 'second' });
  expect(findDraftNotice()).toBeNull();
  expect(localStorage).toHaveLength(0);
});

it('works in a browser without storage, and shows a warning', async () => {
  vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('', 'SecurityError');
  });
  const onClose = openForm(IDEA);
  fill('Thesis, in one sentence', 'Mine.');
  expect(screen.getByText(/^This browser is out of space/)).toBeTruthy();
  await pressButton('Save');
  expect(onClose).toHaveBeenCalled();
  vi.restoreAllMocks();
});
