// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { historyCopy } from '#web/copy/history.ts';
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
import { HistorySetting } from './history-setting.tsx';

const copy = historyCopy.switch;
let server: FakeServer;

beforeEach(() => {
  server = startFakeServer();
  server.responses['GET /user/history'] = createJsonResponder({ keepsHistory: true });
  signIn('ada');
});
afterEach(resetPage);

const getSwitch = () => screen.getByRole<HTMLInputElement>('checkbox', { name: RegExp(copy.name) });
const isOn = () => getSwitch().checked;
const listSentSettings = () =>
  server.requests.flatMap(({ call, body }) => (call === 'PUT /user/history' ? [body] : []));

async function renderSetting() {
  renderOnPage(<HistorySetting />);
  expect(getSwitch().disabled).toBe(true);
  await waitFor(() => expect(getSwitch().disabled).toBe(false));
}

it('switches the history off and on', async () => {
  await renderSetting();
  expect(isOn()).toBe(true);
  for (const next of [false, true, false]) {
    fireEvent.click(getSwitch());
    // The switch changes immediately, before the server has confirmed the change.
    expect(isOn()).toBe(next);
  }
  await waitFor(() =>
    expect(listSentSettings()).toEqual([
      { keepsHistory: false },
      { keepsHistory: true },
      { keepsHistory: false },
    ]),
  );
  await waitForResponses();
  expect(isOn()).toBe(false);
});

it('shows the stored state again if a change fails', async () => {
  await renderSetting();
  server.responses['PUT /user/history'] = createErrorResponder(500);
  fireEvent.click(getSwitch());
  await screen.findByText(copy.failed);
  expect(getToastKind(copy.failed)).toBe('error');
  await waitFor(() => expect(isOn()).toBe(true));
});

it('shows a change from another tab or device when the reader returns to the page', async () => {
  await renderSetting();
  server.responses['GET /user/history'] = createJsonResponder({ keepsHistory: false });
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  await waitFor(() => expect(isOn()).toBe(false));
});

it('offers to load the state again if it could not be loaded', async () => {
  server.responses['GET /user/history'] = createErrorResponder(500);
  renderOnPage(<HistorySetting />);
  await screen.findByText(copy.loadFailed);
  server.responses['GET /user/history'] = createJsonResponder({ keepsHistory: false });
  await pressButton(copy.tryAgain);
  expect(isOn()).toBe(false);
});

it('clears the history after a question', async () => {
  await renderSetting();
  await pressButton(historyCopy.clear);
  await pressButton(historyCopy.clearConfirmed);
  expect(server.changes).toEqual(['DELETE /history']);
  screen.getByText(historyCopy.cleared);
});
