// @vitest-environment jsdom
import { render, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { signIn, signOut } from '#web/testing/reader.ts';
import { resetPage, waitForResponses } from '#web/testing/render.tsx';
import { createErrorResponder, type FakeServer, startFakeServer } from '#web/testing/server.ts';
import { readCurrentReader } from './session.ts';
import {
  refreshSubscriptionProfile,
  updatePageFromAccount,
  useSubscriptionProfile,
} from './subscription-profile.ts';

const PROFILE = 'GET /user/profile';

let server: FakeServer;
const consoleError = vi.spyOn(console, 'error');
beforeEach(() => {
  server = startFakeServer();
  consoleError.mockReset();
  return resetPage;
});

function ProfileUser() {
  useSubscriptionProfile();
  return null;
}
const countProfileRequests = () => server.requests.filter(({ call }) => call === PROFILE).length;

it('requests no profile while signed out', async () => {
  signOut();
  render(<ProfileUser />);
  updatePageFromAccount();
  await refreshSubscriptionProfile();
  await waitForResponses();
  expect(countProfileRequests()).toBe(0);
});

it('signs the page out without logging an error if the session has ended', async () => {
  signIn('ada');
  server.responses[PROFILE] = createErrorResponder(401);
  render(<ProfileUser />);
  await waitFor(() => expect(readCurrentReader()).toBeNull());
  await waitForResponses();
  updatePageFromAccount();
  await waitForResponses();
  expect(countProfileRequests()).toBe(1);
  expect(consoleError).not.toHaveBeenCalled();
});

it('logs an error if the profile fails to load for another reason', async () => {
  signIn('ada');
  server.responses[PROFILE] = createErrorResponder(500);
  render(<ProfileUser />);
  await waitFor(() => expect(consoleError).toHaveBeenCalledTimes(1));
  expect(JSON.stringify(consoleError.mock.calls)).toContain('The profile could not be loaded');
});

it('requests the profile once for several components of a page', async () => {
  signIn('ada');
  render(
    <>
      <ProfileUser />
      <ProfileUser />
    </>,
  );
  await waitForResponses();
  expect(countProfileRequests()).toBe(1);
});

it('requests the profile again with each stream of changes except the first', async () => {
  signIn('ada');
  render(<ProfileUser />);
  await waitForResponses();
  updatePageFromAccount({ isFirstStream: true });
  await waitForResponses();
  expect(countProfileRequests()).toBe(1);
  updatePageFromAccount();
  await waitForResponses();
  expect(countProfileRequests()).toBe(2);
});
