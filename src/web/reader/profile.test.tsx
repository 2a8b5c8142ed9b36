// @vitest-environment jsdom
import { render, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { signIn, signOut } from '#web/testing/reader.ts';
import { resetPage, waitForResponses } from '#web/testing/render.tsx';
import { type FakeServer, respondWithError, startFakeServer } from '#web/testing/server.ts';
import {
  refreshSubscriptionProfile,
  syncPageWithAccount,
  useSubscriptionProfile,
} from './profile.ts';
import { readCurrentReader } from './session.ts';

const PROFILE = 'GET /user/profile';

let server: FakeServer;
const log = vi.spyOn(console, 'error');
beforeEach(() => {
  server = startFakeServer();
  log.mockReset();
  return resetPage;
});

function Shown() {
  useSubscriptionProfile();
  return null;
}
const asked = () => server.requests.filter(({ call }) => call === PROFILE).length;

it('is not requested while signed out', async () => {
  signOut();
  render(<Shown />);
  syncPageWithAccount();
  await refreshSubscriptionProfile();
  await waitForResponses();
  expect(asked()).toBe(0);
});

it('that is refused because of an ended session signs the page out, and logs no error', async () => {
  signIn('ada');
  server.responses[PROFILE] = respondWithError(401);
  render(<Shown />);
  await waitFor(() => expect(readCurrentReader()).toBeNull());
  await waitForResponses();
  syncPageWithAccount();
  await waitForResponses();
  expect(asked()).toBe(1);
  expect(log).not.toHaveBeenCalled();
});

it('that fails to load for another reason logs an error', async () => {
  signIn('ada');
  server.responses[PROFILE] = respondWithError(500);
  render(<Shown />);
  await waitFor(() => expect(log).toHaveBeenCalledTimes(1));
  expect(JSON.stringify(log.mock.calls)).toContain('The profile could not be loaded');
});

it('is requested once for several components of a page', async () => {
  signIn('ada');
  render(
    <>
      <Shown />
      <Shown />
    </>,
  );
  await waitForResponses();
  expect(asked()).toBe(1);
});

it('is not requested again when the first stream of changes opens, but with each later stream', async () => {
  signIn('ada');
  render(<Shown />);
  await waitForResponses();
  syncPageWithAccount({ isFirstStream: true });
  await waitForResponses();
  expect(asked()).toBe(1);
  syncPageWithAccount();
  await waitForResponses();
  expect(asked()).toBe(2);
});
