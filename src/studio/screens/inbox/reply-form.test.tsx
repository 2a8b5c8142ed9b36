// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { MessageWithReplies, Reply } from '#domain/studio/inbox.ts';
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
const createReply = (id: string, text: string): Reply => ({
  id,
  text,
  repliedByName: 'edith',
  createdAt: '2026-11-24T11:00:00Z',
  isMailed: true,
  mailedAt: null,
});
const getField = () => screen.getByRole<HTMLTextAreaElement>('textbox');
const type = (value: string) => fireEvent.change(getField(), { target: { value } });
const listSentReplies = () =>
  server.requests.filter(({ call }) => call === REPLY).map(({ body }) => body);
const listSentIds = () => listSentReplies().map((body) => (body as Reply).id);
/** Simulates reloading the page after the server has stored `replies`. */
const loadForm = (replies: Reply[] = [], member = 'edith') => {
  cleanup();
  renderOnPage(<ReplyForm message={{ ...MESSAGE, replies }} member={member} />);
};

it('sends a failed reply again with the same ID, even after a reload', async () => {
  server.responses[REPLY] = rejectAsOffline;
  loadForm();
  type('Marginalia is.');
  await pressButton('Send reply');
  loadForm();
  expect(getField().value).toBe('Marginalia is.');
  server.responses[REPLY] = respondNoContent;
  await pressButton('Send reply');
  const [first, second] = listSentIds();
  expect(listSentReplies()).toHaveLength(2);
  expect(second).toBe(first);
  expect(getField().value).toBe('');
  type('And Ballast is the youngest.');
  await pressButton('Send reply');
  expect(listSentIds()[2]).not.toBe(first);
});

it('keeps text typed while a reply is being sent, as a new draft', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  server.responses[REPLY] = () => promise;
  loadForm();
  type('Marginalia is.');
  await pressButton('Send reply');
  type('Marginalia is. And Ballast');
  resolve(respondNoContent());
  await waitForResponses();
  expect(getField().value).toBe('Marginalia is. And Ballast');
  server.responses[REPLY] = respondNoContent;
  await pressButton('Send reply');
  const [first, second] = listSentReplies();
  expect([first, second]).toEqual([
    expect.objectContaining({ text: 'Marginalia is.' }),
    expect.objectContaining({ text: 'Marginalia is. And Ballast' }),
  ]);
  expect(listSentIds()[1]).not.toBe(listSentIds()[0]);
});

it('removes a draft that the server received before the response was lost', async () => {
  server.responses[REPLY] = rejectAsOffline;
  loadForm();
  type(' Marginalia is. ');
  await pressButton('Send reply');
  loadForm([createReply(listSentIds()[0]!, 'Marginalia is.')]);
  expect(getField().value).toBe('');
  loadForm([createReply(listSentIds()[0]!, 'Marginalia is.')]);
  expect(getField().value).toBe('');
});

it('keeps text that was changed after sending as the draft of another reply', async () => {
  server.responses[REPLY] = rejectAsOffline;
  loadForm();
  type('Marginalia is.');
  await pressButton('Send reply');
  type('Marginalia is, I think.');
  await waitForResponses();
  loadForm([createReply(listSentIds()[0]!, 'Marginalia is.')]);
  expect(getField().value).toBe('Marginalia is, I think.');
  server.responses[REPLY] = respondNoContent;
  await pressButton('Send reply');
  expect(listSentIds()[1]).not.toBe(listSentIds()[0]);
});

it('keeps a draft after the tab is closed, but not one that was cleared', () => {
  loadForm();
  type('Marginalia is.');
  sessionStorage.clear();
  loadForm();
  expect(getField().value).toBe('Marginalia is.');
  type('');
  expect(Object.keys(localStorage)).toEqual([]);
});

it('shows a draft to no other member of this browser', () => {
  loadForm();
  type('Marginalia is.');
  loadForm([], 'grace');
  expect(getField().value).toBe('');
  loadForm();
  expect(getField().value).toBe('Marginalia is.');
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
