// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { expectArrival, takeArrival } from './arrivals.ts';

const go = (address: string) => history.replaceState(null, '', address);

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T06:00:00Z') });
  sessionStorage.clear();
  go('/auth');
});
afterEach(() => {
  vi.useRealTimers();
});

it('is told of once, where it was to be', () => {
  expectArrival('/profile?tab=1');
  expect(takeArrival()).toBe(false);
  go('/profile?tab=1');
  expect(takeArrival()).toBe(true);
  expect(takeArrival()).toBe(false);
});

it('is not told of a quarter of an hour later', () => {
  expectArrival('/profile');
  go('/profile');
  vi.advanceTimersByTime(15 * 60_000);
  expect(takeArrival()).toBe(false);
});
