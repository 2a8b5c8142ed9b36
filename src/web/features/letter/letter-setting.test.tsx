// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { LetterSetting as Setting } from '#domain/letter.ts';
import { letterCopy as copy } from '#web/copy/letter.ts';
import { signIn } from '#web/testing/reader.ts';
import {
  getToastKind,
  pressButton,
  renderOnPage,
  resetPage,
  waitForResponses,
} from '#web/testing/render.tsx';
import {
  createErrorResponder,
  createJsonResponder,
  type FakeServer,
  startFakeServer,
} from '#web/testing/server.ts';
import { LetterSetting } from './letter-setting.tsx';

const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
const PENDING: Setting = { status: 'pending', timeZone };

let server: FakeServer;

beforeEach(() => {
  server = startFakeServer();
  server.responses['PUT /user/letter'] = createJsonResponder(PENDING);
  signIn('ada');
});
afterEach(resetPage);

const toggle = () => screen.getByRole<HTMLInputElement>('checkbox', { name: RegExp(copy.name) });
const isOn = () => toggle().checked;
const state = () => screen.getAllByRole('status')[0]!.textContent;

async function open(setting: Setting) {
  server.responses['GET /user/letter'] = createJsonResponder(setting);
  renderOnPage(<LetterSetting />);
  expect(toggle().disabled).toBe(true);
  await waitFor(() => expect(toggle().disabled).toBe(false));
}

it('asks for a confirmation when it is switched on, and sends the time zone', async () => {
  await open({ status: 'off', timeZone: null });
  expect([isOn(), state()]).toEqual([false, '']);
  fireEvent.click(toggle());
  // The switch changes within the event, before the server has confirmed the change.
  expect(isOn()).toBe(true);
  await waitForResponses();
  expect([isOn(), state()]).toEqual([true, copy.checkMail('ada@example.org')]);
  expect(server.lastChange).toMatchObject({ call: 'PUT /user/letter', body: { timeZone } });
});

it('sends the link again, and shows the limit', async () => {
  await open(PENDING);
  expect(isOn()).toBe(true);
  await pressButton(copy.sendAgain);
  expect(getToastKind(copy.sentAgain)).toBe('success');
  server.responses['PUT /user/letter'] = createErrorResponder(429, 'We’ve sent several mails.');
  await pressButton(copy.sendAgain);
  expect(getToastKind('We’ve sent several mails.')).toBe('warning');
  expect(server.changes).toEqual(['PUT /user/letter', 'PUT /user/letter']);
});

it('is confirmed in another tab', async () => {
  await open(PENDING);
  server.responses['GET /user/letter'] = createJsonResponder({
    status: 'on',
    timeZone: 'America/New_York',
  });
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  await waitFor(() => expect(state()).toBe(copy.timeZone('New York')));
  expect(screen.queryByRole('button')).toBeNull();
});

it('is switched off', async () => {
  await open({ status: 'on', timeZone: 'Europe/Berlin' });
  fireEvent.click(toggle());
  expect([isOn(), state()]).toEqual([false, '']);
  await waitForResponses();
  expect(server.changes).toEqual(['DELETE /user/letter']);
  expect([isOn(), state()]).toEqual([false, '']);
});

it('says why it was ended', async () => {
  await open({ status: 'bounced', timeZone: null });
  expect([isOn(), state()]).toEqual([false, copy.bounced]);
});

it('shows the stored state again if a change fails', async () => {
  await open({ status: 'off', timeZone: null });
  server.responses['PUT /user/letter'] = createErrorResponder(500);
  fireEvent.click(toggle());
  await screen.findByText(copy.failed);
  expect(getToastKind(copy.failed)).toBe('error');
  await waitFor(() => expect(isOn()).toBe(false));
});

it('offers to load the state again if it could not be loaded', async () => {
  server.responses['GET /user/letter'] = createErrorResponder(500);
  renderOnPage(<LetterSetting />);
  await screen.findByText(copy.loadFailed);
  server.responses['GET /user/letter'] = createJsonResponder({ status: 'off', timeZone: null });
  await pressButton(copy.tryAgain);
  expect(isOn()).toBe(false);
});
