// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { findDialog, renderOnPage, resetPage } from '#web/testing/render.tsx';
import { KeyboardShortcutSetting } from './keyboard-shortcut-setting.tsx';

afterEach(async () => {
  vi.restoreAllMocks();
  await resetPage();
});

const getSwitch = () =>
  screen.getByRole<HTMLInputElement>('checkbox', { name: /^Use keyboard shortcuts/ });

it('is on at first, and remembers that it was switched off', () => {
  renderOnPage(<KeyboardShortcutSetting />);
  expect(getSwitch().checked).toBe(true);
  fireEvent.click(getSwitch());
  expect(getSwitch().checked).toBe(false);
  expect(localStorage.getItem('shortcuts')).toBe('off');
  fireEvent.click(getSwitch());
  expect(getSwitch().checked).toBe(true);
  expect(localStorage.getItem('shortcuts')).toBeNull();
});

it('follows a change in another tab', () => {
  renderOnPage(<KeyboardShortcutSetting />);
  localStorage.setItem('shortcuts', 'off');
  act(() => dispatchEvent(new StorageEvent('storage', { key: 'shortcuts' })));
  expect(getSwitch().checked).toBe(false);
});

it('is off, and says why, if storage is blocked', () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('Blocked', 'SecurityError');
  });
  renderOnPage(<KeyboardShortcutSetting />);
  expect(getSwitch().checked).toBe(false);
  expect(getSwitch().disabled).toBe(true);
  screen.getByText(/^Your browser doesn’t let us remember a choice/);
});

it('lists the shortcuts without a keyboard', async () => {
  renderOnPage(<KeyboardShortcutSetting />);
  const button = screen.getByRole('button', { name: 'See all shortcuts' });
  button.focus();
  fireEvent.click(button);
  await findDialog('Keyboard shortcuts');
  screen.getByText('Go to the next article in a list');
});
