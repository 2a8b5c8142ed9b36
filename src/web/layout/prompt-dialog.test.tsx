// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Link } from '#ui/link.tsx';
import { promptSignIn, showPlanLimitDialog } from '#web/reader/prompt.ts';
import { findDialog, renderOnPage, resetPage } from '#web/testing/render.tsx';
import { startFakeServer } from '#web/testing/server.ts';
import { CurrentPromptDialog } from './prompt-dialog.tsx';

const fetchProviders = vi.hoisted(() => vi.fn());
vi.mock('#web/features/sign-in/providers.ts', () => ({ fetchSignInProviders: fetchProviders }));

const LIMIT = 'You’re following 3 authors. Premium has no limit.';
const promptLimit = () =>
  showPlanLimitDialog(LIMIT, { label: 'Unfollow an author', path: '/profile/following' });

beforeEach(() => {
  fetchProviders.mockReset().mockResolvedValue([{ id: 'google', label: 'Google' }]);
  startFakeServer();
});
afterEach(resetPage);

function renderPage(openPrompt: () => void) {
  renderOnPage(
    <>
      <button type="button" onClick={openPrompt}>
        Ask
      </button>
      <Link to="/elsewhere">Leave</Link>
      <CurrentPromptDialog />
    </>,
  );
  return screen.getByRole('button', { name: 'Ask' });
}

const promptUpgrade = () =>
  promptSignIn({ action: 'upgrade', cycle: 'annual', returnTo: '/plans?cycle=annual' });
const waitUntilClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

it('asks to sign in, with the providers of the sign-in page', async () => {
  fireEvent.click(renderPage(promptUpgrade));
  await findDialog('Sign in to upgrade');
  screen.getByRole('button', { name: 'Continue with Google' });
});

it("shows the server's message about a limit", async () => {
  fireEvent.click(renderPage(promptLimit));
  await findDialog();
  screen.getByText('Premium has no limit.');
});

it('returns the focus to the button that opened it', async () => {
  const button = renderPage(promptUpgrade);
  button.focus();
  fireEvent.click(button);
  fireEvent.keyDown(await findDialog(), { key: 'Escape' });
  await waitUntilClosed();
  await waitFor(() => expect(document.activeElement).toBe(button));
});

it('returns the focus even if a press does not focus a button, as in Safari', async () => {
  const button = renderPage(promptUpgrade);
  fireEvent.click(button);
  expect(document.activeElement).toBe(document.body);
  fireEvent.keyDown(await findDialog(), { key: 'Escape' });
  await waitUntilClosed();
  await waitFor(() => expect(document.activeElement).toBe(button));
});

it('closes when the reader goes to another screen', async () => {
  fireEvent.click(renderPage(promptUpgrade));
  await findDialog();
  fireEvent.click(screen.getByText('Leave'));
  await waitUntilClosed();
});

it.each([
  ['a sign-in', promptUpgrade, /Sign-in didn’t load\. Please try again\./],
  ['a limit', promptLimit, LIMIT],
])('%s that cannot be loaded shows a toast, and can be requested again', async (_, open, text) => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const chunks = await import('#ui/lib/chunks.ts');
  vi.spyOn(chunks, 'awaitChunk').mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const button = renderPage(open);
  fireEvent.click(button);
  expect((await screen.findByText(text)).closest('[role=alert]')).not.toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.click(button);
  await findDialog();
});
