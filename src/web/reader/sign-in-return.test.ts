// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { detectSignInReturnOnce, rememberSignInReturn } from './sign-in-return.ts';

const go = (address: string) => history.replaceState(null, '', address);

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T06:00:00Z') });
  sessionStorage.clear();
  go('/auth');
});
afterEach(() => {
  vi.useRealTimers();
});

it('is reported once, on the expected page', () => {
  rememberSignInReturn('/profile?tab=1');
  expect(detectSignInReturnOnce()).toBe(false);
  go('/profile?tab=1');
  expect(detectSignInReturnOnce()).toBe(true);
  expect(detectSignInReturnOnce()).toBe(false);
});

it('is not reported after a quarter of an hour', () => {
  rememberSignInReturn('/profile');
  go('/profile');
  vi.advanceTimersByTime(15 * 60_000);
  expect(detectSignInReturnOnce()).toBe(false);
});
