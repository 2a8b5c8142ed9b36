// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ERROR_MESSAGES } from '#domain/messages.ts';
import { findDialog, renderOnPage, resetPage } from '#web/testing/render.tsx';
import { ShareDialogButton } from './share-dialog-button.tsx';

const SHARED_URL = `${location.origin}/Plumbline/a-number`;
const ARTICLE = {
  id: '01976b2e-5c00-7a3e-9d21-4f0c6a1b2c01',
  authorAlias: 'Plumbline',
  title: 'A number',
  path: '/Plumbline/a-number',
};
const clipboard = { writeText: vi.fn<(text: string) => Promise<void>>() };

beforeEach(() => {
  clipboard.writeText.mockReset().mockResolvedValue();
  stubNavigator('clipboard', clipboard);
});

afterEach(async () => {
  await resetPage();
  Reflect.deleteProperty(navigator, 'share');
});

/** Defines `navigator.clipboard` or `navigator.share` in the simulated browser. */
function stubNavigator(name: 'clipboard' | 'share', value: unknown) {
  Object.defineProperty(navigator, name, { value, configurable: true });
}

async function openDialog() {
  renderOnPage(<ShareDialogButton article={ARTICLE} />);
  fireEvent.click(screen.getByRole('button', { name: 'Share' }));
  await findDialog('Share');
}

const press = (name: string) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })));

it('opens services in new tabs without a reference to this page', async () => {
  await openDialog();
  const links = screen.getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toContain('WhatsApp');
  for (const link of links) expect(link.getAttribute('rel')).toBe('noopener noreferrer');
});

it('closes on Escape, and the focus is back on the button', async () => {
  await openDialog();
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Share'));
});

describe('Copy link', () => {
  it('copies the address and says "Copied!" for three seconds', async () => {
    await openDialog();
    vi.useFakeTimers();
    await press('Copy link');
    expect(clipboard.writeText).toHaveBeenCalledWith(SHARED_URL);
    act(() => vi.advanceTimersByTime(2999));
    screen.getByRole('button', { name: 'Copied!' });
    act(() => vi.advanceTimersByTime(1));
    screen.getByRole('button', { name: 'Copy link' });
  });

  it('works on plain http, without the clipboard API', async () => {
    stubNavigator('clipboard', undefined);
    let copied = '';
    document.execCommand = () => {
      copied = (document.activeElement as HTMLTextAreaElement).value;
      return true;
    };
    await openDialog();
    await press('Copy link');
    expect(copied).toBe(SHARED_URL);
    screen.getByRole('button', { name: 'Copied!' });
  });

  it('shows a message if the browser refuses to copy', async () => {
    clipboard.writeText.mockRejectedValue(new DOMException('', 'NotAllowedError'));
    await openDialog();
    await press('Copy link');
    expect(screen.getByRole('alert').textContent).toBe(ERROR_MESSAGES.shareFailed);
    screen.getByRole('button', { name: 'Copy link' });
  });
});

describe('the device’s share sheet', () => {
  it('is not offered if the browser does not support it', async () => {
    await openDialog();
    expect(screen.queryByRole('button', { name: 'Other apps' })).toBeNull();
  });

  it('gets the title and the URL', async () => {
    const share = vi.fn().mockResolvedValue(undefined);
    stubNavigator('share', share);
    await openDialog();
    await press('Other apps');
    expect(share).toHaveBeenCalledWith({ title: 'A number', url: SHARED_URL });
  });

  it.each([
    ['AbortError', false],
    ['NotAllowedError', true],
  ])('shows a message for the error %s: %s', async (name, isFailure) => {
    const share = vi.fn().mockRejectedValue(new DOMException('', name));
    stubNavigator('share', share);
    await openDialog();
    await press('Other apps');
    expect(screen.getByRole('alert').textContent).toBe(isFailure ? ERROR_MESSAGES.shareFailed : '');
  });
});
