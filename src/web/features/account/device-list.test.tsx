// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readCurrentReader } from '#web/reader/session.ts';
import { setIdTokenCookie, signIn, signOut } from '#web/testing/reader.ts';
import {
  findDialog,
  pressButton,
  renderOnPage,
  resetPage,
  waitForResponses,
} from '#web/testing/render.tsx';
import {
  createErrorResponder,
  createJsonResponder,
  type FakeServer,
  neverRespond,
  respondNoContent,
  startFakeServer,
} from '#web/testing/server.ts';
import { DeviceList } from './device-list.tsx';

const SYSTEMS = {
  current: 'X11; Linux x86_64',
  phone: 'Android 15; Mobile',
  laptop: 'Windows NT 10.0',
  old: 'Macintosh',
} as const;
type DeviceName = keyof typeof SYSTEMS;

const createSession = (id: DeviceName, hoursAgo = 0) => ({
  id,
  userAgent: `Mozilla/5.0 (${SYSTEMS[id]}) Firefox/145.0`,
  createdAt: '2026-11-01T08:00:00.000Z',
  lastSeenAt: new Date(Date.now() - hoursAgo * 3_600_000).toISOString(),
  isCurrent: id === 'current',
});

const LIST_SESSIONS = 'GET /user/sessions';
const SIGN_OUT_PHONE = 'DELETE /user/sessions/phone';
const SIGN_OUT_ALL = 'DELETE /user/sessions';

let server: FakeServer;

/** Renders the device list of a reader with the given open sessions, in the order in which the server lists them. */
async function renderDeviceList(...names: DeviceName[]) {
  const sessions = names.map((name, at) => createSession(name, at * 48));
  server.responses[LIST_SESSIONS] = createJsonResponder({ sessions });
  renderOnPage(<DeviceList />);
  await waitFor(() => expect(screen.getByRole('list').getAttribute('aria-busy')).toBe('false'));
}

const listRowTexts = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

beforeEach(() => {
  server = startFakeServer();
  signIn();
});
afterEach(resetPage);

describe('the list of devices', () => {
  it('begins with this device, followed by the others in order of last use', async () => {
    await renderDeviceList('phone', 'current');
    expect(listRowTexts()).toEqual([
      'Firefox on LinuxActive nowThis device',
      'Firefox on AndroidLast active todaySign Out',
    ]);
  });

  it('has two placeholder rows while it loads', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    server.responses[LIST_SESSIONS] = () => promise;
    renderOnPage(<DeviceList />);
    const list = screen.getByRole('list');
    expect(list.querySelectorAll('li')).toHaveLength(2);
    expect(list.getAttribute('aria-busy')).toBe('true');
    resolve(Response.json({ data: { sessions: [createSession('current')] } }));
    await waitFor(() => expect(list.getAttribute('aria-busy')).toBe('false'));
    expect(listRowTexts()).toEqual([
      'Firefox on LinuxActive nowThis device',
      'You’re not signed in anywhere else.',
    ]);
  });

  it('hides further devices until the reader expands it', async () => {
    await renderDeviceList('current', 'phone', 'laptop', 'old');
    expect(listRowTexts()).toHaveLength(2);
    await pressButton('Show 2 more');
    expect(listRowTexts().slice(2)).toEqual([
      'Firefox on WindowsLast active 4 days agoSign Out',
      'Firefox on MacLast active 6 days agoSign Out',
    ]);
    await pressButton('Show fewer');
    expect(listRowTexts()).toHaveLength(2);
  });

  it('can be requested again if it fails to load', async () => {
    server.responses[LIST_SESSIONS] = createErrorResponder(500);
    renderOnPage(<DeviceList />);
    await screen.findByText('We couldn’t load your devices.');
    server.responses[LIST_SESSIONS] = createJsonResponder({ sessions: [createSession('current')] });
    await pressButton('Try Again');
    await screen.findByText('This device');
  });

  it('is not requested while signed out', async () => {
    signOut();
    renderOnPage(<DeviceList />);
    await waitForResponses();
    expect(server.calls).toEqual([]);
  });
});

