// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { IdeaStatus } from '#domain/statuses/article-states.ts';
import type { Idea } from '#domain/studio/ideas.ts';
import { renderOnPage, resetPage, waitForResponses } from '#web/testing/render.tsx';
import { createJsonResponder, type FakeServer, startFakeServer } from '#web/testing/server.ts';
import { IdeasScreen } from './ideas-screen.tsx';

const ID = '01976b2e-5c00-7a3e-9d21-4f0c6a1b2c3e';

let server: FakeServer;

beforeEach(() => {
  server = startFakeServer();
  server.responses['GET /studio/authors?status=active'] = createJsonResponder({
    authors: [],
    counts: { active: 0, inactive: 0, pending_idea: 0 },
    nextToken: null,
  });
  serveIdeas('pending', [createIdea('1')]);
});
afterEach(resetPage);

const createIdea = (id: string, status: IdeaStatus = 'pending') =>
  ({
    ...{ id, status, title: `Idea ${id}`, category: 'nsm', subcategory: 'mea' },
    ...{ level: 'beginner', region: 'oceania', century: 18, points: null },
  }) as Idea;
/** Makes the simulated server return one page of the ideas with the given status. */
const serveIdeas = (
  status: IdeaStatus,
  ideas: Idea[],
  token?: string,
  nextToken: string | null = null,
) => {
  const page = token ? `&nextToken=${token}` : '';
  server.responses[`GET /studio/ideas?status=${status}${page}`] = createJsonResponder({
    ideas,
    nextToken,
  });
};
const serveStatus = (status: IdeaStatus) => {
  server.responses[`GET /studio/ideas/${ID}`] = createJsonResponder({
    idea: createIdea(ID, status),
  });
};
async function openBoard(path: string) {
  renderOnPage(<IdeasScreen />, { at: path });
  await waitForResponses();
}
const getCurrentTab = () => document.querySelector('[aria-current=page]')?.textContent;
const listMarked = () => document.querySelectorAll('[data-marked]');

it.each<[IdeaStatus, string]>([
  ['pending', 'Pending'],
  ['generating', 'Being written'],
  ['generated', 'Written'],
])('opens the tab of an idea that is %s, and marks it', async (status, name) => {
  serveStatus(status);
  serveIdeas(status, [createIdea('1', status), createIdea(ID, status)]);
  await openBoard(`/ideas#${ID}`);
  expect(getCurrentTab()).toBe(name);
  expect(listMarked()).toHaveLength(1);
  expect(document.activeElement).toBe(listMarked()[0]);
});

it('finds the idea on later pages', async () => {
  serveStatus('generated');
  serveIdeas('generated', [createIdea('1', 'generated')], undefined, 'two');
  serveIdeas('generated', [createIdea('2', 'generated')], 'two', 'three');
  serveIdeas('generated', [createIdea(ID, 'generated')], 'three', 'four');
  await openBoard(`/ideas#${ID}`);
  await waitForResponses();
  expect(listMarked()).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'Show more' })).toBeTruthy();
});

it('reports that the idea is gone, and shows the board', async () => {
  await openBoard(`/ideas#${ID}`);
  expect(screen.getByText('That idea no longer exists.')).toBeTruthy();
  expect(screen.getByText('Idea 1')).toBeTruthy();
});

it('ignores the ID of another element', async () => {
  await openBoard('/ideas#main');
  expect(server.calls.filter((call) => call.includes('/ideas/'))).toEqual([]);
  expect(screen.getByText('Idea 1')).toBeTruthy();
});
