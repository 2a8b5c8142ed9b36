// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LazyDialogButton } from '#web/lib/lazy-dialog-button.tsx';
import { readCurrentReader } from '#web/reader/session.ts';
import { setIdTokenCookie, signIn } from '#web/testing/reader.ts';
import {
  findDialog,
  pressButton,
  renderOnPage,
  resetPage,
  waitForResponses,
} from '#web/testing/render.tsx';
import {
  createErrorResponder,
  type FakeServer,
  neverRespond,
  respondNoContent,
  startFakeServer,
} from '#web/testing/server.ts';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';

const DELETE = 'POST /user/deletion';
const loadDialog = async () => DeleteAccountDialog;

let server: FakeServer;

/** Opens the dialog for deleting an account, on the settings page of ada@example.org. */
async function openDialog() {
  renderOnPage(
    <Routes>
      <Route
        path="/settings"
        element={<LazyDialogButton load={loadDialog}>Delete account</LazyDialogButton>}
      />
      <Route path="/" element={<h1>Home</h1>} />
    </Routes>,
    { at: '/settings' },
  );
  await pressButton('Delete account');
  return within(await findDialog());
}
type Dialog = Awaited<ReturnType<typeof openDialog>>;

const getDeleteButton = (dialog: Dialog) =>
  dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete account' });
const typeAddress = (dialog: Dialog, text: string) =>
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: text } });
const typeAddressAndSubmit = (dialog: Dialog) => {
  typeAddress(dialog, 'ada@example.org');
  return pressButton('Delete account', dialog);
};
/**
 * Dispatches the form's `submit` event. Unlike a key press in a browser, this works even if the submit button is
 * disabled.
 */
const pressEnter = (dialog: Dialog) => {
  fireEvent.submit(dialog.getByRole('textbox'));
  return waitForResponses();
};

beforeEach(() => {
  server = startFakeServer();
  signIn('ada');
});
afterEach(resetPage);

describe('the dialog for deleting an account', () => {
  it('lists the data that is deleted immediately and the data that is deleted later', async () => {
    const dialog = await openDialog();
    dialog.getByText(/can’t be undone/);
    const [deletedImmediately, deletedLater] = dialog.getAllByRole('definition');
    expect(deletedImmediately!.textContent).toMatch(/signed out everywhere.*follow.*feedback/);
    expect(deletedLater!.textContent).toMatch(/email address.*bookmarks.*reports/);
    dialog.getByText('Within 90 days');
    expect(dialog.getByRole('link').getAttribute('href')).toBe('/privacy#keeping');
  });

  it.each(['', 'ada', 'eve@example.org', 'ada@example.org.'])(
    'does nothing as long as the typed address is "%s"',
    async (text) => {
      const dialog = await openDialog();
      typeAddress(dialog, text);
      expect(getDeleteButton(dialog).disabled).toBe(true);
      await pressEnter(dialog);
      expect(server.calls).toEqual([]);
    },
  );

  it('accepts the email address in any capitalization and with spaces', async () => {
    const dialog = await openDialog();
    await userEvent.type(
      dialog.getByLabelText('To confirm, type ada@example.org'),
      'Ada@Example.org ',
    );
    expect(getDeleteButton(dialog).disabled).toBe(false);
  });

  it('can be cancelled and started again', async () => {
    const dialog = await openDialog();
    typeAddress(dialog, 'ada@example.org');
    await pressButton('Keep my account', dialog);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await pressButton('Delete account');
    const reopenedDialog = within(await findDialog());
    expect(getDeleteButton(reopenedDialog).disabled).toBe(true);
    expect(server.calls).toEqual([]);
  });
});

describe('deleting an account', () => {
  it('sends the typed address, signs out, and opens the home page', async () => {
    const dialog = await openDialog();
    server.responses[DELETE] = () => {
      // As on the real server, the response removes the `id_token` cookie.
      setIdTokenCookie('');
      return respondNoContent();
    };
    await typeAddressAndSubmit(dialog);
    await screen.findByRole('heading', { name: 'Home' });
    expect(server.calls).toEqual([DELETE]);
    expect(server.requests[0]!.body).toEqual({ confirmation: 'ada@example.org' });
    expect(readCurrentReader()).toBeNull();
    expect(document.documentElement.dataset.signedIn).toBeUndefined();
    expect(screen.getByRole('status').textContent).toMatch(/^Your account has been deleted/);
  });

  it('sends one request for any number of presses', async () => {
    const dialog = await openDialog();
    server.responses[DELETE] = neverRespond;
    await typeAddressAndSubmit(dialog);
    const busy = await dialog.findByRole<HTMLButtonElement>('button', { name: 'Deleting...' });
    expect([busy.disabled, busy.getAttribute('aria-disabled')]).toEqual([false, 'true']);
    await pressEnter(dialog);
    expect(server.calls).toEqual([DELETE]);
  });

  it.each([
    [400, 'Enter your account’s email address to delete it.'],
    [500, 'We couldn’t delete your account. Please try again.'],
  ])('shows, after the status %i, the message "%s", and changes nothing', async (status, text) => {
    const dialog = await openDialog();
    server.responses[DELETE] = createErrorResponder(status, status === 400 ? text : undefined);
    await typeAddressAndSubmit(dialog);
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(text));
    expect(getDeleteButton(dialog).disabled).toBe(false);
    expect(readCurrentReader()).not.toBeNull();
  });

  it('requires an active session', async () => {
    const dialog = await openDialog();
    server.responses[DELETE] = createErrorResponder(401);
    await typeAddressAndSubmit(dialog);
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toMatch(/You’ve been signed out/),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