describe('signing out one device', () => {
  it.each([
    ['when the server has ended its session', respondNoContent],
    ['when its session had already ended', createErrorResponder(404)],
  ])('removes the device from the list %s', async (_, respond) => {
    await renderDeviceList('current', 'phone');
    server.responses[SIGN_OUT_PHONE] = respond;
    await pressButton('Sign Out Firefox on Android');
    await screen.findByText('You’re not signed in anywhere else.');
    expect(server.calls.at(-1)).toBe(SIGN_OUT_PHONE);
    expect(screen.getByRole('status').textContent).toBe('Firefox on Android has been signed out.');
    expect(document.activeElement).toBe(screen.getByRole('list'));
    expect(readCurrentReader()).not.toBeNull();
  });

  it('shows a busy button until the server responds, and sends one request', async () => {
    await renderDeviceList('current', 'phone');
    server.responses[SIGN_OUT_PHONE] = neverRespond;
    await pressButton('Sign Out Firefox on Android');
    const busy = await screen.findByRole('button', { name: 'Signing out...' });
    expect(busy.getAttribute('aria-disabled')).toBe('true');
    await pressButton('Signing out...');
    expect(server.changes).toEqual([SIGN_OUT_PHONE]);
  });

  it('keeps the device in the list if it fails, with a message', async () => {
    await renderDeviceList('current', 'phone');
    server.responses[SIGN_OUT_PHONE] = createErrorResponder(500);
    await pressButton('Sign Out Firefox on Android');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'We couldn’t sign out Firefox on Android. Please try again.',
    );
    screen.getByRole('button', { name: 'Sign Out Firefox on Android' });
  });

  it('requires an active session', async () => {
    await renderDeviceList('current', 'phone');
    server.responses[SIGN_OUT_PHONE] = createErrorResponder(401);
    await pressButton('Sign Out Firefox on Android');
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toMatch(/You’ve been signed out/),
    );
    expect(readCurrentReader()).toBeNull();
  });
});

describe('signing out everywhere', () => {
  /**
   * Clicks Sign Out Everywhere, and waits for the dialog that asks for confirmation. The dialog's code may have to load
   * first.
   */
  const openConfirmation = async () => {
    await pressButton('Sign Out Everywhere');
    return within(await findDialog());
  };

  it('asks for confirmation, and does nothing on Cancel', async () => {
    await renderDeviceList('current', 'phone');
    const dialog = await openConfirmation();
    dialog.getByText(/every device, including this one/);
    await pressButton('Cancel', dialog);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.calls).toEqual([LIST_SESSIONS]);
    expect(readCurrentReader()).not.toBeNull();
  });

  it('ends every session, including this one', async () => {
    await renderDeviceList('current', 'phone');
    const dialog = await openConfirmation();
    server.responses[SIGN_OUT_ALL] = () => {
      // As on the real server, the response removes the `id_token` cookie.
      setIdTokenCookie('');
      return respondNoContent();
    };
    await pressButton('Sign Out Everywhere', dialog);
    await waitFor(() => expect(readCurrentReader()).toBeNull());
    expect(server.calls.at(-1)).toBe(SIGN_OUT_ALL);
    expect(screen.getByRole('status').textContent).toBe('You’re signed out on every device.');
    expect(document.documentElement.dataset.signedIn).toBeUndefined();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('can be repeated after a failure', async () => {
    await renderDeviceList('current', 'phone');
    const dialog = await openConfirmation();
    server.responses[SIGN_OUT_ALL] = createErrorResponder(500);
    await pressButton('Sign Out Everywhere', dialog);
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toBe(
        'We couldn’t sign out your devices. Please try again.',
      ),
    );
    expect(readCurrentReader()).not.toBeNull();
    dialog.getByRole('button', { name: 'Sign Out Everywhere' });
  });
});
