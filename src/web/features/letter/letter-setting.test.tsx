// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { WeeklyLetterSetting as Setting } from '#domain/letter.ts';
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
import { WeeklyLetterSetting } from './letter-setting.tsx';

const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
const PENDING: Setting = { status: 'pending', timeZone };

let server: FakeServer;

beforeEach(() => {
  server = startFakeServer();
  server.responses['PUT /user/letter'] = createJsonResponder(PENDING);
  signIn('ada');
});
afterEach(resetPage);

const getSwitch = () => screen.getByRole<HTMLInputElement>('checkbox', { name: RegExp(copy.name) });
const isOn = () => getSwitch().checked;
const readStateText = () => screen.getAllByRole('status')[0]!.textContent;

async function renderSetting(setting: Setting) {
  server.responses['GET /user/letter'] = createJsonResponder(setting);
  renderOnPage(<WeeklyLetterSetting />);
  expect(getSwitch().disabled).toBe(true);
  await waitFor(() => expect(getSwitch().disabled).toBe(false));
}

it('asks for a confirmation when it is switched on, and sends the time zone', async () => {
  await renderSetting({ status: 'off', timeZone: null });
  expect([isOn(), readStateText()]).toEqual([false, '']);
  fireEvent.click(getSwitch());
  // The switch changes immediately, before the server has confirmed the change.
  expect(isOn()).toBe(true);
  await waitForResponses();
  expect([isOn(), readStateText()]).toEqual([true, copy.checkMail('ada@example.org')]);
  expect(server.lastChange).toMatchObject({ call: 'PUT /user/letter', body: { timeZone } });
});

it('sends the link again, and shows the limit', async () => {
  await renderSetting(PENDING);
  expect(isOn()).toBe(true);
  await pressButton(copy.sendAgain);
  expect(getToastKind(copy.sentAgain)).toBe('success');
  server.responses['PUT /user/letter'] = createErrorResponder(429, 'We’ve sent several emails.');
  await pressButton(copy.sendAgain);
  expect(getToastKind('We’ve sent several emails.')).toBe('warning');
  expect(server.changes).toEqual(['PUT /user/letter', 'PUT /user/letter']);
});

it('is confirmed in another tab', async () => {
  await renderSetting(PENDING);
  server.responses['GET /user/letter'] = createJsonResponder({
    status: 'on',
    timeZone: 'America/New_York',
  });
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  await waitFor(() => expect(readStateText()).toBe(copy.timeZone('New York')));
  expect(screen.queryByRole('button')).toBeNull();
});

it('is switched off', async () => {
  await renderSetting({ status: 'on', timeZone: 'Europe/Berlin' });
  fireEvent.click(getSwitch());
  expect([isOn(), readStateText()]).toEqual([false, '']);
  await waitForResponses();
  expect(server.changes).toEqual(['DELETE /user/letter']);
  expect([isOn(), readStateText()]).toEqual([false, '']);
});

it('says why it was ended', async () => {
  await renderSetting({ status: 'bounced', timeZone: null });
  expect([isOn(), readStateText()]).toEqual([false, copy.bounced]);
});

it('shows the stored state again if a change fails', async () => {
  await renderSetting({ status: 'off', timeZone: null });
  server.responses['PUT /user/letter'] = createErrorResponder(500);
  fireEvent.click(getSwitch());
  await screen.findByText(copy.failed);
  expect(getToastKind(copy.failed)).toBe('error');
  await waitFor(() => expect(isOn()).toBe(false));
});

it('offers to load the state again if it could not be loaded', async () => {
  server.responses['GET /user/letter'] = createErrorResponder(500);
  renderOnPage(<WeeklyLetterSetting />);
  await screen.findByText(copy.loadFailed);
  server.responses['GET /user/letter'] = createJsonResponder({ status: 'off', timeZone: null });
  await pressButton(copy.tryAgain);
  expect(isOn()).toBe(false);
});
