// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { detectSignInReturnOnce, rememberSignInReturn } from './sign-in-return.ts';

const openUrl = (url: string) => history.replaceState(null, '', url);

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T06:00:00Z') });
  sessionStorage.clear();
  openUrl('/auth');
});
afterEach(() => {
  vi.useRealTimers();
});

it('is reported once, on the expected page', () => {
  rememberSignInReturn('/profile?tab=1');
  expect(detectSignInReturnOnce()).toBe(false);
  openUrl('/profile?tab=1');
  expect(detectSignInReturnOnce()).toBe(true);
  expect(detectSignInReturnOnce()).toBe(false);
});

it('is not reported after a quarter of an hour', () => {
  rememberSignInReturn('/profile');
  openUrl('/profile');
  vi.advanceTimersByTime(15 * 60_000);
  expect(detectSignInReturnOnce()).toBe(false);
});
