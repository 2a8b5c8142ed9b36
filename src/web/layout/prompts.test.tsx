// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Link, MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { askToSignIn, closePrompt, offerPremium } from '#web/lib/prompts.ts';
import { Toaster } from '#web/ui/toast.tsx';
import { Prompts } from './prompts.tsx';

const providers = vi.hoisted(() => vi.fn());
vi.mock('#web/features/sign-in/providers.ts', () => ({ signInProviders: providers }));

const LIMIT = 'You can follow 3 authors. Premium follows as many as you like.';
/** The first dialog brings its chunk along, which takes its time on a busy machine. */
const PATIENCE = { timeout: 20_000 };

beforeEach(() => {
  providers.mockReset().mockResolvedValue([{ id: 'google', label: 'Google' }]);
  vi.stubGlobal('fetch', vi.fn().mockResolvedValue(new Response()));
});
afterEach(() => {
  act(closePrompt);
  cleanup();
  vi.unstubAllGlobals();
});

function show(ask: () => void) {
  render(
    <MemoryRouter>
      <button type="button" onClick={ask}>
        Ask
      </button>
      <Link to="/elsewhere">Leave</Link>
      <Prompts />
      <Toaster />
    </MemoryRouter>,
  );
  return screen.getByRole('button', { name: 'Ask' });
}

const upgrade = () => askToSignIn({ action: 'upgrade' });
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

it('asks to sign in, with the providers of the sign-in page', async () => {
  fireEvent.click(show(upgrade));
  await screen.findByRole('dialog', { name: 'Sign in to upgrade' }, PATIENCE);
  screen.getByRole('button', { name: 'Continue with Google' });
});

it("offers Premium in the server's words", async () => {
  fireEvent.click(show(() => offerPremium(LIMIT)));
  await screen.findByRole('dialog', undefined, PATIENCE);
  screen.getByText(LIMIT);
});

it('gives the focus back to the button that asked', async () => {
  const button = show(upgrade);
  button.focus();
  fireEvent.click(button);
  fireEvent.keyDown(await screen.findByRole('dialog', undefined, PATIENCE), { key: 'Escape' });
  await closed();
  await waitFor(() => expect(document.activeElement).toBe(button));
});

it('does so too where a press gives a button no focus, as in Safari', async () => {
  const button = show(upgrade);
  fireEvent.click(button);
  expect(document.activeElement).toBe(document.body);
  fireEvent.keyDown(await screen.findByRole('dialog', undefined, PATIENCE), { key: 'Escape' });
  await closed();
  await waitFor(() => expect(document.activeElement).toBe(button));
});

it('closes when the reader goes to another screen', async () => {
  fireEvent.click(show(upgrade));
  await screen.findByRole('dialog', undefined, PATIENCE);
  fireEvent.click(screen.getByText('Leave'));
  await closed();
});

it.each([
  ['a sign-in', upgrade, /sign in first.*Please try again\./],
  ['an offer', () => offerPremium(LIMIT), LIMIT],
])(
  '%s that cannot be loaded is told as a toast, and can be asked for again',
  async (_, ask, text) => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const chunks = await import('#web/lib/chunks.ts');
    vi.spyOn(chunks, 'loadChunk').mockRejectedValueOnce(new TypeError('Failed to fetch'));
    const button = show(ask);
    fireEvent.click(button);
    expect((await screen.findByText(text)).closest('[role=alert]')).not.toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
    fireEvent.click(button);
    await screen.findByRole('dialog', undefined, PATIENCE);
  },
);
