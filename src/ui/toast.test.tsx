// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { showToast, Toaster } from './toast.tsx';

const saved = { kind: 'success', text: 'Cookie preferences saved!' } as const;
const failed = { kind: 'error', text: 'Failed to share. Please try again.' } as const;

const advanceTime = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));
const show = (toast: Parameters<typeof showToast>[0]) => act(() => showToast(toast));

beforeEach(() => {
  vi.useFakeTimers();
  render(<Toaster />);
});

afterEach(() => {
  // Removes all toasts by advancing the clock, so that the next test starts without toasts.
  advanceTime(60_000);
  cleanup();
  vi.useRealTimers();
});

it('stays for five seconds, then disappears within 300 ms', () => {
  show(saved);
  advanceTime(5000 + 299);
  screen.getByText(saved.text);
  advanceTime(1);
  expect(screen.queryByText(saved.text)).toBeNull();
});

it('closes on a click anywhere on it', () => {
  show(saved);
  fireEvent.click(screen.getByText(saved.text));
  advanceTime(299);
  screen.getByText(saved.text);
  advanceTime(1);
  expect(screen.queryByText(saved.text)).toBeNull();
});

it('can be dismissed from the keyboard', () => {
  show(saved);
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  advanceTime(300);
  expect(screen.queryByText(saved.text)).toBeNull();
});

it('is announced in existing live regions, and interrupts only for failures', () => {
  const [polite, urgent] = [screen.getByRole('status'), screen.getByRole('alert')];
  show(saved);
  show(failed);
  expect(polite.textContent).toBe(saved.text);
  expect(urgent.textContent).toBe(failed.text);
});

it('stays while it has the pointer or the focus', () => {
  show(saved);
  advanceTime(4000);
  const toaster = screen.getByRole('status').parentElement!;
  fireEvent.pointerEnter(toaster);
  advanceTime(60_000);
  screen.getByText(saved.text);
  fireEvent.pointerLeave(toaster);
  advanceTime(5300);
  expect(screen.queryByText(saved.text)).toBeNull();
});

it('appears only once for repeated messages, for a longer time', () => {
  show(failed);
  advanceTime(4000);
  show(failed);
  advanceTime(4000);
  expect(screen.getAllByText(failed.text)).toHaveLength(1);
});

it('is one of at most three, of which the oldest is removed', () => {
  for (const text of ['one', 'two', 'three', 'four']) show({ kind: 'info', text });
  advanceTime(300);
  expect(screen.getByRole('status').textContent).toBe('twothreefour');
});
