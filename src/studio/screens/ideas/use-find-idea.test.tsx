// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { IdeaStatus } from '#domain/statuses/article-states.ts';
import type { Idea } from '#domain/studio/ideas.ts';
import { renderOnPage, resetPage, waitForResponses } from '#web/testing/render.tsx';
import { createJsonResponder, type FakeServer, startFakeServer } from '#web/testing/server.ts';
import { IdeaBoard } from './idea-board.tsx';

const ID = '01976b2e-5c00-7a3e-9d21-4f0c6a1b2c3e';

let server: FakeServer;

beforeEach(() => {
  server = startFakeServer();
  server.responses['GET /studio/authors?status=active'] = createJsonResponder({
    authors: [],
    counts: { active: 0, inactive: 0, pending_idea: 0 },
    nextToken: null,
  });
  board('pending', [anIdea('1')]);
});
afterEach(resetPage);

const anIdea = (id: string, status: IdeaStatus = 'pending') =>
  ({
    ...{ id, status, title: `Idea ${id}`, category: 'nsm', subcategory: 'mea' },
    ...{ level: 'beginner', region: 'oceania', century: 18, points: null },
  }) as Idea;
/** Makes the simulated server return one page of the ideas with a status. */
const board = (status: IdeaStatus, ideas: Idea[], at?: string, nextToken: string | null = null) => {
  const page = at ? `&nextToken=${at}` : '';
  server.responses[`GET /studio/ideas?status=${status}${page}`] = createJsonResponder({
    ideas,
    nextToken,
  });
};
const stands = (status: IdeaStatus) => {
  server.responses[`GET /studio/ideas/${ID}`] = createJsonResponder({ idea: anIdea(ID, status) });
};
async function come(address: string) {
  renderOnPage(<IdeaBoard />, { at: address });
  await waitForResponses();
}
const tab = () => document.querySelector('[aria-current=page]')?.textContent;
const marked = () => document.querySelectorAll('[data-marked]');

it.each<[IdeaStatus, string]>([
  ['pending', 'Pending'],
  ['generating', 'Being written'],
  ['generated', 'Written'],
])('opens the tab of an idea that is %s, and marks it', async (status, name) => {
  stands(status);
  board(status, [anIdea('1', status), anIdea(ID, status)]);
  await come(`/ideas#${ID}`);
  expect(tab()).toBe(name);
  expect(marked()).toHaveLength(1);
  expect(document.activeElement).toBe(marked()[0]);
});

it('finds the idea on later pages', async () => {
  stands('generated');
  board('generated', [anIdea('1', 'generated')], undefined, 'two');
  board('generated', [anIdea('2', 'generated')], 'two', 'three');
  board('generated', [anIdea(ID, 'generated')], 'three', 'four');
  await come(`/ideas#${ID}`);
  await waitForResponses();
  expect(marked()).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'Show more' })).toBeTruthy();
});

it('reports that the idea is gone, and shows the board', async () => {
  await come(`/ideas#${ID}`);
  expect(screen.getByText('That idea no longer exists.')).toBeTruthy();
  expect(screen.getByText('Idea 1')).toBeTruthy();
});

it('ignores the ID of another element', async () => {
  await come('/ideas#main');
  expect(server.calls.filter((call) => call.includes('/ideas/'))).toEqual([]);
  expect(screen.getByText('Idea 1')).toBeTruthy();
});
