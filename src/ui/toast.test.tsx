// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { showToast, Toaster } from './toast.tsx';

const saved = { kind: 'success', text: 'Cookie preferences saved!' } as const;
const failed = { kind: 'error', text: 'Failed to share. Please try again.' } as const;

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));
const tell = (toast: Parameters<typeof showToast>[0]) => act(() => showToast(toast));

beforeEach(() => {
  vi.useFakeTimers();
  render(<Toaster />);
});

afterEach(() => {
  // Removes the toasts, so that the next test does not find them.
  pass(60_000);
  cleanup();
  vi.useRealTimers();
});

it('stays five seconds, then takes 300 ms to go', () => {
  tell(saved);
  pass(5000 + 299);
  screen.getByText(saved.text);
  pass(1);
  expect(screen.queryByText(saved.text)).toBeNull();
});

it('closes on a click anywhere on it', () => {
  tell(saved);
  fireEvent.click(screen.getByText(saved.text));
  pass(299);
  screen.getByText(saved.text);
  pass(1);
  expect(screen.queryByText(saved.text)).toBeNull();
});

it('can be dismissed from the keyboard', () => {
  tell(saved);
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  pass(300);
  expect(screen.queryByText(saved.text)).toBeNull();
});

it('speaks in regions that were there before it, and interrupts for failures only', () => {
  const [polite, urgent] = [screen.getByRole('status'), screen.getByRole('alert')];
  tell(saved);
  tell(failed);
  expect(polite.textContent).toBe(saved.text);
  expect(urgent.textContent).toBe(failed.text);
});

it('waits while the reader is on it', () => {
  tell(saved);
  pass(4000);
  const toaster = screen.getByRole('status').parentElement!;
  fireEvent.pointerEnter(toaster);
  pass(60_000);
  screen.getByText(saved.text);
  fireEvent.pointerLeave(toaster);
  pass(5300);
  expect(screen.queryByText(saved.text)).toBeNull();
});

it('says the same thing once, for longer', () => {
  tell(failed);
  pass(4000);
  tell(failed);
  pass(4000);
  expect(screen.getAllByText(failed.text)).toHaveLength(1);
});

it('shows three at most: the oldest makes room', () => {
  for (const text of ['one', 'two', 'three', 'four']) tell({ kind: 'info', text });
  pass(300);
  expect(screen.getByRole('status').textContent).toBe('twothreefour');
});
