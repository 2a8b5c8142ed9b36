// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TOAST_CLOSING } from '#domain/messages.ts';
import { currentReader } from '#web/lib/session.ts';
import { setCookie, signIn, signOut } from '#web/testing/reader.ts';
import { Toaster } from '#web/ui/toast.tsx';
import { Devices } from './devices.tsx';

const SYSTEMS = {
  here: 'X11; Linux x86_64',
  phone: 'Android 15; Mobile',
  laptop: 'Windows NT 10.0',
  old: 'Macintosh',
} as const;
type Name = keyof typeof SYSTEMS;

const session = (id: Name, hoursAgo = 0) => ({
  id,
  userAgent: `Mozilla/5.0 (${SYSTEMS[id]}) Firefox/145.0`,
  createdAt: '2026-11-01T08:00:00.000Z',
  lastSeenAt: new Date(Date.now() - hoursAgo * 3_600_000).toISOString(),
  isCurrent: id === 'here',
});

const calls = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();
const refusal = (status: number) => Response.json({ error: 'Out of order' }, { status });
const made = () => calls.mock.calls.map(([url, init]) => `${init?.method ?? 'GET'} ${url}`);

/** Shows the devices of a reader whose open sessions these are, as the server lists them. */
async function show(...names: Name[]) {
  const sessions = names.map((name, at) => session(name, at * 48));
  calls.mockResolvedValueOnce(Response.json({ data: { sessions } }));
  await mount();
  await waitFor(() => expect(screen.getByRole('list').getAttribute('aria-busy')).toBe('false'));
}

async function mount() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await act(async () => {
    render(
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <Devices />
          <Toaster />
        </MemoryRouter>
      </QueryClientProvider>,
    );
  });
}

const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
const press = (name: string, within_ = screen as Pick<typeof screen, 'getByRole'>) =>
  act(async () => fireEvent.click(within_.getByRole('button', { name })));

beforeEach(() => {
  calls.mockReset();
  vi.stubGlobal('fetch', calls);
  signIn();
});
afterEach(async () => {
  // The toast of one test must not pass for that of the next.
  for (const button of document.querySelectorAll('[aria-label=Dismiss]')) fireEvent.click(button);
  await act(() => new Promise((resolve) => setTimeout(resolve, TOAST_CLOSING + 20)));
  cleanup();
  signOut();
});

describe('the list', () => {
  it('starts with this device, then goes by last use', async () => {
    await show('phone', 'here');
    expect(rows()).toEqual([
      'Firefox on LinuxIn use nowThis device',
      'Firefox on AndroidLast used todaySign out',
    ]);
  });

  it('has two rows from before it is known, however few devices there are', async () => {
    let answer: (response: Response) => void = () => {};
    calls.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    await mount();
    const list = screen.getByRole('list');
    expect(list.querySelectorAll('li')).toHaveLength(2);
    expect(list.getAttribute('aria-busy')).toBe('true');
    await act(async () => answer(Response.json({ data: { sessions: [session('here')] } })));
    await waitFor(() => expect(list.getAttribute('aria-busy')).toBe('false'));
    expect(rows()).toEqual([
      'Firefox on LinuxIn use nowThis device',
      'You are signed in nowhere else.',
    ]);
  });

  it('holds the others back until they are asked for', async () => {
    await show('here', 'phone', 'laptop', 'old');
    expect(rows()).toHaveLength(2);
    await press('Show 2 more');
    expect(rows().slice(2)).toEqual([
      'Firefox on WindowsLast used 4 days agoSign out',
      'Firefox on MacLast used 6 days agoSign out',
    ]);
    await press('Show fewer');
    expect(rows()).toHaveLength(2);
  });

  it('can be asked for again when it does not come', async () => {
    calls.mockResolvedValueOnce(refusal(500));
    await mount();
    await screen.findByText('Your devices could not be loaded.');
    calls.mockResolvedValueOnce(Response.json({ data: { sessions: [session('here')] } }));
    await press('Try again');
    await screen.findByText('This device');
  });

  it('is asked for by nobody who is signed out', async () => {
    signOut();
    await mount();
    expect(calls).not.toHaveBeenCalled();
  });
});

describe('signing out one device', () => {
  it.each([
    ['when the server has done it', () => new Response(null, { status: 204 })],
    ['when it was done already', () => refusal(404)],
  ])('takes it off the list %s', async (_, answer) => {
    await show('here', 'phone');
    calls.mockResolvedValueOnce(answer());
    await press('Sign out Firefox on Android');
    await screen.findByText('You are signed in nowhere else.');
    expect(made().at(-1)).toBe('DELETE /api/v1/user/sessions/phone');
    expect(screen.getByRole('status').textContent).toBe('Firefox on Android is signed out.');
    expect(document.activeElement).toBe(screen.getByRole('list'));
    expect(currentReader()).not.toBeNull();
  });

  it('is under way for as long as it takes', async () => {
    await show('here', 'phone');
    calls.mockReturnValueOnce(new Promise(() => {}));
    await press('Sign out Firefox on Android');
    const button = await screen.findByRole<HTMLButtonElement>('button', {
      name: 'Signing out...',
    });
    expect(button.disabled).toBe(true);
  });

  it('leaves it there when that fails, and says so', async () => {
    await show('here', 'phone');
    calls.mockResolvedValueOnce(refusal(500));
    await press('Sign out Firefox on Android');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Firefox on Android could not be signed out. Please try again.',
    );
    screen.getByRole('button', { name: 'Sign out Firefox on Android' });
  });

  it('needs a reader who is still signed in', async () => {
    await show('here', 'phone');
    calls.mockResolvedValueOnce(refusal(401));
    await press('Sign out Firefox on Android');
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toMatch(/You are signed out/),
    );
    expect(currentReader()).toBeNull();
  });
});

describe('signing out everywhere', () => {
  /** The question that comes before it. The first press loads it. */
  const ask = async () => {
    await press('Sign out everywhere');
    const dialog = await screen.findByRole('dialog', {}, { timeout: 10_000 });
    return within(dialog);
  };

  it('asks first, and does nothing on Cancel', async () => {
    await show('here', 'phone');
    const dialog = await ask();
    dialog.getByText(/Every device is signed out, this one too/);
    await press('Cancel', dialog);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(made()).toEqual(['GET /api/v1/user/sessions']);
    expect(currentReader()).not.toBeNull();
  });

  it('ends every session, this one too', async () => {
    await show('here', 'phone');
    const dialog = await ask();
    calls.mockImplementationOnce(async () => {
      // With its answer the server takes the cookies away.
      setCookie('');
      return new Response(null, { status: 204 });
    });
    await press('Sign out everywhere', dialog);
    await waitFor(() => expect(currentReader()).toBeNull());
    expect(made().at(-1)).toBe('DELETE /api/v1/user/sessions');
    expect(screen.getByRole('status').textContent).toBe('You are signed out on every device.');
    expect(document.documentElement.dataset.signedIn).toBeUndefined();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('can be tried again when that fails', async () => {
    await show('here', 'phone');
    const dialog = await ask();
    calls.mockResolvedValueOnce(refusal(500));
    await press('Sign out everywhere', dialog);
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toBe(
        'Your devices could not be signed out. Please try again.',
      ),
    );
    expect(currentReader()).not.toBeNull();
    dialog.getByRole('button', { name: 'Sign out everywhere' });
  });
});
