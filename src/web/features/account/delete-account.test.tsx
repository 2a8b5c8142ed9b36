// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TOAST_CLOSING } from '#domain/messages.ts';
import { currentReader } from '#web/lib/session.ts';
import { setCookie, signIn, signOut } from '#web/testing/reader.ts';
import { Toaster } from '#web/ui/toast.tsx';
import { DeleteAccount } from './delete-account.tsx';

const calls = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();
const refusal = (status: number, error = 'Out of order') => Response.json({ error }, { status });

/** Opens the dialog in the settings of ada@example.org. */
async function open() {
  const router = createMemoryRouter(
    [
      { path: '/settings', element: <DeleteAccount>Delete account</DeleteAccount> },
      { path: '/', element: <h1>Home</h1> },
      { path: '/privacy', element: <h1>Privacy</h1> },
    ],
    { initialEntries: ['/settings'] },
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Delete account' }));
  // The first press loads the dialog, which takes its time on a busy machine.
  return within(await screen.findByRole('dialog', {}, { timeout: 10_000 }));
}
type Dialog = Awaited<ReturnType<typeof open>>;

const button = (dialog: Dialog) =>
  dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete account' });
const type = (dialog: Dialog, text: string) =>
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: text } });
const confirm = async (dialog: Dialog) => {
  type(dialog, 'ada@example.org');
  await act(async () => fireEvent.click(button(dialog)));
};
/** Enter in the field sends the form, also past a button that is disabled. */
const pressEnter = (dialog: Dialog) =>
  act(async () => {
    fireEvent.submit(dialog.getByRole('textbox'));
    await new Promise((resolve) => setTimeout(resolve, 20));
  });

beforeEach(() => {
  calls.mockReset();
  vi.stubGlobal('fetch', calls);
  signIn('ada');
});
afterEach(async () => {
  // The toast of one test must not pass for that of the next.
  for (const dismiss of document.querySelectorAll('[aria-label=Dismiss]')) fireEvent.click(dismiss);
  await act(() => new Promise((resolve) => setTimeout(resolve, TOAST_CLOSING + 20)));
  cleanup();
  signOut();
});

describe('before an account is deleted', () => {
  it('its reader is told what goes at once and what later', async () => {
    const dialog = await open();
    dialog.getByText(/no way back/);
    const [atOnce, later] = dialog.getAllByRole('definition');
    expect(atOnce!.textContent).toMatch(/signed out on all devices.*follow.*feedback/);
    expect(later!.textContent).toMatch(/e-mail address.*bookmarks.*reports/);
    dialog.getByText('Within 90 days');
    expect(dialog.getByRole('link').getAttribute('href')).toBe('/privacy#keeping');
  });

  it.each(['', 'ada', 'eve@example.org', 'ada@example.org.'])(
    'nothing happens as long as they have typed "%s"',
    async (text) => {
      const dialog = await open();
      type(dialog, text);
      expect(button(dialog).disabled).toBe(true);
      await pressEnter(dialog);
      expect(calls).not.toHaveBeenCalled();
    },
  );

  it('their e-mail address is enough, however a phone spells it', async () => {
    const dialog = await open();
    await userEvent.type(
      dialog.getByLabelText('To confirm, type ada@example.org'),
      'Ada@Example.org ',
    );
    expect(button(dialog).disabled).toBe(false);
  });

  it('they can think better of it, and begin anew', async () => {
    const dialog = await open();
    type(dialog, 'ada@example.org');
    fireEvent.click(dialog.getByRole('button', { name: 'Keep it' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Delete account' }));
    const again = within(await screen.findByRole('dialog'));
    expect(button(again).disabled).toBe(true);
    expect(calls).not.toHaveBeenCalled();
  });
});

describe('deleting an account', () => {
  it('sends what was typed, signs out, and ends on the first page', async () => {
    const dialog = await open();
    calls.mockImplementationOnce(async () => {
      // With its answer the server takes the cookies away.
      setCookie('');
      return new Response(null, { status: 204 });
    });
    await confirm(dialog);
    await screen.findByRole('heading', { name: 'Home' });
    const [url, init] = calls.mock.calls[0]!;
    expect([init?.method, url, init?.body]).toEqual([
      'POST',
      '/api/v1/user/deletion',
      '{"confirmation":"ada@example.org"}',
    ]);
    expect(currentReader()).toBeNull();
    expect(document.documentElement.dataset.signedIn).toBeUndefined();
    expect(screen.getByRole('status').textContent).toMatch(/^Your account is deleted/);
  });

  it('is asked for once, however often it is pressed', async () => {
    const dialog = await open();
    calls.mockReturnValue(new Promise(() => {}));
    await confirm(dialog);
    const busy = await dialog.findByRole<HTMLButtonElement>('button', { name: 'Deleting...' });
    expect(busy.disabled).toBe(true);
    await pressEnter(dialog);
    expect(calls).toHaveBeenCalledOnce();
  });

  it.each([
    [400, 'Type the e-mail address of your account to delete it.'],
    [500, 'Your account could not be deleted. Please try again.'],
  ])('refused with %i says "%s" and changes nothing', async (status, text) => {
    const dialog = await open();
    calls.mockResolvedValueOnce(refusal(status, status === 400 ? text : undefined));
    await confirm(dialog);
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(text));
    expect(button(dialog).disabled).toBe(false);
    expect(currentReader()).not.toBeNull();
  });

  it('needs a reader who is still signed in', async () => {
    const dialog = await open();
    calls.mockResolvedValueOnce(refusal(401));
    await confirm(dialog);
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toMatch(/You are signed out/),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
