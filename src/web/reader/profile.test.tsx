// @vitest-environment jsdom
import { render, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { cleanUp, settle } from '#web/testing/bench.tsx';
import { signIn, signOut } from '#web/testing/reader.ts';
import { refusing, type Server, startServer } from '#web/testing/server.ts';
import { catchUp, refreshProfile, useProfile } from './profile.ts';
import { currentReader } from './session.ts';

const PROFILE = 'GET /user/profile';

let server: Server;
const log = vi.spyOn(console, 'error');
beforeEach(() => {
  server = startServer();
  log.mockReset();
  return cleanUp;
});

function Shown() {
  useProfile();
  return null;
}
const asked = () => server.requests.filter(({ call }) => call === PROFILE).length;

it('is asked for by nobody who is signed out', async () => {
  signOut();
  render(<Shown />);
  catchUp();
  await refreshProfile();
  await settle();
  expect(asked()).toBe(0);
});

it('that is refused since the session has ended signs the page out, and is no fault', async () => {
  signIn('ada');
  server.answers[PROFILE] = refusing(401);
  render(<Shown />);
  await waitFor(() => expect(currentReader()).toBeNull());
  await settle();
  catchUp();
  await settle();
  expect(asked()).toBe(1);
  expect(log).not.toHaveBeenCalled();
});

it('that cannot be had for another reason is a fault that is logged', async () => {
  signIn('ada');
  server.answers[PROFILE] = refusing(500);
  render(<Shown />);
  await waitFor(() => expect(log).toHaveBeenCalledTimes(1));
  expect(JSON.stringify(log.mock.calls)).toContain('The profile could not be loaded');
});

it('is asked for once where several parts of a page show it', async () => {
  signIn('ada');
  render(
    <>
      <Shown />
      <Shown />
    </>,
  );
  await settle();
  expect(asked()).toBe(1);
});

it('is asked for once where the first stream of changes opens a moment later, and again with each later one', async () => {
  signIn('ada');
  render(<Shown />);
  await settle();
  catchUp({ isFirstStream: true });
  await settle();
  expect(asked()).toBe(1);
  catchUp();
  await settle();
  expect(asked()).toBe(2);
});
