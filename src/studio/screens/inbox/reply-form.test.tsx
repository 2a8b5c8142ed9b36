// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Reply as Given, MessageWithReplies } from '#domain/studio/inbox.ts';
import { pressButton, renderOnPage, resetPage, waitForResponses } from '#web/testing/render.tsx';
import {
  type FakeServer,
  rejectAsOffline,
  respondNoContent,
  startFakeServer,
} from '#web/testing/server.ts';
import { ReplyForm } from './reply-form.tsx';

const REPLY = 'POST /studio/messages/m/reply';

let server: FakeServer;

beforeEach(() => {
  server = startFakeServer();
});
afterEach(resetPage);

const MESSAGE: MessageWithReplies = {
  id: 'm',
  name: 'Ada',
  email: 'ada@example.org',
  subject: 'press',
  message: 'Who?',
  status: 'pending',
  createdAt: '2026-11-24T10:00:00Z',
  isOfReader: false,
  canMail: true,
  replies: [],
};
const given = (id: string, text: string): Given => ({
  id,
  text,
  repliedByName: 'edith',
  createdAt: '2026-11-24T11:00:00Z',
  isMailed: true,
  mailedAt: null,
});
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox');
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const sent = () => server.requests.filter(({ call }) => call === REPLY).map(({ body }) => body);
const ids = () => sent().map((body) => (body as Given).id);
/** Simulates reloading the page after the server has stored `replies`. */
const load = (replies: Given[] = [], member = 'edith') => {
  cleanup();
  renderOnPage(<ReplyForm message={{ ...MESSAGE, replies }} member={member} />);
};

it('sends a failed reply again with the same ID, even after a reload', async () => {
  server.responses[REPLY] = rejectAsOffline;
  load();
  type('Marginalia is.');
  await pressButton('Send reply');
  load();
  expect(field().value).toBe('Marginalia is.');
  server.responses[REPLY] = respondNoContent;
  await pressButton('Send reply');
  const [first, second] = ids();
  expect(sent()).toHaveLength(2);
  expect(second).toBe(first);
  expect(field().value).toBe('');
  type('And Ballast is the youngest.');
  await pressButton('Send reply');
  expect(ids()[2]).not.toBe(first);
});

it('keeps text typed while a reply is being sent, as a new draft', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  server.responses[REPLY] = () => promise;
  load();
  type('Marginalia is.');
  await pressButton('Send reply');
  type('Marginalia is. And Ballast');
  resolve(respondNoContent());
  await waitForResponses();
  expect(field().value).toBe('Marginalia is. And Ballast');
  server.responses[REPLY] = respondNoContent;
  await pressButton('Send reply');
  const [first, second] = sent();
  expect([first, second]).toEqual([
    expect.objectContaining({ text: 'Marginalia is.' }),
    expect.objectContaining({ text: 'Marginalia is. And Ballast' }),
  ]);
  expect(ids()[1]).not.toBe(ids()[0]);
});

it('removes a draft that the server received before the response was lost', async () => {
  server.responses[REPLY] = rejectAsOffline;
  load();
  type(' Marginalia is. ');
  await pressButton('Send reply');
  load([given(ids()[0]!, 'Marginalia is.')]);
  expect(field().value).toBe('');
  load([given(ids()[0]!, 'Marginalia is.')]);
  expect(field().value).toBe('');
});

it('keeps text that was changed after sending as the draft of another reply', async () => {
  server.responses[REPLY] = rejectAsOffline;
  load();
  type('Marginalia is.');
  await pressButton('Send reply');
  type('Marginalia is, I think.');
  await waitForResponses();
  load([given(ids()[0]!, 'Marginalia is.')]);
  expect(field().value).toBe('Marginalia is, I think.');
  server.responses[REPLY] = respondNoContent;
  await pressButton('Send reply');
  expect(ids()[1]).not.toBe(ids()[0]);
});

it('keeps a draft after the tab is closed, but not one that was cleared', () => {
  load();
  type('Marginalia is.');
  sessionStorage.clear();
  load();
  expect(field().value).toBe('Marginalia is.');
  type('');
  expect(Object.keys(localStorage)).toEqual([]);
});

it('shows a draft to no other member of this browser', () => {
  load();
  type('Marginalia is.');
  load([], 'grace');
  expect(field().value).toBe('');
  load();
  expect(field().value).toBe('Marginalia is.');
});

it('offers an email with the reply and the quoted message if Octavo cannot send email', () => {
  const message = { ...MESSAGE, canMail: false, message: 'Who?\nWhy?' };
  renderOnPage(<ReplyForm message={message} member="edith" />);
  type('Ada + Vera.');
  const url = screen.getByRole<HTMLAnchorElement>('link').getAttribute('href')!;
  expect(url).toMatch(/^mailto:ada@example\.org\?subject=[^+]+&body=Ada%20%2B%20Vera\./);
  const body = decodeURIComponent(url.split('&body=')[1]!);
  expect(body).toBe('Ada + Vera.\r\n\r\n> Who?\r\n> Why?');
});
